"""The built pages, which are part of the package: compressed in advance, and cached by browsers."""

import mimetypes
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.server.http.api.access import SettingsGiven
from quincunx.server.http.prefix import HEADER

FOREVER = "public, max-age=31536000, immutable"
"""For files that have a digest in their name."""
ASK_AGAIN = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".gz": "application/gzip",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

NOT_BUILT = """<!doctype html><html lang="en"><title>Quincunx</title>
<h1>Quincunx</h1><p>The pages have not been built yet: run <code>make play</code>.
The API is at <code>/api</code>.</p>"""

BASE = '<base href="{path}" />'
"""In the page, it says where everything lies."""
PAGE_HEADERS = {"cache-control": ASK_AGAIN, "vary": f"accept-encoding, {HEADER}"}
OFFLINE = "/offline/"
NO_SITE = "this server has no site for playing offline; its operator can run `make site`"

router = APIRouter(include_in_schema=False)


def folder() -> Path:
    """Resolved, as the files in it are: the package may be installed behind a link."""
    return (Path(str(resources.files("quincunx.server"))) / "pages").resolve()


class PagePath(PathConvertor):
    """Every address outside the API, which has its own answer for addresses that it does not know."""

    regex = "(?!api(?:/|$)).*"


register_url_convertor("page", PagePath())


def index(request: Request) -> str | None:
    """The page, with the path under which this request found it; None if it has not been built."""
    file = folder() / "index.html"
    if not file.is_file():
        return None
    here = BASE.format(path=f"{request.scope.get('root_path', '')}/")
    return file.read_text(encoding="utf-8").replace(BASE.format(path="/"), here, 1)


@router.get("/offline")
def offline_without_slash(request: Request) -> Response:
    return RedirectResponse(f"{request.scope.get('root_path', '')}{OFFLINE}")


@router.get("/offline/{path:path}")
def offline(path: str, settings: SettingsGiven) -> Response:
    """A file of the site that runs without a server. A browser opens it from here, and keeps it."""
    file = _file_at(path or "index.html", settings.offline_folder.resolve())
    if file is None:
        raise Refusal(ErrorCode.NOT_FOUND, "there is no such file" if settings.offline_folder.is_dir() else NO_SITE)
    return FileResponse(file, headers={"cache-control": _kept(file)}, media_type=TYPES.get(file.suffix))


@router.get("/{path:page}")
def page(path: str, request: Request) -> Response:
    """A file of the pages, or the page itself for every other address."""
    file = _file_at(path, folder())
    if file is None:
        if "." in path.rpartition("/")[2] and not _is_visited(request):
            raise Refusal(ErrorCode.NOT_FOUND, "there is no such file")
        file = folder() / "index.html"
    if not file.is_file():
        return HTMLResponse(NOT_BUILT)
    if request.scope.get("root_path") and file.name == "index.html":
        return HTMLResponse(index(request), headers=PAGE_HEADERS)
    return _serve(file, request)


def _is_visited(request: Request) -> bool:
    """Whether a browser opens it as a page, whose address may have a dot in it as a file's (the name of a report)."""
    return "text/html" in request.headers.get("accept", "")


def _file_at(path: str, root: Path) -> Path | None:
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # not a valid file name
        return None


def _kept(file: Path) -> str:
    return FOREVER if file.parent.name == "assets" else ASK_AGAIN


def _serve(file: Path, request: Request) -> Response:
    headers = PAGE_HEADERS | {"cache-control": _kept(file)}
    kind = TYPES.get(file.suffix)
    accepted = request.headers.get("accept-encoding", "")
    for encoding, suffix in ENCODINGS.items():
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            kind = kind or mimetypes.guess_type(file.name)[0]
            return FileResponse(packed, headers=headers | {"content-encoding": encoding}, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)
