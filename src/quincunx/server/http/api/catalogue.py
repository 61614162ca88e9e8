"""The games; scores, statistics and the board of the day."""

import gzip
from functools import lru_cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from rich.style import Style
from starlette.responses import Response

from quincunx.catalogue import all_games, describe, game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame, Game, Look
from quincunx.puzzles.collection import has_puzzles
from quincunx.search.advice.principles import Guidance
from quincunx.search.advice.prompt import advice_record, advice_view, advise
from quincunx.search.fit import FIT
from quincunx.server.http.api.access import (
    AddressGiven,
    LimitsGiven,
    ReadinessGiven,
    SettingsGiven,
    StoreGiven,
    WorkersGiven,
)
from quincunx.server.http.lessons import lesson_views
from quincunx.server.http.schemas.catalogue import (
    BestScore,
    DailyMoves,
    DailyResult,
    DailyView,
    GameView,
    LessonView,
    OfflineView,
    Statistic,
)
from quincunx.server.http.schemas.requests import PromptRequest
from quincunx.server.match import daily
from quincunx.server.match.variant_key import variant_key
from quincunx.server.match.view_types import AdviceView
from quincunx.server.workers.ai import WorkerPools
from quincunx.texts_for_people import RULES, text_for_people

router = APIRouter(tags=["catalogue"])

MOST_LISTED = 50


def game_view(listed: AnyGame) -> dict[str, Any]:
    levels = [
        {
            "level": name,
            "named": listed.is_named_level(name),
            "algorithm": level.player.algorithm,
            "depth": level.player.depth,
            "milliseconds": level.milliseconds,
        }
        for name, level in listed.offered_levels.items()
    ]
    further = {
        "seat_names": list(listed.seat_names),
        "chance": listed.chance,
        "secret": listed.secret,
        "takes_prompts": listed.guidance is not None,
        "guidance": None if listed.guidance is None else guidance_view(listed.guidance),
        "has_solver": type(listed).fewest_moves is not Game.fewest_moves,
        "has_puzzles": has_puzzles(listed),
        "ai_may_accept_draw": type(listed).agrees_to_draw is not Game.agrees_to_draw,
        "restart_when": listed.restart_when,
        "levels": levels,
        "hint_level": listed.hint_level,
        "default_level": listed.default_level,
        "fit": FIT._asdict(),
        "errors": [code.value for code in listed.errors],
        "variant_schema": listed.variant_class.model_json_schema(),
        "looks": {cell: look_view(look) for cell, look in listed.looks.items()},
        "rules": rules_text(listed),
    }
    return describe(listed) | further


def guidance_view(guidance: Guidance) -> dict[str, Any]:
    principles = [
        {
            "principle": principle.name,
            "example": principle.example,
            "sought": principle.sought.deed,
            "avoided": principle.avoided.deed,
        }
        for principle in guidance.principles
    ]
    return {"example": guidance.example, "unit": guidance.unit.many, "principles": principles}


def look_view(look: Look) -> dict[str, Any]:
    colour = Style.parse(look.style).color
    return {"symbol": look.symbol, "name": look.name, "colour": colour and colour.get_truecolor().hex}


def rules_text(listed: AnyGame) -> str:
    """The rules for people: `rules.md` in the game's folder, or else its short introduction."""
    return text_for_people(listed, RULES) or listed.how_to_play


@router.get("/games", response_model=list[GameView])
def games(request: Request) -> Response:
    """All games. This is the first thing that a page requests, so it is built and compressed once."""
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
def lessons(slug: str, readiness: ReadinessGiven) -> Any:
    """The tutorial: a few positions, each showing one rule."""
    readiness.must_play(slug)
    return lesson_views(game(slug))


@router.post("/games/{slug}/advice", response_model=AdviceView)
def advice(slug: str, body: PromptRequest, limits: LimitsGiven, address: AddressGiven) -> Any:
    """What AI players would make of a line of text."""
    limits.prompts.take(address)
    found, listed = advise(game(slug), body.prompt), game(slug)
    return advice_view(listed, found.strategy.as_record(), advice_record(found))


@router.get("/games/{slug}/daily", response_model=DailyView)
async def daily_board(
    slug: str,
    workers: WorkersGiven,
    readiness: ReadinessGiven,
    store: StoreGiven,
    asked: Annotated[
        str | None, Query(alias="date", pattern=r"^20\d{6}$", description="an earlier day; today if left out")
    ] = None,
) -> Any:
    """The board of the day, the same for everyone. A secret seed is published when its day is over."""
    listed, date = game(slug), asked or daily.today()
    readiness.must_think(slug)
    board = await _board_of(listed, date, store.daily_secret, workers)
    return daily.view_of(board, listed, date, store.daily_secret)


@router.post("/games/{slug}/daily/result", response_model=DailyResult)
async def daily_result(
    slug: str, body: DailyMoves, workers: WorkersGiven, readiness: ReadinessGiven, store: StoreGiven
) -> Any:
    """What moves reach on the board of a day, by replay. On a secret board only once its day is over: until then this
    would tell what falls, and the matches of this server prove their results themselves."""
    listed = game(slug)
    readiness.must_think(slug)
    if listed.secret and body.date == daily.today():
        problem = f"today's board of {slug} is a secret until its day is over; link to the match instead"
        raise Refusal(ErrorCode.NOT_ALLOWED, problem)
    board = await _board_of(listed, body.date, store.daily_secret, workers)
    return await workers.run_heavy(lambda: daily.result_view(board, body.moves))


async def _board_of(listed: AnyGame, date: str, secret: bytes, workers: WorkerPools) -> daily.Daily:
    daily.must_be_known(date)
    return await workers.answers.find(
        ("daily", listed.slug, date, secret), lambda: workers.run_heavy(lambda: daily.board(listed, date, secret))
    )


@router.get("/games/{slug}/scores", response_model=list[BestScore])
async def best_scores(
    slug: str,
    store: StoreGiven,
    workers: WorkersGiven,
    preset: Annotated[str | None, Query(max_length=512)] = None,
    date: Annotated[str | None, Query(pattern=r"^\d{8}$", description="only the board of this day")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 10,
) -> Any:
    """The wins with the fewest moves, for a preset or a variant as JSON: first tries per address and day, without
    assisted matches. One person with two addresses is two here."""
    listed = game(slug)
    key = variant_key(listed, listed.variant(preset))
    return await workers.run_listing(lambda: store.best_scores(slug, key, date, limit))


@router.get("/statistics", response_model=list[Statistic])
async def statistics(store: StoreGiven, workers: WorkersGiven) -> Any:
    """How finished matches ended, by game, mode and level."""
    return await workers.run_listing(store.statistics)


@router.get("/offline", response_model=OfflineView)
def offline(settings: SettingsGiven) -> Any:
    """What a browser has to load to play without this server, if `make site` has made it."""
    listed = settings.offline_folder / "runtime" / "files.json"
    if not listed.is_file():
        return {"bytes": None}
    return {"bytes": sum(file["bytes"] for file in orjson.loads(listed.read_bytes())["files"].values())}
