"""What messengers show of a link to a day: results without a word about the boards, from the server's own records.

The link names the matches of somebody's tries. Nothing else is believed: a match of another day, one that is not over
and one that does not exist are left out.
"""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quincunx.catalogue import all_games
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.server.http import static
from quincunx.server.http.api.access import RoomsGiven, SettingsGiven, WorkersGiven
from quincunx.server.http.picture import squares_png
from quincunx.server.http.previews import FRESH, Preview, page_with
from quincunx.server.live.rooms import Rooms
from quincunx.server.match import daily
from quincunx.server.match.state import State

MOST_TRIES = 12
DESCRIPTION = "One board of every game, one try each, the same for everyone."

pages = APIRouter(include_in_schema=False)
pictures = APIRouter(tags=["catalogue"])

Tries = Annotated[str, Query(max_length=800, description="ids of matches, with commas")]
Ending = Literal["won", "lost", "draw", "practice", "open"]
COLOURS: dict[Ending, tuple[int, int, int]] = {
    "won": (79, 180, 99),
    "lost": (232, 80, 74),
    "draw": (240, 196, 72),
    "practice": (130, 136, 146),
    "open": (52, 57, 65),
}


class Result(NamedTuple):
    """The result of a try."""

    ending: Ending
    words: str
    """"solved in 24 moves", "won against medium"."""


@pages.get("/day/{date}")
async def day_page(
    date: str, request: Request, rooms: RoomsGiven, settings: SettingsGiven, matches: Tries = ""
) -> Response:
    """The page of a day; without tags where there is no such day."""
    day = day_of(date)
    if day is None:
        return static.page(request.url.path, request)
    results = await results_of(date, matches, rooms)
    sentences = [f"{game.name}: {results[game.slug].words}." for game in all_games() if game.slug in results]
    preview = Preview(
        title=f"Quincunx, {day:%A}, {day.day} {day:%B}",
        description=" ".join(sentences) or DESCRIPTION,
        picture=f"/api/days/{date}/picture.png" + (f"?matches={matches}" if results else ""),
    )
    return page_with(preview, request, settings)


@pictures.get(
    "/days/{date}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "one square per game, 1200 by 630 pixels"}},
)
async def picture(date: str, rooms: RoomsGiven, workers: WorkersGiven, matches: Tries = "") -> Response:
    """The results of a day as squares: green is won, yellow drawn, red lost, grey practice."""
    if day_of(date) is None:
        raise Refusal(ErrorCode.NOT_FOUND, f"there is no day {quoted(date)} yet; a day is written like 20261116")
    results = await results_of(date, matches, rooms)
    endings = [results[game.slug].ending if game.slug in results else "open" for game in all_games()]
    content = await workers.run_heavy(lambda: squares_png([COLOURS[ending] for ending in endings]))
    return Response(content, media_type="image/png", headers={"cache-control": FRESH})


def day_of(date: str) -> datetime | None:
    """A day that is not to come."""
    try:
        day = datetime.strptime(date, "%Y%m%d")
    except ValueError:
        return None
    return day if len(date) == len("20261116") and date <= daily.today() else None


async def results_of(date: str, matches: str, rooms: Rooms) -> dict[str, Result]:
    """By game; the first try at each board that the link names."""
    results: dict[str, Result] = {}
    for match_id in matches.split(",")[:MOST_TRIES]:
        try:
            state = (await rooms.room(match_id)).state
        except Refusal:
            continue
        if state.creation.daily == date and state.over:
            results.setdefault(state.game.slug, _result(state))
    return results


def _result(state: State) -> Result:
    if state.assisted or not state.people:
        return Result("practice", "practised")
    seat, outcome = min(state.people), state.match.result
    ending: Ending = "draw" if outcome == "draw" else "won" if outcome == str(seat) else "lost"
    if state.game.seats == 1:
        solved = f"solved in {state.ply} {'move' if state.ply == 1 else 'moves'}"
        return Result(ending, solved if ending == "won" else "not solved")
    verb = {"won": "won", "lost": "lost", "draw": "drew"}[ending]
    return Result(ending, f"{verb} against {next(iter(state.levels.values()), 'a person')}")
