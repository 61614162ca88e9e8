"""Writes what the pages take over from the package: types from the server's OpenAPI description
(web/src/api/schema.d.ts), how long texts may be (web/src/api/limits.ts), and how long events are shown
(web/src/board/animation/lengths.ts).

    python tools/api_types.py

Tests compare the digest in the first line of the types with the digest of the current description, and the limits and
lengths with those that the package declares.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from build_pages import WEB, install, npm

SCHEMA = WEB / "src" / "api" / "schema.d.ts"
LIMITS = WEB / "src" / "api" / "limits.ts"
LENGTHS = WEB / "src" / "board" / "animation" / "lengths.ts"
OPTIONS = ("--default-non-nullable=false",)
"""A field of a request that has a default may be left out."""


def description() -> dict[str, Any]:
    from quincunx.server.app import make_app
    from quincunx.server.settings import Settings

    return make_app(Settings()).openapi()


def digest(described: dict[str, Any]) -> str:
    content = {key: value for key, value in described.items() if key != "info"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def first_line(described: dict[str, Any]) -> str:
    return f"// Made from the server's OpenAPI description {digest(described)} by tools/api_types.py.\n"


def limits_file() -> str:
    """How long texts may be, as a module for the pages."""
    from quincunx.search.advice.strategy import MOST_CHARACTERS
    from quincunx.server.match.new_match import MOST_NAME_CHARACTERS, MOST_RECORD_CHARACTERS

    limits = {"name": MOST_NAME_CHARACTERS, "prompt": MOST_CHARACTERS, "record": MOST_RECORD_CHARACTERS}
    parts = ", ".join(f"{name}: {most}" for name, most in limits.items())
    return (
        "/** How long texts may be. Made by tools/api_types.py from what the server accepts. */\n"
        f"export const MOST_CHARACTERS = {{ {parts} }} as const;\n"
    )


def lengths_file() -> str:
    """How long each kind of event is shown, as a module for the pages."""
    from quincunx.catalogue import all_games
    from quincunx.engine.events import STEP_MILLISECONDS, Ended, Passed

    kinds = {Passed, Ended, *(kind for game in all_games() for kind in game.events)}
    lengths = {vars(kind)["__dataclass_fields__"]["kind"].default: kind.length for kind in kinds}
    lines = [
        "/** How long events are shown, in steps. Made by tools/api_types.py from what the events say in Python. */",
        f"export const STEP_MS = {STEP_MILLISECONDS};",
        "",
        "export const LENGTHS = {",
    ]
    for name, length in sorted(lengths.items()):
        given = {part: value for part, value in length._asdict().items() if value or part == "steps"}
        parts = ", ".join(f"{part}: {_literal(value)}" for part, value in given.items())
        lines.append(f"  {name}: {{ {parts} }},")
    return "\n".join([*lines, "} as const;", ""])


def _literal(value: str | float) -> str:
    return f"'{value}'" if isinstance(value, str) else f"{value:g}"


def main() -> None:
    LIMITS.write_text(limits_file())
    LENGTHS.write_text(lengths_file())
    described = description()
    install()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(json.dumps(described))
        command = [*npm(), "exec", "openapi-typescript", "--", source, "--output", target, *OPTIONS]
        subprocess.run(command, cwd=WEB, check=True)
        SCHEMA.write_text(first_line(described) + target.read_text())
    print(*(file.relative_to(WEB.parent) for file in (LIMITS, LENGTHS, SCHEMA)), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main()
