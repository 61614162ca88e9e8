"""The built pages, which are part of the package: compressed in advance, and cached by browsers."""

import mimetypes
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, Response

from quincunx.engine.errors import ErrorCode, Refusal

FOREVER = "public, max-age=31536000, immutable"
"""For files that have a digest in their name."""
ASK_AGAIN = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

NOT_BUILT = """<!doctype html><html lang="en"><title>Quincunx</title>
<h1>Quincunx</h1><p>The pages have not been built yet: run <code>make play</code>.
The API is at <code>/api</code>.</p>"""

router = APIRouter(include_in_schema=False)


def folder() -> Path:
    """Resolved, as the files in it are: the package may be installed behind a link."""
    return (Path(str(resources.files("quincunx.server"))) / "pages").resolve()


class PagePath(PathConvertor):
    """Every address outside the API, which has its own answer for addresses that it does not know."""

    regex = "(?!api(?:/|$)).*"


register_url_convertor("page", PagePath())


@router.get("/{path:page}")
def page(path: str, request: Request) -> Response:
    """A file of the pages, or the page itself for every other address."""
    file = _file_at(path)
    if file is None:
        if "." in path.rpartition("/")[2] and not _is_visited(request):
            raise Refusal(ErrorCode.NOT_FOUND, "there is no such file")
        file = folder() / "index.html"
    if not file.is_file():
        return HTMLResponse(NOT_BUILT)
    return _serve(file, request)


def _is_visited(request: Request) -> bool:
    """Whether a browser opens it as a page, whose address may have a dot in it as a file's (the name of a report)."""
    return "text/html" in request.headers.get("accept", "")


def _file_at(path: str) -> Path | None:
    root = folder()
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # not a valid file name
        return None


def _serve(file: Path, request: Request) -> Response:
    kept = FOREVER if file.parent.name == "assets" else ASK_AGAIN
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    kind = TYPES.get(file.suffix)
    accepted = request.headers.get("accept-encoding", "")
    for encoding, suffix in ENCODINGS.items():
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            kind = kind or mimetypes.guess_type(file.name)[0]
            return FileResponse(packed, headers=headers | {"content-encoding": encoding}, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)
