"""Quincunx's side of the benchmark: random playouts through the generic functions, opening boards, replay."""

import time

from benchmarks.peers import MAX_PLIES, Figure, Run, figure, runs
from quincunx import Match, all_games, playouts, replay
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import tie_break

OPENINGS = 16
"""How many opening boards the playouts of a game start from, in turn."""
GAMES_A_CALL = {"flood": 20}
REPLAYED = 40


def measure(seconds: float, repetitions: int) -> list[Figure]:
    figures = [_playouts(chosen, seconds, repetitions) for chosen in all_games()]
    figures += [_openings(chosen, seconds) for chosen in all_games() if chosen.chance]
    return figures + [_replays(chosen, seconds, repetitions) for chosen in all_games()]


def _playouts(chosen: AnyGame, seconds: float, repetitions: int) -> Figure:
    positions = [chosen.new(chosen.variant(), seed) for seed in range(OPENINGS)]
    a_call = GAMES_A_CALL.get(chosen.slug, 1000)
    playouts(positions[0], 0, 1, 1)

    def once(wanted: float) -> Run:
        moves = games = number = 0
        began = time.perf_counter()
        while time.perf_counter() - began < wanted:
            done = playouts(positions[number % OPENINGS], number, a_call, MAX_PLIES)
            moves, games, number = moves + done.moves, games + done.games, number + 1
        return Run(moves, games, time.perf_counter() - began)

    best = runs(once, seconds, repetitions)[0]
    return figure(f"{chosen.slug}: playouts", best, f"mean length {best.moves / best.games:.1f} plies")


def _openings(chosen: AnyGame, seconds: float) -> Figure:
    """Fair opening boards found per second (counted as `moves`), which the playouts leave out."""
    chosen.new(chosen.variant(), 0)
    boards = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        chosen.new(chosen.variant(), boards)
        boards += 1
    spent = time.perf_counter() - began
    return Figure(f"{chosen.slug}: openings", "boards/s", boards / spent, boards, boards, spent, "")


def _replays(chosen: AnyGame, seconds: float, repetitions: int) -> Figure:
    """Stored records, read from their JSON text, every move parsed and verified through the public Python API."""
    texts = [_random_match(chosen, seed).record().as_json_text() for seed in range(REPLAYED)]

    def once(wanted: float) -> Run:
        moves = games = 0
        began = time.perf_counter()
        while time.perf_counter() - began < wanted:
            match = replay(texts[games % REPLAYED])
            moves, games = moves + len(match.moves), games + 1
        return Run(moves, games, time.perf_counter() - began)

    return figure(f"{chosen.slug}: replay", runs(once, seconds, repetitions)[0], "from JSON text, new match included")


def _random_match(chosen: AnyGame, seed: int) -> Match:
    match = Match(chosen, None, seed)
    while match.end is None and len(match.moves) < MAX_PLIES:
        choices = match.legal()
        match.play(choices[tie_break(seed, len(match.moves), len(choices))])
    return match
