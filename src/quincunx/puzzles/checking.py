"""Checking puzzles: what each says of its moves is compared with a plain search of its position."""

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.rules import observe
from quincunx.puzzles.kind import PuzzleKind
from quincunx.puzzles.puzzle import Puzzle


def kind_of(game: AnyGame, name: str) -> PuzzleKind:
    kind = next((kind for kind in game.puzzles if kind.name == name), None)
    if kind is None:
        raise Refusal(ErrorCode.BAD_RECORD, f"{game.slug} has no puzzles of the kind {quoted(name)}")
    return kind


def is_right(puzzle: Puzzle) -> bool:
    """Whether plain search finds the scores and the answers that the puzzle gives."""
    game = registry.find(puzzle.game)
    position = puzzle.match().position
    scores = kind_of(game, puzzle.kind).check(observe(position, position.turn), puzzle.length)
    by_text = {game.write_move(position, move): score for move, score in scores.items()}
    best = max(by_text.values())
    answers = sorted(text for text, score in by_text.items() if score == best)
    return (
        set(puzzle.scores) <= set(by_text)
        and all(puzzle.score(text) == score for text, score in by_text.items())
        and list(puzzle.answers) == answers
    )
