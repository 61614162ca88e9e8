"""`docs/security.md` names code and tests that are there."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, codes, table

ROOT = DOCS.parent
ROWS = table(DOCS / "security.md", "attack")


@pytest.mark.parametrize("row", ROWS, ids=[row["attack"][:40] for row in ROWS])
def test_what_guards_against_an_attack_is_there(row: dict[str, str]) -> None:
    places, guards = codes(row["where"]), codes(row["test"])
    assert places
    assert guards
    for place in places:
        assert (ROOT / place).is_file() or (ROOT / "src/quincunx/server" / place).is_file(), place
    for guard in guards:
        path, _, name = guard.partition("::")
        file = ROOT / path if path.startswith("tests/") else ROOT / "tests/server" / path
        assert name in names_in(file), guard


@cache
def names_in(file: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
