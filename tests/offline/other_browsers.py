"""Firefox and WebKit, as far as the system's packages have them.

Firefox is told what to do by the protocol that it speaks itself, WebKit by its WebDriver, on a screen that nobody sees.
"""

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.waiting import LIMIT_SECONDS, wait_until

FIREFOX = ("firefox-esr", "firefox")
LARGEST_MESSAGE = 1 << 24
MINI_BROWSERS = ("/usr/lib", "/usr/libexec")
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"


class OtherBrowser(Protocol):
    def go(self, address: str) -> None: ...

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""


class Firefox:
    """By WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        text = f"JSON.stringify({expression} ?? null)"
        answer = self._ask("script.evaluate", expression=text, target={"context": self._page}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (answer := json.loads(self._connection.recv(LIMIT_SECONDS))).get("id") != self._asked:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]


class WebKit:
    """By WebDriver."""

    def __init__(self, client: httpx.Client, binary: str) -> None:
        self._client = client
        options = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        session = self._post("/session", capabilities={"alwaysMatch": options})["sessionId"]
        self._session = f"/session/{session}"

    def go(self, address: str) -> None:
        self._post(f"{self._session}/url", url=address)

    def evaluate(self, expression: str) -> Any:
        script = f"return JSON.stringify({expression} ?? null)"
        return json.loads(self._post(f"{self._session}/execute/sync", script=script, args=[]))

    def close(self) -> None:
        self._client.delete(self._session)

    def _post(self, path: str, **fields: Any) -> Any:
        answer = self._client.post(path, json=fields)
        assert answer.is_success, answer.text
        return answer.json()["value"]


@contextmanager
def firefox(folder: Path) -> Iterator[OtherBrowser]:
    binary = next(filter(None, map(shutil.which, FIREFOX)), None)
    assert binary is not None
    command = [binary, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with _running(command):
        file = folder / "WebDriverBiDiServer.json"
        served = wait_until(lambda: json.loads(file.read_text()) if file.exists() else None)
        address = f"ws://{served['ws_host']}:{served['ws_port']}/session"
        with connect(address, open_timeout=LIMIT_SECONDS, max_size=LARGEST_MESSAGE, proxy=None) as connection:
            yield Firefox(connection)


@contextmanager
def webkit(_: Path) -> Iterator[OtherBrowser]:
    binary = _mini_browser()
    assert binary is not None
    port = _free_port()
    with ExitStack() as stack:
        screen = stack.enter_context(_running(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"]))
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().decode().strip()}"
        stack.enter_context(_running(["env", f"DISPLAY={display}", "WebKitWebDriver", f"--port={port}"]))
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT_SECONDS))
        wait_until(lambda: _answers(client) or None)
        browser = WebKit(client, binary)
        stack.callback(browser.close)
        yield browser


BROWSERS = {"firefox": firefox, "webkit": webkit}


def missing(name: str) -> str | None:
    """Why a browser cannot be used here, and what to do about it; None if it can."""
    if name == "firefox":
        return None if any(map(shutil.which, FIREFOX)) else "Firefox is not installed. On Debian: firefox-esr"
    is_there = shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and _mini_browser()
    return None if is_there else "WebKit is not installed. On Debian: webkit2gtk-driver and xvfb"


def _mini_browser() -> str | None:
    found = [file for root in MINI_BROWSERS for file in Path(root).glob(f"**/{MINI_BROWSER}")]
    return str(found[0]) if found else None


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/status").is_success
    except httpx.HTTPError:
        return False


def _free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])


@contextmanager
def _running(command: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.communicate()
