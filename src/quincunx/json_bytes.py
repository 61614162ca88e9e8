"""JSON as bytes: by orjson, or where that is not to be had (in the browser) by the standard library."""

import dataclasses
import json
from typing import Any

try:
    from orjson import dumps
except ModuleNotFoundError:

    def dumps(value: Any) -> bytes:  # type: ignore[misc]  # orjson's has further parameters
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=dataclasses.asdict).encode()


__all__ = ["dumps"]
