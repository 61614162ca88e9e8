"""The pages' part in the package: their types are those of the API, and they are built when they have changed."""

from pathlib import Path

import pytest

from tests.support.tools import TOOLS, tool


def test_the_types_of_the_pages_are_those_of_the_api() -> None:
    api_types = tool("api_types")
    with api_types.SCHEMA.open(encoding="utf-8") as file:
        made_for = file.readline()
    assert made_for == api_types.first_line(api_types.description()), "run python tools/api_types.py"


def test_the_pages_limit_texts_as_the_server_does() -> None:
    api_types = tool("api_types")
    assert api_types.LIMITS.read_text(encoding="utf-8") == api_types.limits_file(), "run python tools/api_types.py"


def test_the_pages_show_events_as_long_as_the_events_say() -> None:
    api_types = tool("api_types")
    assert api_types.LENGTHS.read_text(encoding="utf-8") == api_types.lengths_file(), "run python tools/api_types.py"


def test_pages_are_built_once_and_again_when_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = tool("build_pages")
    pages, web = tmp_path / "pages", tmp_path / "web"
    source = web / "src" / "App.svelte"
    source.parent.mkdir(parents=True)
    source.write_text("one")
    ran: list[tuple[str, ...]] = []

    def run(*arguments: str) -> None:
        ran.append(arguments)
        pages.mkdir(exist_ok=True)
        (pages / "index.html").touch()

    for name, value in {"ROOT": tmp_path, "WEB": web, "PAGES": pages, "STAMP": pages / ".digest"}.items():
        monkeypatch.setattr(builder, name, value)
    monkeypatch.setattr(builder, "install", lambda: None)
    monkeypatch.setattr(builder, "run", run)

    builder.main([])
    builder.main([])
    assert ran == [("run", "build")]
    (web / "src" / "App.test.ts").write_text("a test is no part of the pages")
    builder.main([])
    assert len(ran) == 1
    source.write_text("two")
    builder.main([])
    builder.main(["--force"])
    assert len(ran) == 3


def test_no_file_of_the_pages_names_an_address_of_a_registry() -> None:
    lock = (TOOLS.parent / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
