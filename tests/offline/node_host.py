"""The host as it runs in the browser, in Node: a transport for the client that talks to servers."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import httpx

from quincunx.offline.compiler.command import kernels_of
from tests.offline.browser_python import SOURCES
from tests.support.servers.client import ServerClient
from tests.support.tools import tool

PROGRAM = """
import json, sys
from quincunx.offline.host.worker import WorkerHost

host = WorkerHost(CATALOGUE, "[]")
for line in sys.stdin:
    reply = json.loads(host.handle(*json.loads(line)))
    print(json.dumps([reply["status"], reply["body"]]), flush=True)
    thinkers = reply["thinkers"]
    while thinkers:
        thinkers += json.loads(host.think(thinkers.pop()))["thinkers"]
"""
BEARER = "Bearer "


class NodeHost(httpx.BaseTransport):
    """Answers requests by a process of Node. AI players have moved before the next request is read."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        token = request.headers.get("authorization", "").removeprefix(BEARER)
        asked = [request.method, request.url.raw_path.decode(), request.read().decode(), token]
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(asked) + "\n")
        stdin.flush()
        answer = stdout.readline()
        assert answer, "the host in Node has ended"
        status, body = json.loads(answer)
        return httpx.Response(status, content=body, headers={"content-type": "application/json"})


@contextmanager
def running() -> Iterator[ServerClient]:
    """A client of a host in Node, with the kernels of all games."""
    tools, wheels = tool("browser_python"), tool("browser_packages").fetch()
    catalogue = repr(tool("build_site").catalogue().decode())
    with TemporaryDirectory() as folder:
        command = tools.command(
            folder, PROGRAM.replace("CATALOGUE", catalogue), {"/sources": SOURCES}, wheels, kernels_of()
        )
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
            with ServerClient("http://browser", transport=NodeHost(process)) as client:
                yield client
            process.kill()
