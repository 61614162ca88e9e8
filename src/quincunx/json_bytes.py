"""JSON as bytes: by orjson, or, in the browser, which lacks it, by the standard library."""

import dataclasses
import json
from typing import Any

try:
    from orjson import dumps
except ModuleNotFoundError:

    def dumps(value: Any) -> bytes:  # type: ignore[misc]  # orjson's has further parameters
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=dataclasses.asdict).encode()


__all__ = ["dumps"]
