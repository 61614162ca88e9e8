"""Reading the fields of a described position back, each checked before anything is built from it."""

from collections.abc import Mapping
from typing import Any

from quincunx.engine.errors import ErrorCode, Refusal, quoted

COMMON = ("cells", "turn", "ply", "status", "winner", "seed")
LARGEST = 1_000_000


def position_fields(given: object) -> dict[str, Any]:
    """The fields of a described position, if that is what this is."""
    if not isinstance(given, Mapping):
        raise Refusal(ErrorCode.BAD_POSITION, f"a position is a JSON object, not {quoted(given)}")
    return dict(given)


class Fields:
    """The fields of a position as they were given; an unknown one is refused."""

    def __init__(self, given: Mapping[str, Any], *own: str) -> None:
        known = (*COMMON, *own)
        for name in given:
            if name not in known:
                raise Refusal(
                    ErrorCode.BAD_POSITION, f"a position has no field {quoted(name)}; it has {', '.join(known)}"
                )
        self._given = given

    def get(self, name: str, default: Any) -> Any:
        return self._given.get(name, default)

    def has(self, name: str) -> bool:
        return name in self._given

    def turn(self) -> int:
        return self.number("turn", 1, 1, 2)

    def number(self, name: str, default: int, least: int = 0, most: int = LARGEST) -> int:
        return _number(name, self.get(name, default), least, most)

    def pair(self, name: str, default: tuple[int, int] = (0, 0), most: int = LARGEST) -> tuple[int, int]:
        """Two numbers, of seat 1 and seat 2."""
        first, second = self.numbers(name, list(default), 2, most)
        return first, second

    def numbers(self, name: str, default: list[int], length: int, most: int = LARGEST) -> list[int]:
        given = self.get(name, default)
        if not isinstance(given, (list, tuple)) or len(given) != length:
            raise Refusal(ErrorCode.BAD_POSITION, f"{name} must be a list of {length} numbers, not {quoted(given)}")
        return [_number(name, number, 0, most) for number in given]

    def flag(self, name: str, default: bool) -> bool:
        given = self.get(name, default)
        if type(given) is not bool:
            raise Refusal(ErrorCode.BAD_POSITION, f"{name} must be true or false, not {quoted(given)}")
        return given

    def flags(self, name: str, default: list[bool]) -> list[bool]:
        given = self.get(name, default)
        if (
            not isinstance(given, (list, tuple))
            or len(given) != len(default)
            or not all(type(x) is bool for x in given)
        ):
            raise Refusal(ErrorCode.BAD_POSITION, f"{name} must be a list of {len(default)} of true and false")
        return list(given)

    def mapping(self, name: str) -> Mapping[str, Any]:
        given = self.get(name, {})
        if not isinstance(given, Mapping):
            raise Refusal(ErrorCode.BAD_POSITION, f"{name} must be a JSON object, not {quoted(given)}")
        return given


def _number(name: str, given: object, least: int, most: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        problem = f"{name} must be a whole number from {least} to {most}, not {quoted(given)}"
        raise Refusal(ErrorCode.BAD_POSITION, problem)
    return given
