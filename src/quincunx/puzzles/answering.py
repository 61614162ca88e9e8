"""Answers: whether the moves of somebody who solves a puzzle are right, and what follows from them on the board."""

from collections.abc import Sequence
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.engine.rules import PLAYING, observe
from quincunx.puzzles.checking import kind_of
from quincunx.puzzles.puzzle import Puzzle


class Judged(NamedTuple):
    """What an answer is worth."""

    right: bool
    """Whether every move so far is a best one."""
    done: bool
    """Whether there is nothing more to find: the puzzle is solved, or a move was wrong."""
    match: Match
    """From the puzzle's position: the moves that were given, each with its reply, and then `line`."""
    shown: int
    """The ply at which `line` begins: the last move that was given has been played, and its reply not yet."""


def judge(puzzle: Puzzle, given: Sequence[str]) -> Judged:
    """Play the moves of the side that was asked, one after the other; the other side replies in between. After a wrong
    move, and after the last right one, best play goes on: it refutes the move, or shows that it is right."""
    if not 1 <= len(given) <= puzzle.length:
        raise Refusal(ErrorCode.BAD_REQUEST, f"this puzzle is answered by 1 to {puzzle.length} moves, not {len(given)}")
    match = puzzle.match()
    kind = kind_of(match.game, puzzle.kind)
    for number, text in enumerate(given):
        left = puzzle.length - number
        seen = observe(match.position, match.position.turn)
        scores = kind.scores(seen, left)
        move = match.game.read_move(match.position, text)
        match.play(text)
        right = scores[move] == max(scores.values())
        shown = len(match.history)
        last = number == len(given) - 1
        _go_on(match, puzzle, left - 1, last and (not right or left == 1))
        if not right:
            if not last:
                raise Refusal(ErrorCode.BAD_REQUEST, f"move {number + 1} was wrong; nothing comes after it")
            return Judged(False, True, match, shown)
        if match.position.result != PLAYING or left == 1:
            return Judged(True, True, match, shown)
    return Judged(True, False, match, shown)


def _go_on(match: Match, puzzle: Puzzle, left: int, whole: bool) -> None:
    """The other side's reply, or the whole line that shows what a move was worth."""
    kind = kind_of(match.game, puzzle.kind)
    if match.game.seats == 1 and not whole:
        return
    for move in list(kind.line(observe(match.position, match.position.turn), max(left, 1))):
        if match.position.result == PLAYING:
            match.play(match.game.write_move(match.position, move))
