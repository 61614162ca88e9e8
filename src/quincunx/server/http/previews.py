"""What messengers show of a link to a match: a title, a sentence and a picture, as `og:` tags in its page."""

from functools import lru_cache
from html import escape
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from quincunx.engine.errors import Refusal
from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import DEFAULT_SEED, tie_break
from quincunx.engine.match import Match
from quincunx.server.http import static
from quincunx.server.http.api.access import RoomGiven, RoomsGiven, SettingsGiven, WorkersGiven
from quincunx.server.http.picture import HEIGHT, WIDTH, position_png
from quincunx.server.match.state import State
from quincunx.server.match.view import mode_of
from quincunx.server.settings import Settings

HEAD_END = "</head>"
SAMPLE_PLIES = 12
"""How far a match is played for a picture of a board that is still empty."""
PICTURES_KEPT = 128
FRESH = "public, max-age=60"

pages = APIRouter(include_in_schema=False)
pictures = APIRouter(tags=["matches"])


@pages.get("/match/{match_id}")
@pages.get("/match/{match_id}/history")
@pages.get("/join/{match_id}")
async def match_page(match_id: str, request: Request, rooms: RoomsGiven, settings: SettingsGiven) -> Response:
    """The page of a match; without tags where there is no such match, or the database does not answer."""
    try:
        state = (await rooms.room(match_id)).state
    except Refusal:
        return static.page(request.url.path, request)
    invited = request.url.path.startswith("/join/")
    preview = Preview(
        title=invitation(state) if invited else title(state),
        description=state.game.tagline,
        picture=f"/api/matches/{state.id}/picture.png?v={state.number}",
    )
    return page_with(preview, request, settings)


class Preview(NamedTuple):
    title: str
    description: str
    picture: str
    """Its path on this server."""


def page_with(preview: Preview, request: Request, settings: Settings) -> Response:
    """The pages, with tags for programs that show a link to them."""
    html = static.index(request)
    if html is None:
        return HTMLResponse(static.NOT_BUILT)
    base = (settings.public_url or str(request.base_url)).rstrip("/")
    tags = _tags(preview, base, request.url.path)
    return HTMLResponse(html.replace(HEAD_END, tags + HEAD_END, 1), headers=static.PAGE_HEADERS)


def _tags(preview: Preview, base: str, path: str) -> str:
    properties = {
        "og:site_name": "Quincunx",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": base + path,
        "og:image": base + preview.picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in properties.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image" />', ""])


def invitation(state: State) -> str:
    host = next((state.names[seat] for seat in sorted(state.joined) if seat in state.names), None)
    return f"{host or 'A friend'} invites you to {state.game.name}"


def title(state: State) -> str:
    """Who plays what: "Ada and Bea: Infinity Grid Duel"."""
    if mode_of(state) != "pvp" or not state.names:
        return state.game.name
    names = [state.names.get(seat, state.game.seat_names[seat - 1]) for seat, _ in state.seats]
    return f"{' and '.join(names)}: {state.game.name}"


@pictures.get(
    "/matches/{match_id}/picture.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "the position, 1200 by 630 pixels"}},
)
async def picture(room: RoomGiven, workers: WorkersGiven) -> Response:
    """The position as a picture, for previews of links."""
    game, cells = room.state.game, tuple(room.state.match.describe()["cells"])
    content = await workers.run_heavy(lambda: _picture(game, cells))
    return Response(content, media_type="image/png", headers={"cache-control": FRESH})


@lru_cache(PICTURES_KEPT)
def _picture(game: AnyGame, cells: tuple[str, ...]) -> bytes:
    is_empty = not set("".join(cells)) & set(game.looks)
    return position_png(game, _sample(game) if is_empty else cells)


def _sample(game: AnyGame) -> tuple[str, ...]:
    """A position a few plies into a match."""
    match = Match(game, None, DEFAULT_SEED)
    for ply in range(SAMPLE_PLIES):
        legal = match.legal()
        if not legal:
            break
        match.play(legal[tie_break(DEFAULT_SEED, ply, len(legal))])
    return tuple(match.describe()["cells"])
