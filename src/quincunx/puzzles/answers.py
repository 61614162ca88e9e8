"""Answers: whether the moves of somebody who solves a puzzle are right, and what follows from them on the board."""

from collections.abc import Sequence
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match
from quincunx.engine.rules import PLAYING, observe
from quincunx.puzzles.kind import PuzzleKind, Scores
from quincunx.puzzles.puzzle import Puzzle
from quincunx.puzzles.verification import kind_of


class Worth(NamedTuple):
    """What a move is worth beside others, in the unit of the puzzle's kind."""

    given: int
    best: int
    reason: str
    """The same in words."""


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
    worth: Worth
    """Of the last move that was given."""


def judge(puzzle: Puzzle, given: Sequence[str]) -> Judged:
    """Play the moves of the side that was asked, one after the other; the other side replies in between. After a wrong
    move, and after the last right one, best play goes on: it refutes the move, or shows that it is right."""
    if not 1 <= len(given) <= puzzle.length:
        raise Refusal(ErrorCode.BAD_REQUEST, f"this puzzle is answered by 1 to {puzzle.length} moves, not {len(given)}")
    match = puzzle.match()
    kind = kind_of(match.game, puzzle.kind)
    for number, text in enumerate(given):
        left = puzzle.length - number
        scores = _scores(puzzle, match, kind, left)
        move = match.game.read_move(match.position, text)
        match.play(text)
        worth = worth_of(kind, scores, move)
        right = worth.given == worth.best
        shown = len(match.history)
        last = number == len(given) - 1
        _go_on(match, puzzle, left - 1, last and (not right or left == 1))
        if not right:
            if not last:
                raise Refusal(ErrorCode.BAD_REQUEST, f"move {number + 1} was wrong; nothing comes after it")
            return Judged(False, True, match, shown, worth)
        if match.position.result != PLAYING or left == 1:
            return Judged(True, True, match, shown, worth)
    return Judged(True, False, match, shown, worth)


def solution(puzzle: Puzzle, begun: Sequence[str] = ()) -> list[str]:
    """Right moves to the end, the given ones first; the other side's best replies come in between."""
    match = puzzle.match()
    kind = kind_of(match.game, puzzle.kind)
    line: list[str] = []
    while len(line) < puzzle.length and match.position.result == PLAYING:
        left = puzzle.length - len(line)
        if len(line) < len(begun):
            text = begun[len(line)]
        else:
            scores = _scores(puzzle, match, kind, left)
            text = match.game.write_move(match.position, max(scores, key=lambda move: scores[move]))
        match.play(text)
        line.append(text)
        _go_on(match, puzzle, left - 1, whole=False)
    return line


def _scores(puzzle: Puzzle, match: Match, kind: PuzzleKind, left: int) -> Scores:
    """What every move is worth: at first as the puzzle says, and later as a search finds."""
    if not match.history:
        return {match.game.read_move(match.position, text): puzzle.score(text) for text in match.legal()}
    return kind.scores(observe(match.position, match.position.turn), left)


def worth_of(kind: PuzzleKind, scores: Scores, move: int) -> Worth:
    given, best = scores[move], max(scores.values())
    others = {score for score in scores.values() if score < best}
    if given < best:
        return Worth(given, best, f"It {kind.worth(given)}; the best move {kind.worth(best)}.")
    beside = "Every other move" if len(others) == 1 else "The best of the others"
    return Worth(given, best, f"It {kind.worth(best)}." + (f" {beside} {kind.worth(max(others))}." if others else ""))


def _go_on(match: Match, puzzle: Puzzle, left: int, whole: bool) -> None:
    """The other side's reply, or the whole line that shows what a move was worth."""
    kind = kind_of(match.game, puzzle.kind)
    if match.game.seats == 1 and not whole:
        return
    for move in list(kind.line(observe(match.position, match.position.turn), max(left, 1))):
        if match.position.result == PLAYING:
            match.play(match.game.write_move(match.position, move))
