"""What users get: the wheel holds the built pages and needs no Node, and `make play` works in a fresh copy."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.browsers.boards import Board, by_clicks
from tests.support.fixtures import NewPerson
from tests.support.servers.client import ServerClient
from tests.support.servers.server import address_in, is_ready
from tests.support.waiting import wait_until

ROOT = Path(__file__).parent.parent
SET_UP_SECONDS = 900
NO_NETWORK = ("Could not find a version", "NewConnectionError", "Temporary failure in name resolution")
NOT_CARRIED = ("QUINCUNX_", "PYTHON", "VIRTUAL_ENV", "MAKE", "NODE")
"""Variables that this checkout was started with, which another machine does not have."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from this checkout, by the tools that are here: without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("quincunx-*.whl")
    return built


def environment(folder: Path, **further: str) -> dict[str, str]:
    """That of another machine, except for the compiled kernels, which are found by a digest of their sources."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_CARRIED)}
    kept |= {"QUINCUNX_CACHE": os.environ["QUINCUNX_CACHE"]} if "QUINCUNX_CACHE" in os.environ else {}
    mine = {"QUINCUNX_DATABASE_URL": f"sqlite:///{folder / 'matches.db'}", "XDG_DATA_HOME": str(folder)}
    return kept | mine | {"QUINCUNX_PORT": "0", "PYTHONUNBUFFERED": "1", "BROWSER": "true"} | further


@contextmanager
def started(command: list[str], environment: Mapping[str, str], seconds: float = 120) -> Iterator[ServerClient]:
    """The server that a command starts, once it answers. It ends with everything that it started."""
    lines: list[str] = []
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    stream = process.stdout
    assert stream is not None
    listener = threading.Thread(target=lambda: lines.extend(stream))
    listener.start()

    def address() -> str | None:
        assert process.poll() is None, "".join(lines)
        return address_in(lines)

    try:
        with ServerClient(wait_until(address, seconds)) as client:
            wait_until(lambda: is_ready(client.address), seconds)
            yield client
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)
        listener.join()
        stream.close()


def play_a_move(new_person: NewPerson, client: ServerClient) -> None:
    person = new_person(client)
    person.go("/")
    person.page.get_by_test_id("game-duel").get_by_role("button", name="Play").click()
    board = Board(person)
    board.wait_for_turn()
    board.make("c3", by_clicks)
    assert board.match()["history"][0]["move"] == "c3"


def test_the_wheel_holds_the_built_pages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    pages = [name for name in names if name.startswith("quincunx/server/pages/")]
    assert "quincunx/server/pages/index.html" in pages
    assert any(name.endswith(".js.br") for name in pages)
    assert not any("node_modules" in name or name.startswith(("web/", "tests/")) for name in names)


def test_an_installed_wheel_serves_the_pages_without_node(wheel: Path, new_person: NewPerson, tmp_path: Path) -> None:
    """An environment of its own, with nothing of this checkout; only what it depends on comes from where it is."""
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True)
    (own,) = (home / "lib").glob("python*/site-packages")
    (own / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")

    alone = environment(tmp_path, PATH=str(home / "bin"))
    where = "import quincunx; print(quincunx.__file__)"
    folder = subprocess.run([python, "-c", where], env=alone, capture_output=True, text=True, check=True).stdout
    assert Path(folder.strip()).is_relative_to(own)
    assert shutil.which("node", path=alone["PATH"]) is None
    with started([str(home / "bin" / "quincunx"), "serve", "--no-browser"], alone) as client:
        play_a_move(new_person, client)


@pytest.mark.long
def test_make_play_in_a_fresh_copy_sets_everything_up_and_serves(new_person: NewPerson, tmp_path: Path) -> None:
    copy = tmp_path / "quincunx"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    make = ["make", "--directory", str(copy)]
    ready = subprocess.run([*make, ".venv/.play"], env=environment(tmp_path), capture_output=True, text=True)
    if ready.returncode and any(sign in ready.stdout + ready.stderr for sign in NO_NETWORK):
        pytest.skip("`make play` installs what it needs, and there is no network")
    with started([*make, "play"], environment(tmp_path), SET_UP_SECONDS) as client:
        play_a_move(new_person, client)
    assert (copy / "src" / "quincunx" / "server" / "pages" / "index.html").is_file()
