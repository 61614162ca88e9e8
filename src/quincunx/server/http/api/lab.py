"""The lab's reports, read-only, and small runs that somebody starts and watches."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import FileResponse

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.service import list_reports, report_file
from quincunx.measure.match_metrics import match_metrics
from quincunx.server.http.api.access import HallGiven, RoomGiven
from quincunx.server.http.middleware import client_address
from quincunx.server.http.schemas import ExperimentRequest, ExperimentView, MetricView, ReportView
from quincunx.server.workers.lab_runs import Experiments

router = APIRouter(tags=["lab"])

RunName = Annotated[str, Path(max_length=64)]


@router.get("/lab/reports", response_model=list[ReportView])
def reports(request: Request) -> Any:
    """The reports that there are, the latest first."""
    folder = request.app.state.hall.settings.reports_folder
    return [report._asdict() for report in list_reports(folder)]


@router.get(
    "/lab/reports/{name}",
    response_class=FileResponse,
    responses={200: {"content": {"text/html": {}}, "description": "the report: one page with everything in it"}},
)
def report(name: Annotated[str, Path(max_length=128)], request: Request) -> FileResponse:
    return FileResponse(report_file(request.app.state.hall.settings.reports_folder, name), media_type="text/html")


@router.post("/lab/runs", status_code=202, response_model=ExperimentView)
def start(asked: ExperimentRequest, request: Request) -> Any:
    """Begin a run of at most a minute on one core; its report is listed when it is done."""
    experiments: Experiments = request.app.state.experiments
    return experiments.start(asked, client_address(request.scope)).view()


@router.get("/lab/runs/{name}", response_model=ExperimentView)
def progress(name: RunName, request: Request) -> Any:
    return _found(name, request).view()


@router.delete("/lab/runs/{name}", response_model=ExperimentView)
def cancel(name: RunName, request: Request) -> Any:
    experiment = _found(name, request)
    experiment.cancel()
    return experiment.view()


def _found(name: str, request: Request) -> Any:
    experiment = request.app.state.experiments.find(name)
    if experiment is None:
        raise Refusal(ErrorCode.NOT_FOUND, "there is no such run; its report may be among the reports")
    return experiment


@router.get("/matches/{match_id}/metrics", response_model=dict[str, MetricView])
async def metrics(room: RoomGiven, hall: HallGiven) -> Any:
    """What the lab measures, of this match as it stands."""
    match = (await room.current()).match.copy()
    return await hall.thinkers.run(lambda: match_metrics(match))
