"""The lab's reports, read-only, small runs that somebody starts and watches, and the study of people."""

from pathlib import Path as FolderPath
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import FileResponse

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import replay
from quincunx.engine.record import Record
from quincunx.lab.service import ReportView, list_reports, plots_file, read_study, report_file, report_verdicts
from quincunx.measure.match_metrics import match_metrics
from quincunx.server.http.api.access import (
    AddressGiven,
    AdminOnly,
    LabRunsGiven,
    RoomGiven,
    SettingsGiven,
    StoreGiven,
    WorkersGiven,
)
from quincunx.server.http.schemas.lab import LabRunView, LabView, PeopleView, ReportSummaryView
from quincunx.server.http.schemas.matches import MetricView
from quincunx.server.http.schemas.requests import LabRunRequest, StudyRequest
from quincunx.server.workers.lab_runs import LabRun, LabRuns

router = APIRouter(tags=["lab"])

RunName = Annotated[str, Path(max_length=64)]


@router.get("/lab/reports")
def reports(settings: SettingsGiven) -> list[ReportView]:
    """All reports, the latest first."""
    return list_reports(settings.reports_folder)


@router.get(
    "/lab/reports/{name}",
    response_class=FileResponse,
    responses={200: {"content": {"text/html": {}}, "description": "the report: one page, with its plots"}},
)
def report(name: Annotated[str, Path(max_length=128)], settings: SettingsGiven) -> FileResponse:
    return FileResponse(report_file(settings.reports_folder, name), media_type="text/html")


@router.get("/lab/plotly.min.js", include_in_schema=False)
def plots(settings: SettingsGiven) -> FileResponse:
    """The library that the reports of small runs share; their pages ask for it."""
    return FileResponse(plots_file(settings.reports_folder), media_type="text/javascript")


@router.get("/lab/reports/{name}/summary", response_model=ReportSummaryView)
def report_summary(name: Annotated[str, Path(max_length=128)], settings: SettingsGiven) -> Any:
    """The verdicts of a run, in words and numbers."""
    return report_verdicts(settings.reports_folder, name)


@router.post("/lab/runs", status_code=202, response_model=LabRunView)
def start(body: LabRunRequest, lab_runs: LabRunsGiven, address: AddressGiven) -> Any:
    """Begin a run of at most a minute on one core. Its report is listed when it is done."""
    variant = body.preset if body.variant is None else body.variant
    return lab_runs.start(address, body.game, variant, body.players, body.games, body.seed).view()


@router.get("/lab/runs/{name}", response_model=LabRunView)
def progress(name: RunName, lab_runs: LabRunsGiven) -> Any:
    return _find(name, lab_runs).view()


@router.delete("/lab/runs/{name}", response_model=LabRunView)
def cancel(name: RunName, lab_runs: LabRunsGiven, address: AddressGiven) -> Any:
    """Only the client that started a run may cancel it."""
    lab_run = _find(name, lab_runs)
    lab_run.must_belong_to(address)
    lab_run.cancel()
    return lab_run.view()


def _find(name: str, lab_runs: LabRuns) -> LabRun:
    lab_run = lab_runs.find(name)
    if lab_run is None:
        raise Refusal(ErrorCode.NOT_FOUND, "there is no such run; its report may be among the reports")
    return lab_run


@router.get("/lab", response_model=LabView)
def offered(settings: SettingsGiven) -> Any:
    """What the lab offers on this server."""
    return {"people": bool(settings.admin_token)}


@router.get("/lab/people", response_model=list[PeopleView], dependencies=[AdminOnly])
async def people(settings: SettingsGiven, store: StoreGiven) -> Any:
    """For the administrator: how many matches people have played, by game, and what the last study of each says."""
    counts = await store.matches_with_people()
    return [_people_view(settings.reports_folder, game, number) for game, number in sorted(counts.items())]


def _people_view(folder: FolderPath, game: str, matches: int) -> dict[str, Any]:
    written_at, rules = read_study(folder, game) or (None, [])
    return {"game": game, "matches": matches, "written_at": written_at, "rules": rules}


@router.post("/lab/people", status_code=202, response_model=LabRunView, dependencies=[AdminOnly])
def study_people(body: StudyRequest, lab_runs: LabRunsGiven, address: AddressGiven) -> Any:
    """For the administrator: compare the people on this server with the levels of a game."""
    return lab_runs.start_study(address, body.game, body.games).view()


@router.get("/matches/{match_id}/metrics", response_model=dict[str, MetricView])
async def metrics(room: RoomGiven, workers: WorkersGiven) -> Any:
    """What the lab measures, for this match as it stands."""
    record = (await room.current()).record()
    question = ("metrics", room.id, room.version)
    return await workers.answers.find(question, lambda: workers.run_apart(_metrics_of, record))


def _metrics_of(record: Record) -> dict[str, Any]:
    return match_metrics(replay(record, play_passes=True))
