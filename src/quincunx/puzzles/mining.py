"""Mining: matches of AI players are played, and every position in them is asked whether it makes a puzzle.

Match n of a seed is always the same, and so are its puzzles, whatever else is mined and wherever. So mining can be
spread over processes, interrupted and continued.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, NamedTuple

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import below, unsigned, word
from quincunx.engine.rules import PLAYING, observe, play
from quincunx.observation.arrays import planes_of
from quincunx.puzzles.grading import grade
from quincunx.puzzles.kind import Finding, PuzzleKind, Source, all_moves, chosen
from quincunx.puzzles.puzzle import Puzzle, packed, puzzle_id, smallest_position
from quincunx.puzzles.streams import PuzzleStream

CHUNK = 8
"""Matches that a process plays at a time."""
AHEAD = 2
"""Chunks handed out per process."""
SEED_BITS = 53
PUZZLE_SEED = 1
"""The seed of a puzzle whose position says all that may be seen. What is hidden is anybody's guess."""


class Unverified(Exception):
    """A puzzle that a second search judges otherwise: one of the two is wrong."""


class Mined(NamedTuple):
    """A puzzle, and a key that is the same for positions that can be turned or mirrored into each other."""

    key: str
    puzzle: Puzzle


def mine_chunk(game: AnyGame, seed: int, chunk: int) -> list[Mined]:
    """The puzzles of the matches of one chunk."""
    mined = []
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        for kind_number, kind in enumerate(game.puzzles):
            match_seed = unsigned(word(seed, PuzzleStream.MATCHES, number * len(game.puzzles) + kind_number))
            mined += mine_match(game, kind, match_seed >> 64 - SEED_BITS)
    return mined


def mine_match(game: AnyGame, kind: PuzzleKind, seed: int) -> list[Mined]:
    """The puzzles of one kind in one match."""
    source = kind.source(seed)
    mined: list[Mined] = []
    for position in positions(game, source, seed):
        seen = observe(position, position.turn)
        finding = kind.find(seen)
        if finding is not None:
            mined.append(_made(game, kind, source, seed, seen, finding))
        if len(mined) >= source.most_puzzles:
            break
    return mined


def positions(game: AnyGame, source: Source, seed: int) -> Iterator[Any]:
    """The positions of a match: some random moves, then moves of the levels that hold the seats."""
    position = game.new(game.variant(source.variant), seed)
    levels = [source.levels[below(len(source.levels), seed, PuzzleStream.LEVELS, seat)] for seat in range(game.seats)]
    for ply in range(source.most_plies):
        if position.result != PLAYING:
            return
        if ply < source.random_plies:
            legal = all_moves(position)
            move = legal[below(len(legal), seed, PuzzleStream.OPENINGS, ply)]
        else:
            yield position
            move = chosen(game, position, levels[position.turn - 1], seed)
        position = play(position, move)


def _made(game: AnyGame, kind: PuzzleKind, source: Source, seed: int, position: Any, finding: Finding) -> Mined:
    if not kind.confirms(position, finding.length, finding.scores):
        verified = kind.check(position, finding.length)
        raise Unverified(f"{game.slug}, {kind.name}, seed {seed}, ply {position.ply}: {finding.scores}, {verified}")
    asked, position = kind.variant(source.variant, finding), kind.asked(position, finding)
    variant = game.variant(asked)
    own_seed = PUZZLE_SEED if game.secret or not game.chance else seed
    fields = smallest_position(game, variant, position)
    scores, others = packed({game.write_move(position, move): score for move, score in finding.scores.items()})
    grading = grade(game, kind, game.place(variant, own_seed, fields), finding, seed)
    puzzle = Puzzle(
        id=puzzle_id(game, asked, fields, kind.name),
        game=game.slug,
        version=game.version,
        variant=asked if isinstance(asked, str) else dict(asked),
        seed=own_seed,
        position=fields,
        kind=kind.name,
        length=finding.length,
        question=kind.question(finding.length),
        answers=tuple(sorted(game.write_move(position, move) for move in finding.answers)),
        scores=scores,
        others=others,
        rating=grading.rating,
        found_by=grading.found_by,
        verified=kind.verified,
    )
    return Mined(symmetric_key(game, variant, position), puzzle)


def symmetric_key(game: AnyGame, variant: Any, position: Any) -> str:
    """The same for positions that the symmetries of the board turn into each other."""
    encoding = game.encoding(variant)
    planes = planes_of(encoding, position, position.turn)
    return min(symmetry.of_planes(planes).tobytes() for symmetry in encoding.symmetries).hex()


def distinct(chunks: Iterable[list[Mined]]) -> Iterator[Puzzle]:
    """The puzzles of chunks in their order, without those whose position came before."""
    known = set()
    for mined in chunks:
        for key, puzzle in mined:
            if key not in known:
                known.add(key)
                yield puzzle


def mine(
    count: int,
    chunks: dict[int, list[Mined]],
    executor: Executor,
    workers: int,
    task: Callable[[int], list[Mined]],
    keep: Callable[[int, list[Mined]], None],
) -> list[Puzzle]:
    """`count` distinct puzzles, from chunk 0 on. `task` mines a chunk in a worker; `keep` is called with each chunk as
    soon as it is done, and those that are known already come in `chunks`."""
    waiting: dict[Future[list[Mined]], int] = {}
    following = 0
    while True:
        ready = _in_order(chunks)
        if len(ready) >= count:
            for future in waiting:
                future.cancel()
            return ready[:count]
        while len(waiting) < AHEAD * workers:
            if following not in chunks:
                waiting[executor.submit(task, following)] = following
            following += 1
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            number = waiting.pop(future)
            chunks[number] = future.result()
            keep(number, chunks[number])


def _in_order(chunks: dict[int, list[Mined]]) -> list[Puzzle]:
    """The distinct puzzles of the chunks before the first one that is missing."""
    first_missing = next(number for number in range(len(chunks) + 1) if number not in chunks)
    return list(distinct(chunks[number] for number in range(first_missing)))


def by_kind(puzzles: Iterable[Puzzle]) -> Counter[str]:
    return Counter(f"{puzzle.kind} {puzzle.length}" for puzzle in puzzles)
