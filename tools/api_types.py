"""Writes web/src/api/schema.d.ts, the pages' types, from the server's OpenAPI description.

    python tools/api_types.py

A test compares the digest in its first line with the digest of the current description.
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


def main() -> None:
    described = description()
    install()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(json.dumps(described))
        command = [*npm(), "exec", "openapi-typescript", "--", source, "--output", target, *OPTIONS]
        subprocess.run(command, cwd=WEB, check=True)
        SCHEMA.write_text(first_line(described) + target.read_text())
    print(SCHEMA.relative_to(WEB.parent), file=sys.stderr)


if __name__ == "__main__":
    main()
