"""Builds the site for a plain web space: the pages, and all that runs in the browser instead of a server.

    python tools/build_site.py [FOLDER]     dist/site unless another folder is named

The folder can be put anywhere: all addresses in it are relative.
"""

import gzip
import hashlib
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import browser_modules
import browser_python
import build_pages
import cache
import orjson

from quincunx.catalogue import all_games
from quincunx.offline.compiler.command import kernels_of
from quincunx.server.http.api.catalogue import game_view
from quincunx.server.http.lessons import lesson_views

SITE = build_pages.ROOT / "dist" / "site"
LOADER = ("pyodide.mjs", "pyodide.asm.mjs")
LOCK = "pyodide-lock.json"
OF_THE_SERVER = ("sw.js", "offline.html", "offline.css", ".digest", "*.br", "*.gz")
"""What the server's pages have and a web space does not need."""
BASE, ROOT_TAG, SITE_TAG = '<base href="/" />', "<html ", '<html data-home="site" '


def build(site: Path, compiled: Sequence[str] = ()) -> None:
    """The site, with the kernels of these games, or of all. For tests one is enough: the others run in plain Python."""
    build_pages.build(force=False)
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(build_pages.PAGES, site, ignore=shutil.ignore_patterns(*OF_THE_SERVER))
    mark_page(site / "index.html")
    write_runtime(site / "runtime", compiled)
    write_service_worker(site)
    cache.sweep()


def mark_page(page: Path) -> None:
    """The page says that it is on a web space, and its addresses begin where it is."""
    text = page.read_text()
    if BASE not in text or ROOT_TAG not in text:
        sys.exit(f"{page.name} has no {BASE} or no {ROOT_TAG}, so that it cannot be put on a web space.")
    page.write_text(text.replace(BASE, "").replace(ROOT_TAG, SITE_TAG, 1))


def write_runtime(folder: Path, compiled: Sequence[str]) -> None:
    folder.mkdir()
    for name in LOADER:
        shutil.copyfile(browser_python.PYODIDE / name, folder / name)
    contents = {
        "pyodide.asm.wasm": (browser_python.PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "python_stdlib.zip": browser_modules.library(),
        "packages.zip": browser_modules.packages(),
        "kernels.wasm": kernels_of(*compiled).read_bytes(),
        "catalogue.json": catalogue(),
    }
    files = {name: write_packed(folder, name, content) for name, content in contents.items()}
    lock = json.loads((browser_python.PYODIDE / LOCK).read_text()) | {"packages": {}}
    (folder / "files.json").write_text(json.dumps({"files": files, "lock": lock}))


def write_packed(folder: Path, name: str, content: bytes) -> dict[str, str | int]:
    """A compressed file with a digest in its name: it is small on any web space, and never out of date."""
    key = cache.key("gzip", content)
    packed = cache.find(key)
    if packed is None:
        packed = gzip.compress(content, 9, mtime=0)
        cache.keep(key, packed)
    address = f"{name}.{hashlib.sha256(packed).hexdigest()[:16]}.gz"
    (folder / address).write_bytes(packed)
    return {"address": address, "bytes": len(packed)}


def catalogue() -> bytes:
    """What the server answers about games, by path."""
    views = [game_view(game) for game in all_games()]
    answers: dict[str, object] = {"/api/games": views}
    for game, view in zip(all_games(), views, strict=True):
        answers[f"/api/games/{game.slug}"] = view
        answers[f"/api/games/{game.slug}/lessons"] = lesson_views(game)
    return orjson.dumps(answers)


def write_service_worker(site: Path) -> None:
    """It keeps the pages, by a version that is a digest of them. The runtime's large files keep themselves."""
    files = sorted(file for file in site.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(site).as_posix().encode() + file.read_bytes())
    kept = [file for file in files if file.suffix != ".gz" or file.name.startswith("catalogue")]
    listed = ["./", *(f"./{file.relative_to(site).as_posix()}" for file in kept if file.name != "index.html")]
    text = (build_pages.WEB / "site" / "sw.js").read_text()
    text = text.replace("__VERSION__", digest.hexdigest()[:16]).replace("__FILES__", json.dumps(listed))
    (site / "sw.js").write_text(text)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE)
