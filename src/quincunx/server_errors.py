"""The codes of refusals that only a server gives, and the words that several of them share.

They are not in `server/`, because the client reads them, and a game may not declare one of them as its own.
"""

from enum import StrEnum

NO_SUCH_MATCH = "there is no such match"
"""What every refusal of an unknown match begins with."""


class ServerErrorCode(StrEnum):
    """Codes about matches, seats and requests on a server, and in the browser's host that stands in for one."""

    STALE_PLY = "stale_ply"
    UNKNOWN_MATCH = "unknown_match"
    TOO_MANY_REQUESTS = "too_many_requests"
    UNAUTHORIZED = "unauthorized"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOTHING_OFFERED = "nothing_offered"
    SEAT_TAKEN = "seat_taken"
    NOT_AWAY = "not_away"
    INTERNAL_ERROR = "internal_error"
