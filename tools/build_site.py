"""Builds the site for a plain web space: the pages, and all that runs in the browser instead of a server.

    python tools/build_site.py [FOLDER]     dist/site unless another folder is named

The folder can be put anywhere: all addresses in it are relative.
"""

import hashlib
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path

import browser_packages
import build_pages
import orjson

from quincunx.catalogue import all_games
from quincunx.offline.compiler.command import kernels_of
from quincunx.server.http.api.catalogue import game_view
from quincunx.server.http.lessons import lesson_views

SITE = build_pages.ROOT / "dist" / "site"
SOURCES = build_pages.ROOT / "src" / "quincunx"
PYODIDE = build_pages.WEB / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = ("cli", "lab", "terminal", "testing", "offline/compiler", "server/storage", "server/pages", "batch")
"""Folders of the package that the browser does not need."""
PUZZLES = "puzzles/shipped/*"
"""Files beside the modules that it does need."""
NOT_KEPT = ("sw.js", "offline.html", "offline.css")


def build(site: Path) -> None:
    shutil.rmtree(site, ignore_errors=True)
    build_pages.install()
    build_pages.run("run", "build", "--", "--mode", "site", "--base", "./", "--outDir", str(site))
    for name in ("offline.html", "offline.css"):
        (site / name).unlink()
    write_manifest(site / "manifest.webmanifest")
    write_runtime(site / "runtime")
    write_service_worker(site)


def write_manifest(file: Path) -> None:
    """The server's manifest, with addresses that begin where the site is."""

    def moved(value: object) -> object:
        if isinstance(value, dict):
            return {name: moved(part) for name, part in value.items()}
        if isinstance(value, list):
            return [moved(part) for part in value]
        return f".{value}" if isinstance(value, str) and value.startswith("/") else value

    file.write_text(json.dumps(moved(json.loads(file.read_text())), indent=2))


def write_runtime(folder: Path) -> None:
    folder.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(PYODIDE / name, folder / name)
    shutil.copyfile(kernels_of(), folder / "kernels.wasm")
    (folder / "packages.zip").write_bytes(packages())
    (folder / "catalogue.json").write_bytes(catalogue())
    sizes = {file.name: file.stat().st_size for file in sorted(folder.iterdir())}
    (folder / "sizes.json").write_text(json.dumps(sizes))


def packages() -> bytes:
    """The wheels' contents and Quincunx, in one archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for wheel in sorted(browser_packages.fetch().glob("*.whl")):
            with zipfile.ZipFile(wheel) as contents:
                for name in contents.namelist():
                    archive.writestr(name, contents.read(name))
        for file in sorted([*SOURCES.rglob("*.py"), *SOURCES.glob(PUZZLES)]):
            name = file.relative_to(SOURCES).as_posix()
            if not name.startswith(LEFT_OUT):
                archive.write(file, f"quincunx/{name}")
    return written.getvalue()


def catalogue() -> bytes:
    """What the server answers about games, by path."""
    views = [game_view(game) for game in all_games()]
    answers: dict[str, object] = {"/api/games": views}
    for game, view in zip(all_games(), views, strict=True):
        answers[f"/api/games/{game.slug}"] = view
        answers[f"/api/games/{game.slug}/lessons"] = lesson_views(game)
    return orjson.dumps(answers)


def write_service_worker(site: Path) -> None:
    """It keeps all files, by a version that is a digest of them."""
    files = sorted(file for file in site.rglob("*") if file.is_file() and file.name not in NOT_KEPT)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(site).as_posix().encode() + file.read_bytes())
    listed = ["./", *(f"./{file.relative_to(site).as_posix()}" for file in files if file.name != "index.html")]
    text = (build_pages.WEB / "site" / "sw.js").read_text()
    text = text.replace("__VERSION__", digest.hexdigest()[:16]).replace("__FILES__", json.dumps(listed))
    (site / "sw.js").write_text(text)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE)
