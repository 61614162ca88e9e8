"""Analysis of a finished match."""

from typing import Any

from fastapi import APIRouter

from quincunx.server.http.api.access import (
    AddressGiven,
    AnalysesGiven,
    Credentials,
    ReadinessGiven,
    RoomGiven,
    StoreGiven,
    holder_by,
)
from quincunx.server.http.schemas.matches import AnalysisView
from quincunx.server.match.commands import must_analyse

router = APIRouter(tags=["analysis"])
NONE = {"status": "none", "done": 0, "total": 0, "judgements": None, "accuracy": None}


@router.post("/matches/{match_id}/analysis", status_code=202, response_model=AnalysisView)
async def start(room: RoomGiven, analyses: AnalysesGiven, readiness: ReadinessGiven, address: AddressGiven) -> Any:
    """Begin to judge every move of a finished match. Progress is reported live, and here."""
    state = await room.current()
    readiness.must_think(state.game.slug)
    must_analyse(state)
    return (await analyses.start(room, state.match.copy(), address)).view()


@router.get("/matches/{match_id}/analysis", response_model=AnalysisView)
async def read(room: RoomGiven, analyses: AnalysesGiven) -> Any:
    task = await analyses.of(room, (await room.current()).match)
    return task.view() if task else NONE


@router.delete("/matches/{match_id}/analysis", response_model=AnalysisView)
async def cancel(
    room: RoomGiven, analyses: AnalysesGiven, store: StoreGiven, address: AddressGiven, credentials: Credentials
) -> Any:
    """Only a player of the match, or the client that asked for the analysis, may cancel it."""
    holder = await holder_by(credentials.credentials, room, store) if credentials else None
    task = analyses.cancel(room, (await room.current()).match, address, holder is not None)
    return task.view() if task else NONE
