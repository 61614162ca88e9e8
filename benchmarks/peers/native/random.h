/* SplitMix64, a uniform choice, a clock, and the line both programs print. */
#ifndef PEERS_RANDOM_H
#define PEERS_RANDOM_H

#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { MAX_PLIES = 400, BATCH = 1000 };

typedef struct {
    uint64_t games, moves, squares, wins[2], draws, unfinished, special, hash;
} tally;

static inline uint64_t next_word(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* 0 .. n - 1; the bias is below n / 2^32. */
static inline uint32_t below(uint64_t *state, uint32_t n) {
    return (uint32_t)(((next_word(state) >> 32) * n) >> 32);
}

/* The k-th lowest of the bits set. */
static inline uint64_t nth_bit(uint64_t bits, uint32_t k) {
#ifdef __BMI2__
    return _pdep_u64(1ull << k, bits);
#else
    while (k--) bits &= bits - 1;
    return bits & -bits;
#endif
}

static inline void count_game(tally *t, uint32_t plies, uint64_t position) {
    t->games++;
    t->moves += plies;
    t->squares += (uint64_t)plies * plies;
    t->hash = (t->hash ^ position) * 0x100000001B3u;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Arguments: seconds, seed, and optionally a number of games to play instead of the seconds. */
static int run(int argc, char **argv, void (*play)(uint64_t *, uint64_t, tally *)) {
    double seconds = argc > 1 ? atof(argv[1]) : 1.0;
    uint64_t rng = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t games = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    tally t = {0};
    double start = now(), elapsed;
    if (games) {
        play(&rng, games, &t);
        elapsed = now() - start;
    } else {
        do {
            play(&rng, BATCH, &t);
            elapsed = now() - start;
        } while (elapsed < seconds);
    }
    printf("{\"games\": %llu, \"moves\": %llu, \"seconds\": %.6f, \"first\": %llu, \"second\": %llu, "
           "\"draws\": %llu, \"unfinished\": %llu, \"special\": %llu, \"squares\": %llu, \"hash\": %llu}\n",
           (unsigned long long)t.games, (unsigned long long)t.moves, elapsed, (unsigned long long)t.wins[0],
           (unsigned long long)t.wins[1], (unsigned long long)t.draws, (unsigned long long)t.unfinished,
           (unsigned long long)t.special, (unsigned long long)t.squares, (unsigned long long)t.hash);
    return 0;
}

#endif
