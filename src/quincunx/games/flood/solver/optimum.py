"""The limit of a board by `limit_rule` `optimum`."""

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.games.flood.rules import Flood
from quincunx.games.flood.solver import solve

EXPANSIONS = 60_000
"""Rule 3's fixed budget: a number of expansions and not of seconds, so that a board has its limit on every machine."""


def optimum_limit(position: Flood, slack: int) -> int:
    """Rule 3: the moves made, the proven fewest that are still needed, and the slack; else the variant is refused."""
    found = solve(position, EXPANSIONS)
    if not found.proven:
        known = f"it is between {found.lower_bound} and {found.upper_bound}, not proven within {EXPANSIONS} steps"
        instead = "give another seed, fewer colours, a smaller size, or limit_rule 'par'"
        raise Refusal(ErrorCode.BAD_VARIANT, f"limit_rule 'optimum' has no optimum for this board: {known}; {instead}")
    return max(1, position.moves + found.upper_bound + slack)  # a board that starts won may still not have a limit of 0
