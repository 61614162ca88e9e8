/* Random playouts of Pushmine, standard rules: 5x5, four in a line, mines without decay. One thread.
 *
 * Cell (row, column) is bit 5 * row + column. `stones` holds the side to move in its low half and the other
 * side in its high half, as does `stock`, the mines in hand; a turn ends with exchanging the halves.
 * Pushes 0..19: line 0..9 (rows, then columns) times two, plus 1 if it enters at the far end.
 * `special` counts the mines placed. */
#include "random.h"

#define BOARD 0x1FFFFFFu
#define BOTH(x) ((uint64_t)(x) | (uint64_t)(x) << 32)
enum { PUSHES = 20, NONE = PUSHES };

typedef struct {
    uint64_t exit;        /* the other side's stone that this push ejects */
    uint32_t line, entry; /* cells */
    uint32_t turn;        /* rotation of the board by one cell along the line */
    uint32_t from_end;    /* all ones if it enters at the far end, else 0 */
} push;

static push pushes[PUSHES];

static void make_pushes(void) {
    for (int p = 0; p < PUSHES; p++) {
        int line = p / 2, far = p & 1, is_row = line < 5;
        int first = is_row ? 5 * line : line - 5, step = is_row ? 1 : 5, last = first + 4 * step;
        pushes[p].line = 0;
        for (int cell = first; cell <= last; cell += step) pushes[p].line |= 1u << cell;
        pushes[p].entry = 1u << (far ? last : first);
        pushes[p].exit = 1ull << (32 + (far ? first : last));
        pushes[p].turn = (uint32_t)(far ? 64 - step : step);
        pushes[p].from_end = far ? ~0u : 0;
    }
}

static inline uint64_t rotate(uint64_t x, uint32_t by) { return x << by | x >> (-by & 63); }

/* A bit in the low half: a line of the side to move; in the high half: one of the other side. */
static inline uint64_t lines(uint64_t s) {
    uint64_t row = s & s >> 1, column = s & s >> 5, falling = s & s >> 6, rising = s & s >> 4;
    return (row & row >> 2 & BOTH(0x318C63u)) | (column & column >> 10 & BOTH(0x3FFu)) |
           (falling & falling >> 12 & BOTH(0x63u)) | (rising & rising >> 8 & BOTH(0x318u));
}

static void play(uint64_t *state, uint64_t games, tally *t) {
    uint64_t rng = *state;
    while (games--) {
        uint64_t stones = 0, stock = 0, won = 0;
        uint32_t mines = 0, barred = NONE, plies = 0, placed = 0;
        do {
            uint32_t empty = BOARD & ~((uint32_t)stones | (uint32_t)(stones >> 32) | mines);
            uint32_t can_push = PUSHES - (barred != NONE);
            uint32_t can_mine = (uint32_t)stock ? (uint32_t)__builtin_popcount(empty) : 0;
            uint32_t k = below(&rng, can_push + can_mine);
            if (k < can_push) {
                uint32_t p = k + (k >= barred);
                const push *q = &pushes[p];
                uint32_t block = mines & q->line;
                /* The cells before the nearest mine, seen from the entry: all of the line if there is none. */
                uint32_t near = (block & -block) - 1;
                uint32_t far = -(1u << (31 - __builtin_clz(block << 1 | 1)));
                uint64_t moving = BOTH(q->line & (near ^ ((near ^ far) & q->from_end)));
                uint64_t moved = rotate(stones & moving, q->turn) | q->entry;
                uint64_t gone = moved & ~moving;
                stock += !block & ((stones & q->exit) != 0);
                mines ^= ((uint32_t)gone | (uint32_t)(gone >> 32)) & block;
                stones = (stones & ~moving) | (moved & moving);
                barred = p ^ 1;
                won = lines(stones);
            } else {
                mines |= (uint32_t)nth_bit(empty, k - can_push);
                stock--;
                barred = NONE;
                placed++;
            }
            stones = rotate(stones, 32);
            stock = rotate(stock, 32);
            plies++;
        } while (!won && plies < MAX_PLIES);

        /* `won` was read before the exchange: its high half belongs to the side that did not move last. */
        uint32_t last = (plies & 1) ^ 1;
        t->wins[won >> 32 ? last ^ 1 : last] += won != 0;
        t->unfinished += !won;
        t->special += placed;
        count_game(t, plies, stones);
    }
    *state = rng;
}

int main(int argc, char **argv) {
    make_pushes();
    return run(argc, argv, play);
}
