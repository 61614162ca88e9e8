"""What an image is built from: pinned packages with hashes, no secrets in it, and nothing of this working copy."""

import importlib
import os
import re
import subprocess
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from quincunx.server.shutdown import LEAVE_SECONDS
from tests.support.servers.postgres import cluster

ROOT = Path(__file__).parent.parent
COMPOSE: Any = importlib.import_module("yaml").safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


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
    assert "@sha256:" not in text, "a digest is named when an image is built, not here"


def test_servers_in_containers_are_reached_through_a_proxy_and_have_few_rights() -> None:
    server, database = COMPOSE["services"]["server"], COMPOSE["services"]["database"]
    assert server["ports"] == ["127.0.0.1:8000-8009:8000"]
    assert "ports" not in database
    assert server["read_only"] is True
    for service in (server, database):
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        assert service["pids_limit"]
    assert float(server["stop_grace_period"].rstrip("s")) > LEAVE_SECONDS


def test_what_comes_through_a_published_port_comes_from_a_trusted_proxy() -> None:
    [network] = COMPOSE["networks"]["default"]["ipam"]["config"]
    trusted = COMPOSE["services"]["server"]["environment"]["QUINCUNX_TRUSTED_PROXIES"]
    assert trusted.partition(":-")[2].rstrip("}") == network["gateway"]
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])


def test_passwords_are_chosen_and_stand_in_no_address() -> None:
    environment = COMPOSE["services"]["server"]["environment"]
    assert make_url(environment["QUINCUNX_DATABASE_URL"]).password is None, "it would break on @"
    assert environment["PGPASSWORD"].startswith("${QUINCUNX_DATABASE_PASSWORD:?")
    assert COMPOSE["services"]["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


@pytest.mark.long
def test_the_role_of_the_servers_owns_its_database_and_nothing_else() -> None:
    with cluster("postgres") as made:
        if made is None:
            pytest.skip("PostgreSQL is not installed")
        password = "p@ss/w#rd'"
        environment = os.environ | {"QUINCUNX_DATABASE_PASSWORD": password, "PGHOST": str(made.folder)}
        subprocess.run(["sh", ROOT / "container" / "create_role.sh"], env=environment, check=True)
        ask_for_passwords(made.folder)
        address = f"host={made.folder} user=quincunx"
        with psycopg.connect(f"{address} dbname=quincunx", password=password, autocommit=True) as connection:
            connection.execute("CREATE TABLE own (number INTEGER)")
            for forbidden in ("CREATE DATABASE other", "CREATE ROLE other", "COPY own TO PROGRAM 'true'"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(forbidden)
        with pytest.raises(psycopg.OperationalError, match="permission denied"):
            psycopg.connect(f"{address} dbname=postgres", password=password)
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(f"{address} dbname=quincunx", password="another")


def ask_for_passwords(folder: Path) -> None:
    """As the image of PostgreSQL does."""
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text("local all quincunx scram-sha-256\n" + rules.read_text(encoding="utf-8"), encoding="utf-8")
    with psycopg.connect(f"host={folder} user=postgres dbname=postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
