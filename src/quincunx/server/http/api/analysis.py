"""Analysis of a finished match."""

from typing import Any

from fastapi import APIRouter, Request

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api.access import RoomGiven
from quincunx.server.http.middleware import client_address
from quincunx.server.http.schemas import AnalysisView
from quincunx.server.workers.analyses import Analyses

router = APIRouter(tags=["analysis"])
NONE = {"status": "none", "done": 0, "total": 0, "judgements": None, "accuracy": None}


@router.post("/matches/{match_id}/analysis", status_code=202, response_model=AnalysisView)
async def start(request: Request, room: RoomGiven) -> Any:
    """Begin to judge every move of a finished match; its progress is told live, and here."""
    state = await room.current()
    if not state.over:
        raise Refusal(ErrorCode.NOT_OVER, "a running match is not analysed; finish it, or ask for a hint")
    if not state.history:
        raise Refusal(ErrorCode.NOT_ALLOWED, "there is no move to judge in this match")
    analyses: Analyses = request.app.state.analyses
    return analyses.start(
        room, state.match.copy(), request.app.state.analyses_at_once.held(client_address(request.scope))
    ).view()


@router.get("/matches/{match_id}/analysis", response_model=AnalysisView)
async def read(request: Request, room: RoomGiven) -> Any:
    job = request.app.state.analyses.of(room)
    return job.view() if job else NONE


@router.delete("/matches/{match_id}/analysis", response_model=AnalysisView)
async def cancel(request: Request, room: RoomGiven) -> Any:
    job = request.app.state.analyses.cancel(room)
    return job.view() if job else NONE
