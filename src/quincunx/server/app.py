"""The application: everything put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client import REGISTRY as COUNTED
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response

import quincunx
from quincunx.engine.errors import Refusal
from quincunx.server.http import static
from quincunx.server.http.api import analysis, catalogue, lab, live, matches
from quincunx.server.http.api.access import CLIENT_HEADER, HallGiven
from quincunx.server.http.errors import RESPONSES, on_http, on_invalid, on_refusal
from quincunx.server.http.limits import AtOnce, Rate
from quincunx.server.http.middleware import Gate
from quincunx.server.http.schemas import Ready
from quincunx.server.live.postgres_notify import Listener
from quincunx.server.live.rooms import Hall
from quincunx.server.readiness import Readiness
from quincunx.server.settings import Settings
from quincunx.server.workers.analyses import Analyses
from quincunx.server.workers.lab_runs import Experiments

UNLIMITED = 1_000_000_000


def make_app(settings: Settings) -> FastAPI:
    readiness = Readiness(lambda line: print(line, flush=True))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = app.state.hall = Hall(settings)
        app.state.analyses = Analyses(hall.thinkers)
        app.state.experiments = Experiments(settings)
        listener = Listener(hall) if hall.store.shared else None
        preparing = hall.spawn(_prepare(readiness, hall))
        yield
        preparing.cancel()
        if listener:
            listener.close()
        app.state.analyses.close()
        app.state.experiments.close()
        await hall.close()

    app = FastAPI(
        title="Quincunx",
        version=quincunx.__version__,
        description="Five grid games: matches, live updates, opponents.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.readiness = readiness
    _limit(app, settings)
    for handled, handler in (
        (Refusal, on_refusal),
        (RequestValidationError, on_invalid),
        (HTTPException, on_http),
    ):
        app.add_exception_handler(handled, handler)
    for router in (catalogue.router, matches.router, analysis.router, live.router, lab.router):
        app.include_router(router, prefix="/api", responses=RESPONSES)
    _add_operations(app, readiness)
    app.include_router(static.router)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["authorization", "content-type", CLIENT_HEADER],
        )
    app.add_middleware(Gate, settings=settings, must_be_ready=readiness.must_be_ready)
    return app


async def _prepare(readiness: Readiness, hall: Hall) -> None:
    await readiness.prepare()
    hall.start()


def _limit(app: FastAPI, settings: Settings) -> None:
    """What one client may do; nothing is limited for a load test."""
    limited = settings.limited
    app.state.match_rate = Rate(
        settings.matches_per_minute / 60 if limited else UNLIMITED,
        settings.matches_per_minute if limited else UNLIMITED,
        "new matches",
    )
    app.state.sockets_at_once = AtOnce(settings.sockets_per_client if limited else UNLIMITED, "live connections")
    app.state.analyses_at_once = AtOnce(settings.analyses_per_client if limited else UNLIMITED, "analyses")


def _add_operations(app: FastAPI, readiness: Readiness) -> None:
    """For those who run it."""

    @app.get("/healthz", include_in_schema=False)
    async def healthy() -> Response:
        return JSONResponse({"healthy": True})

    @app.get("/readyz", include_in_schema=False, response_model=Ready)
    async def ready(hall: HallGiven) -> Response:
        view = readiness.view()
        if view["ready"] and not await hall.store.alive():
            view |= {"ready": False, "message": "the database does not answer"}
        return JSONResponse(view, 200 if view["ready"] else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(hall: HallGiven) -> Response:
        registry = CollectorRegistry()
        for name, value in hall.counts().items():
            Gauge(f"quincunx_{name}", f"How many {name} there are", registry=registry).set(value)
        return Response(generate_latest(COUNTED) + generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
