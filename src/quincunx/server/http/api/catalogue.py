"""Which games there are; scores, statistics and the board of the day."""

import gzip
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quincunx.catalogue import all_games, describe, game
from quincunx.engine.game import AnyGame
from quincunx.search.chooser import MILLISECONDS
from quincunx.server.http.api.access import HallGiven
from quincunx.server.http.lessons import lesson_views
from quincunx.server.http.schemas import AdviceView, DailyView, GameView, LessonView, PromptRequest, Score, Statistic
from quincunx.server.match import daily
from quincunx.server.match.variant_key import variant_key

router = APIRouter(tags=["catalogue"])

MOST_LISTED = 50


def game_view(listed: AnyGame) -> dict[str, Any]:
    levels = [
        {"level": name, "algorithm": player.algorithm, "depth": player.depth, "milliseconds": MILLISECONDS[name]}
        for name, player in listed.levels.items()
    ]
    further = {
        "seat_names": list(listed.seat_names),
        "chance": listed.chance,
        "secret": listed.secret,
        "takes_prompts": listed.takes_prompts,
        "restart_when": listed.restart_when,
        "levels": levels,
        "variant_schema": listed.variant_class.model_json_schema(),
        "looks": {cell: {"symbol": look.symbol, "name": look.name} for cell, look in listed.looks.items()},
        "rules": rules_text(listed),
    }
    return describe(listed) | further


def rules_text(listed: AnyGame) -> str:
    """The rules as people read them: a file beside the game, or its few sentences."""
    package = type(listed).__module__.rpartition(".")[0]
    file = resources.files(package) / "rules.md"
    return file.read_text(encoding="utf-8") if file.is_file() else listed.how_to_play


@router.get("/games", response_model=list[GameView])
def games(request: Request) -> Response:
    """All games; the first thing that a page asks for, so it is made and compressed once."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packed else {})
    return Response(_listed(packed), headers=headers, media_type="application/json")


@lru_cache
def _listed(packed: bool) -> bytes:
    body = orjson.dumps([game_view(listed) for listed in all_games()])
    return gzip.compress(body, mtime=0) if packed else body


@router.get("/games/{slug}", response_model=GameView)
def one_game(slug: str) -> Any:
    return game_view(game(slug))


@router.get("/games/{slug}/lessons", response_model=list[LessonView])
def lessons(slug: str) -> Any:
    """The tutorial: a few positions, each showing one rule."""
    return lesson_views(game(slug))


@router.post("/games/{slug}/advice", response_model=AdviceView)
def advice(slug: str, asked: PromptRequest) -> Any:
    """What our players would make of a line of text."""
    return game(slug).advice(asked.prompt)


@router.get("/games/{slug}/daily", response_model=DailyView)
async def daily_board(slug: str, hall: HallGiven) -> Any:
    """The board of the day, the same for everyone."""
    listed, date = game(slug), daily.today()
    found = await hall.thinkers.run(lambda: daily.board(listed, date))
    match = found.match
    return {
        "date": date,
        "game": slug,
        "seed": match.seed,
        "variant": match.variant.model_dump(mode="json"),
        "opening": list(found.opening),
        "view": match.describe(),
    }


@router.get("/games/{slug}/scores", response_model=list[Score])
async def best_scores(
    slug: str,
    hall: HallGiven,
    preset: Annotated[str | None, Query(max_length=512)] = None,
    date: Annotated[str | None, Query(pattern=r"^\d{8}$", description="only of the board of this day")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 10,
) -> Any:
    """The fewest moves of matches that nobody helped with; for a preset, or a variant as JSON."""
    listed = game(slug)
    variant = listed.variant(preset)
    key = variant_key(listed.preset_name(variant), listed.unresolved(variant).model_dump(mode="json"))
    return await hall.store.best_scores(slug, key, date, limit)


@router.get("/statistics", response_model=list[Statistic])
async def statistics(hall: HallGiven) -> Any:
    """How finished matches went, by game, mode and level."""
    return await hall.store.statistics()
