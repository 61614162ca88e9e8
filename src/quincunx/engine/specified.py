"""Moves as a game's specification writes them: a few fields, with rows and columns counted from 0, from the top left.

They are read and given beside the usual texts, and mean the same.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.engine.errors import ErrorCode, Refusal

Row = Annotated[int, Field(ge=0, le=98)]
Column = Annotated[int, Field(ge=0, le=25)]


class SpecifiedMove(BaseModel):
    """The fields of one move; each game that has a specification of them declares its own."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    @abstractmethod
    def of(cls, text: str) -> Self:
        """The fields of the move with this canonical text, which is no pass."""

    @abstractmethod
    def text(self) -> str:
        """The same move as text; whether it is on the board and legal is for the game to say."""


def specified_text(kind: type[SpecifiedMove] | None, fields: Mapping[str, Any]) -> str:
    """The text of the move that these fields mean."""
    if kind is None:
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, "the moves of this game are texts; its specification names no fields")
    try:
        return kind.model_validate(dict(fields)).text()
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        names = ", ".join(kind.model_fields)
        raise Refusal(ErrorCode.BAD_MOVE_TEXT, f"a move has the fields {names}; {where}: {first['msg']}") from None
