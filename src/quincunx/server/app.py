"""The application: everything put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client import REGISTRY as PROCESS_METRICS
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response

import quincunx
from quincunx.engine.errors import Refusal
from quincunx.server.addresses import AllowedHosts
from quincunx.server.http import days, openapi, previews, static
from quincunx.server.http.api import analysis, catalogue, lab, live, matches, puzzles
from quincunx.server.http.api.access import (
    CLIENT_HEADER,
    OperatorsOnly,
    ReadinessGiven,
    RoomsGiven,
    StoreGiven,
    WorkersGiven,
)
from quincunx.server.http.errors import RESPONSES, on_http, on_invalid, on_refusal
from quincunx.server.http.middleware import RequestMiddleware
from quincunx.server.http.prefix import PrefixMiddleware
from quincunx.server.http.schemas.matches import Ready
from quincunx.server.limits import limits_of
from quincunx.server.readiness import Readiness
from quincunx.server.services import Services
from quincunx.server.settings import Settings


def make_app(settings: Settings) -> FastAPI:
    readiness = Readiness(lambda line: print(line, flush=True))
    limits = limits_of(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = Services.open(settings, limits, readiness)
        starting = services.rooms.spawn(services.start())
        yield
        starting.cancel()
        await services.close()

    app = FastAPI(
        title="Quincunx",
        version=quincunx.__version__,
        description="Five grid games: matches, live updates, AI players.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.openapi = lambda: openapi.describe(app)  # type: ignore[method-assign]
    for handled, handler in (
        (Refusal, on_refusal),
        (RequestValidationError, on_invalid),
        (HTTPException, on_http),
    ):
        app.add_exception_handler(handled, handler)
    parts = (catalogue, puzzles, matches, analysis, live, lab)
    for router in (*(part.router for part in parts), previews.pictures, days.pictures):
        app.include_router(router, prefix="/api", responses=RESPONSES)
    _add_description(app)
    _add_operations(app)
    app.include_router(previews.pages)
    app.include_router(days.pages)
    app.include_router(static.router)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["authorization", "content-type", CLIENT_HEADER],
        )
    hosts = AllowedHosts(settings.public_url, settings.allowed_hosts)
    app.add_middleware(RequestMiddleware, rate=limits.requests, hosts=hosts)
    app.add_middleware(PrefixMiddleware, prefix=settings.root_path)
    return app


def _add_description(app: FastAPI) -> None:
    """FastAPI would make the description on the event loop."""

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(workers: WorkersGiven) -> Response:
        body = await workers.answers.find("openapi", lambda: workers.run_heavy(lambda: orjson.dumps(app.openapi())))
        return Response(body, media_type="application/json")


def _add_operations(app: FastAPI) -> None:
    """The routes for people who run a server."""

    @app.get("/healthz", include_in_schema=False)
    async def healthy() -> Response:
        return JSONResponse({"healthy": True})

    @app.get("/readyz", include_in_schema=False, response_model=Ready)
    async def ready(readiness: ReadinessGiven, store: StoreGiven) -> Response:
        view = readiness.view()
        if view["ready"] and not await store.is_writable():
            view |= {"ready": False, "message": "nothing can be written: the database does not answer"}
        return JSONResponse(view, 200 if view["ready"] else 503)

    @app.get("/metrics", include_in_schema=False, dependencies=[OperatorsOnly])
    async def metrics(rooms: RoomsGiven) -> Response:
        registry = CollectorRegistry()
        for name, value in rooms.counts().items():
            Gauge(f"quincunx_{name}", f"How many {name} there are", registry=registry).set(value)
        return Response(generate_latest(PROCESS_METRICS) + generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
