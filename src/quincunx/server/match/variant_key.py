"""What a variant is called in the database."""

import json
from typing import Any

MOST_CHARACTERS = 512


def variant_key(preset: str | None, variant: dict[str, Any]) -> str:
    """The key under which scores of one variant are kept."""
    return preset or json.dumps(variant, sort_keys=True, separators=(",", ":"))[:MOST_CHARACTERS]
