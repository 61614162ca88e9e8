"""Why a placement is refused."""

from enum import StrEnum


class DuelError(StrEnum):
    CELL_OCCUPIED = "cell_occupied"
    NOT_CONNECTED = "not_connected"
