/* Steps of PufferLib's board games in C, as its vectorised environments take them: one environment after the other,
 * their observations side by side. Compiled with -DCONNECT4, -DCONNECT4_ALONE or -DGO and the folder of the game.
 *
 * A step of PufferLib answers the move by an opponent of its own, which searches in connect4. CONNECT4_ALONE makes the
 * same move by the same functions without the answer; the sides change instead.
 *
 * The choice of a random legal action is not timed. Prints one JSON line: steps, and seconds of the processor. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef GO
#include "go.h"
typedef CGo Env;
enum { SIDE = 7, CELLS = 2 * SIDE * SIDE + 2 };
#else
#include "connect4.h"
typedef CConnect4 Env;
enum { CELLS = 42 };
#endif

enum { LANES = 4096 };
static Env envs[LANES];
static float observations[LANES][CELLS], rewards[LANES];
static int actions[LANES];
static unsigned char terminals[LANES];
static uint64_t state = 88172645463325252ull;

static uint32_t below(uint32_t n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)((state >> 32) * n >> 32);
}

static void begin(Env *env) {
#ifdef GO
    env->grid_size = SIDE;
    env->grid_square_size = 64;
    env->komi = 7.5;
#endif
    init(env);
}

#ifdef GO
static int legal_action(Env *env) {
    int cell = (int)below(SIDE * SIDE);
    for (int tries = 0; tries < SIDE * SIDE && env->board_states[cell]; tries++) cell = (cell + 1) % (SIDE * SIDE);
    return cell + 1;
}
#else
static int legal_action(Env *env) {
    int column = (int)below(7);
    for (int tries = 0; tries < 7 && invalid_move(column, env->player_pieces | env->env_pieces); tries++)
        column = (column + 1) % 7;
    return column;
}
#endif

#ifdef CONNECT4_ALONE
static const uint64_t FULL = 0xFDFBF7EFDFBFull; /* seven columns of six cells, each with a spare bit on top */

static void step(Env *env) {
    env->rewards[0] = 0;
    if (env->terminals[0] == DONE) {
        c_reset(env);
        return;
    }
    uint64_t moved = play(env->actions[0], env->player_pieces | env->env_pieces, env->env_pieces);
    env->player_pieces = moved;
    if (won(moved)) finish_game(env, PLAYER_WIN);
    else if ((moved | env->env_pieces) == FULL) finish_game(env, DRAW_VALUE);
    else {
        env->player_pieces = env->env_pieces;
        env->env_pieces = moved;
        compute_observation(env);
    }
}
#else
static void step(Env *env) { c_step(env); }
#endif

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    double wanted = count > 1 ? atof(words[1]) : 1, spent = 0;
    for (int lane = 0; lane < LANES; lane++) {
        Env *env = &envs[lane];
        env->observations = observations[lane], env->actions = &actions[lane];
        env->rewards = &rewards[lane], env->terminals = &terminals[lane];
        begin(env);
        c_reset(env);
    }
    uint64_t steps = 0, ended = 0;
    while (spent < wanted) {
        for (int lane = 0; lane < LANES; lane++) actions[lane] = legal_action(&envs[lane]);
        double began = seconds();
        for (int lane = 0; lane < LANES; lane++) step(&envs[lane]);
        spent += seconds() - began;
        steps += LANES;
        for (int lane = 0; lane < LANES; lane++) ended += terminals[lane];
    }
    printf("{\"steps\": %llu, \"seconds\": %.6f, \"ended\": %llu}\n", (unsigned long long)steps, spent,
           (unsigned long long)ended);
    return 0;
}
