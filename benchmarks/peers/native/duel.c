/* Random playouts of Infinity Grid Duel, standard rules: 6x6, re-entry, no truce. One thread.
 *
 * Cell (row, column) is bit 7 * row + column; the seventh column stays empty and stops sideways wrapping.
 * A pass is a ply; `special` counts the passes. */
#include "random.h"

#define ROW 0x3Full
#define BOARD (ROW | ROW << 7 | ROW << 14 | ROW << 21 | ROW << 28 | ROW << 35)

static inline uint64_t neighbours(uint64_t cells) {
    return (cells << 1 | cells >> 1 | cells << 7 | cells >> 7) & BOARD;
}

static void play(uint64_t *state, uint64_t games, tally *t) {
    uint64_t rng = *state;
    while (games--) {
        uint64_t own = 0, other = 0;
        uint32_t plies = 0, passes = 0;
        do {
            uint64_t empty = BOARD & ~(own | other);
            uint64_t moves = own ? neighbours(own) & empty : empty;
            uint64_t keep = other;
            if (moves) {
                uint64_t cell = nth_bit(moves, below(&rng, (uint32_t)__builtin_popcountll(moves)));
                uint64_t turned = neighbours(cell) & other;
                other = own | cell | turned;
                own = keep ^ turned;
            } else {
                other = own;
                own = keep;
                passes++;
            }
            plies++;
        } while ((own | other) != BOARD && plies < MAX_PLIES);

        uint64_t red = plies & 1 ? other : own, green = plies & 1 ? own : other;
        int r = __builtin_popcountll(red), g = __builtin_popcountll(green);
        t->unfinished += (own | other) != BOARD;
        t->wins[0] += r > g && r + g == 36;
        t->wins[1] += g > r && r + g == 36;
        t->draws += r == g && r + g == 36;
        t->special += passes;
        count_game(t, plies, red);
    }
    *state = rng;
}

int main(int argc, char **argv) { return run(argc, argv, play); }
