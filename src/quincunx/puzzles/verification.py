"""Checking puzzles: what each says of its moves is compared with a plain search of its position."""

from quincunx.engine import registry
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.engine.rules import observe
from quincunx.puzzles.kind import PuzzleKind, all_moves
from quincunx.puzzles.puzzle import Puzzle


def kind_of(game: AnyGame, name: str) -> PuzzleKind:
    kind = next((kind for kind in game.puzzles if kind.name == name), None)
    if kind is None:
        raise Refusal(ErrorCode.BAD_RECORD, f"{game.slug} has no puzzles of the kind {quoted(name)}")
    return kind


def is_right(puzzle: Puzzle) -> bool:
    """Whether plain search confirms the scores and the answers that the puzzle gives."""
    game = registry.find(puzzle.game)
    position = puzzle.match().position
    texts = {move: game.write_move(position, move) for move in all_moves(position)}
    scores = {move: puzzle.score(text) for move, text in texts.items()}
    best = max(scores.values())
    return (
        set(puzzle.scores) <= set(texts.values())
        and list(puzzle.answers) == sorted(texts[move] for move, score in scores.items() if score == best)
        and kind_of(game, puzzle.kind).confirms(observe(position, position.turn), puzzle.length, scores)
    )
