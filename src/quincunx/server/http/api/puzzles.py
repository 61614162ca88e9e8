"""Puzzles: three of the day, practice near a rating, and answers with what follows from them."""

import secrets
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from quincunx.catalogue import game
from quincunx.engine.kernels.randomness import SEED_LIMIT
from quincunx.puzzles import collection
from quincunx.puzzles.answers import judge
from quincunx.puzzles.grading import MIDDLE
from quincunx.puzzles.view import daily_view, judgement_view, puzzle_view
from quincunx.server.http.api.access import SettingsGiven, WorkersGiven
from quincunx.server.http.schemas.puzzles import DailyPuzzlesView, PuzzleAnswer, PuzzleJudgement, PuzzleView, Rating
from quincunx.server.match import daily
from quincunx.server.match.creation import state_of_record
from quincunx.server.match.view import replay_page

router = APIRouter(tags=["puzzles"])

PuzzleId = Annotated[str, Path(max_length=64, description="the puzzle's id")]
Day = Annotated[str | None, Query(pattern=r"^\d{8}$", description="an earlier day; today if left out")]


@router.get("/games/{slug}/puzzles/daily", response_model=DailyPuzzlesView)
async def of_the_day(slug: str, workers: WorkersGiven, date: Day = None) -> Any:
    """Three puzzles of a day, the same for everyone."""
    listed, today = game(slug), daily.today()
    return await workers.run(lambda: daily_view(listed, date or today, today))


@router.get("/games/{slug}/puzzles/practice", response_model=PuzzleView)
async def practice(
    slug: str,
    workers: WorkersGiven,
    rating: Annotated[Rating, Query(description="the rating of the person who solves it")] = MIDDLE,
    seed: Annotated[int | None, Query(ge=0, lt=SEED_LIMIT, description="draws the same puzzle again")] = None,
) -> Any:
    """A puzzle near a rating."""
    listed = game(slug)
    drawn = secrets.randbelow(SEED_LIMIT) if seed is None else seed
    return await workers.run(lambda: puzzle_view(collection.near(listed, rating, drawn)))


@router.get("/games/{slug}/puzzles/{puzzle_id}", response_model=PuzzleView)
async def one_puzzle(slug: str, puzzle_id: PuzzleId, workers: WorkersGiven) -> Any:
    listed = game(slug)
    return await workers.run(lambda: puzzle_view(collection.find(listed, puzzle_id)))


@router.post("/games/{slug}/puzzles/{puzzle_id}/answer", response_model=PuzzleJudgement)
async def answer(
    slug: str, puzzle_id: PuzzleId, body: PuzzleAnswer, workers: WorkersGiven, settings: SettingsGiven
) -> Response:
    """Whether these moves are right. The other side replies in between; a wrong move is refuted on the board. Nothing
    is stored, and the same answer gets the same judgement again."""
    listed = game(slug)

    def work() -> bytes:
        puzzle = collection.find(listed, puzzle_id)
        judged = judge(puzzle, body.moves)
        state = state_of_record(judged.match.record().as_text(), settings.caps)
        return orjson.dumps(judgement_view(puzzle, body.moves, judged, replay_page(state).view()))

    return Response(await workers.run_heavy(work), media_type="application/json")
