"""The image as `compose.yaml` runs it: few rights, limits, a health check, clients told apart, an end in time.

It has to be built before, by `podman build --format docker --tag quincunx .` or with another engine, which the variable
CONTAINER_ENGINE names.
"""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest

from tests.support.servers.server import is_ready
from tests.support.waiting import wait_until
from tests.test_container import COMPOSE

ENGINE = shlex.split(os.environ.get("CONTAINER_ENGINE", "podman"))
IMAGE = "quincunx"
NAME = "quincunx-test"
SERVER = COMPOSE["services"]["server"]
[NETWORK] = COMPOSE["networks"]["default"]["ipam"]["config"]
KILLED = 137

pytestmark = pytest.mark.long


class Container(NamedTuple):
    address: str

    def execute(self, *command: str) -> subprocess.CompletedProcess[str]:
        return engine("exec", NAME, *command, check=False)


def engine(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*ENGINE, *arguments], capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, f"{arguments}: {done.stderr}"
    return done


def composed_options() -> list[str]:
    """What `compose.yaml` says of a server, as options of `run`; without its database."""
    return [
        *(["--read-only"] if SERVER["read_only"] else []),
        *(f"--tmpfs={folder}" for folder in SERVER["tmpfs"]),
        *(f"--cap-drop={right}" for right in SERVER["cap_drop"]),
        *(f"--security-opt={option.partition(':')[0]}" for option in SERVER["security_opt"]),
        f"--memory={SERVER['mem_limit']}",
        f"--pids-limit={SERVER['pids_limit']}",
        f"--env=QUINCUNX_TRUSTED_PROXIES={NETWORK['gateway']}",
    ]


@pytest.fixture(scope="module")
def container() -> Iterator[Container]:
    if shutil.which(ENGINE[0]) is None or engine("image", "inspect", IMAGE, check=False).returncode != 0:
        pytest.skip(f"there is no image `{IMAGE}`: build it with podman, as docs/operations.md says")
    engine("network", "create", f"--subnet={NETWORK['subnet']}", f"--gateway={NETWORK['gateway']}", NAME)
    try:
        limit = "--env=QUINCUNX_MATCHES_PER_MINUTE=2"
        network = (f"--network={NAME}", "--publish=127.0.0.1::8000")
        engine("run", "--detach", f"--name={NAME}", *network, *composed_options(), limit, IMAGE)
        address = f"http://{engine('port', NAME, '8000').stdout.split()[-1]}"
        wait_until(lambda: is_ready(address))
        yield Container(address)
    finally:
        engine("rm", "--force", "--volumes", NAME, check=False)
        engine("network", "rm", NAME, check=False)


def test_the_server_has_few_rights(container: Container) -> None:
    assert container.execute("id", "--user").stdout.strip() == "10001"
    assert container.execute("touch", "/anything").returncode != 0
    status = container.execute("cat", "/proc/1/status").stdout
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert (fields["CapEff"].strip("0"), fields["CapBnd"].strip("0"), fields["NoNewPrivs"]) == ("", "", "1")


def test_the_memory_of_a_server_is_limited(container: Container) -> None:
    [inspected] = json.loads(engine("inspect", NAME).stdout)
    assert inspected["HostConfig"]["Memory"] == int(SERVER["mem_limit"].rstrip("m")) * 2**20
    files = "/sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max"
    limit = container.execute("sh", "-c", f"cat {files} 2>/dev/null").stdout.strip()
    assert int(limit) == inspected["HostConfig"]["Memory"]


def test_the_health_check_of_the_image_is_that_of_a_ready_server(container: Container) -> None:
    [inspected] = json.loads(engine("image", "inspect", IMAGE).stdout)
    check = inspected.get("Healthcheck") or inspected["Config"]["Healthcheck"]
    assert check["Test"][0] == "CMD"
    assert container.execute(*check["Test"][1:]).returncode == 0
    elsewhere = ["env", "QUINCUNX_PORT=8001", *check["Test"][1:]]
    assert container.execute(*elsewhere).returncode != 0


def test_clients_of_a_proxy_on_this_machine_are_told_apart(container: Container) -> None:
    def make(client: str) -> int:
        headers = {"x-forwarded-for": client}
        return httpx.post(f"{container.address}/api/matches", json={"game": "duel"}, headers=headers).status_code

    assert [make("192.0.2.1") for _ in range(3)] == [201, 201, 429]
    assert make("192.0.2.2") == 201


def test_a_server_is_reached_from_this_machine_only(container: Container) -> None:
    assert {line.split()[-1].rpartition(":")[0] for line in engine("port", NAME).stdout.splitlines()} == {"127.0.0.1"}


def test_a_container_ends_when_asked(container: Container) -> None:
    """The last test here."""
    engine("stop", f"--time={SERVER['stop_grace_period'].rstrip('s')}", NAME)
    [inspected] = json.loads(engine("inspect", NAME).stdout)
    assert inspected["State"]["ExitCode"] != KILLED
