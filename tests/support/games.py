"""Boards of the five games: some on which a match is soon over, and the largest there are."""

from typing import Any

SMALL: dict[str, dict[str, Any]] = {
    "mosaic": {"target": 250, "max_moves": 5},
    "cascade": {"size": 5, "tokens": [6, 7, 6, 6]},
    "duel": {"size": 4},
    "pushmine": {"size": 4, "line": 4},
    "flood": {"size": 5, "colours": 4, "limit_rule": "none", "limit": None},
}
LARGEST: dict[str, dict[str, Any]] = {
    "mosaic": {"rows": 7, "cols": 7},
    "cascade": {"size": 7},
    "duel": {"size": 7},
    "pushmine": {"size": 6, "line": 5},
    "flood": {"size": 40, "colours": 8},
}
