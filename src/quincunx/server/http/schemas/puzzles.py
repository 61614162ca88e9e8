"""Puzzles: what is asked, and what an answer is worth."""

from typing import Annotated, Any

from pydantic import Field

from quincunx.puzzles.puzzle import Verification
from quincunx.server.http.schemas.matches import Answer
from quincunx.server.http.schemas.requests import MoveText
from quincunx.server.match.new_match import Request
from quincunx.server.match.view_types import PositionView, ReplayView

MOST_MOVES = 20


class PuzzleView(Answer):
    """A puzzle without its answer."""

    id: str
    game: str
    variant: dict[str, Any]
    kind: str
    question: str
    length: int = Field(description="how many moves of the side to move are asked for")
    rating: int = Field(description="how hard it is, like an Elo rating")
    grade: int = Field(ge=1, le=5, description="how hard it is, from 1 to 5")
    verified: Verification = Field(description="which code has checked it: none that helped to find it")
    record: str = Field(description="the position's game id; moves are appended to it")
    view: PositionView
    legal: list[str]


class DailyPuzzlesView(Answer):
    date: str
    game: str
    puzzles: list[PuzzleView] = Field(description="from easy to hard")


class PuzzleAnswer(Request):
    moves: list[MoveText] = Field(
        min_length=1,
        max_length=MOST_MOVES,
        description="the moves of the side that is asked, without the other side's replies",
    )


class PuzzleJudgement(Answer):
    """Whether the moves are right, and what follows from them."""

    right: bool
    done: bool = Field(description="whether nothing more is to be found: it is solved, or the last move is wrong")
    answers: list[str] = Field(description="the first moves that count; none as long as it is not done")
    solution: list[str] = Field(
        description="right moves to the end, beginning with the right ones that were given; none as long as it is not "
        "done"
    )
    score: int = Field(description="what the last move is worth, in the unit of the puzzle's kind")
    best: int = Field(description="what the best move is worth there")
    reason: str = Field(description="both in words: what the move does, beside the best or the next best one")
    line: int = Field(description="the ply from which on the replay shows what nobody was asked for: a reply, the "
                      "refutation of a wrong move, or how best play goes on")  # fmt: skip
    replay: ReplayView


Rating = Annotated[int, Field(ge=0, le=4000)]
