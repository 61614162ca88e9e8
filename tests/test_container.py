"""What an image is built from: pinned packages with hashes, no secrets in it, and nothing of this working copy."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    return {canonical(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


@pytest.mark.parametrize("name", ["server", "build"])
def test_every_package_of_the_image_has_hashes_and_the_version_of_the_constraints(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    constrained = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    for package in re.split(r"\n(?=\w)", text.strip()):
        assert "--hash=sha256:" in package, package
    for package, version in pins(text).items():
        assert constrained.get(package, version) == version, f"{package}: run tools/lock_requirements.sh"
    assert "://" not in text


def test_the_image_has_everything_that_the_server_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    names = {canonical(found[0]) for one in needed if (found := re.match(r"[\w.-]+", one))}
    assert names <= set(pins((ROOT / "requirements" / "server.txt").read_text(encoding="utf-8")))


def test_an_image_is_built_from_sources_only() -> None:
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines, "what is not named stays outside"
    allowed = {line[1:] for line in lines if line.startswith("!")}
    assert not allowed & {".git", ".venv", "tests", "."}
    assert {"src/quincunx/server/pages", "web/node_modules"} <= set(lines)


def test_installing_checks_hashes_and_runs_no_scripts_of_packages() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    installs = [line for line in re.sub(r"\\\n", "", text).splitlines() if "pip install" in line]
    assert installs
    assert all("--require-hashes" in line for line in installs)
    assert "--ignore-scripts" in (ROOT / "tools" / "build_pages.py").read_text(encoding="utf-8")
    assert "@sha256:" not in text, "a digest is named by whoever builds, not here"


def test_servers_in_containers_are_reached_through_a_proxy_and_have_few_rights() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    server = text.partition("  server:")[2].partition("\n  database:")[0]
    assert re.findall(r"ports: \[(.*)\]", text) == ['"127.0.0.1:8000-8009:8000"']
    for limit in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mem_limit:", "pids_limit:"):
        assert limit in server
    assert not re.search(r"postgresql://\w+:", text), "a password in an address breaks on @ and is shown by `inspect`"
