"""A strategy: the wishes that an AI player goes by, as a seat of a record keeps them."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.search.advice.principles import Guidance, Wish

MOST_CHARACTERS = 500
"""A longer line of text is refused."""
HIGHEST_PRICE = 1_000_000

SHAPE = "a strategy is a list of wishes, such as {'wishes': [{'principle': 'edges', 'sought': true, 'price': 2.5}]}"


class WishRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    principle: str
    sought: bool = Field(default=True, strict=True)
    price: Annotated[float, Field(ge=0, le=HIGHEST_PRICE, strict=True, allow_inf_nan=False)] | None
    """None: whatever it costs."""


class StrategyRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    wishes: tuple[WishRecord, ...] = Field(max_length=100)
    text: str = Field(default="", max_length=MOST_CHARACTERS)


class Strategy(NamedTuple):
    wishes: tuple[Wish, ...] = ()
    text: str = ""
    """The words that it was made from."""

    def as_record(self) -> dict[str, Any]:
        """What a seat of a record keeps."""
        kept: dict[str, Any] = {
            "wishes": [
                {"principle": wish.principle.name, "sought": wish.sought, "price": wish.price} for wish in self.wishes
            ]
        }
        return kept | ({"text": self.text} if self.text else {})


def read_strategy(guidance: Guidance, given: Mapping[str, Any]) -> Strategy:
    """The strategy that a seat of a record carries; `bad_record` names what is wrong with it."""
    if isinstance(given, Mapping) and "wishes" not in given and guidance.older_wishes is not None:
        return Strategy(tuple(guidance.older_wishes(given)), str(given.get("text", "")))
    try:
        record = StrategyRecord.model_validate(given)
    except (ValidationError, TypeError, ValueError) as error:
        raise Refusal(ErrorCode.BAD_RECORD, _explained(error)) from None
    return Strategy(tuple(_wish(guidance, wish) for wish in record.wishes), record.text)


def _wish(guidance: Guidance, given: WishRecord) -> Wish:
    principle = guidance.by_name.get(given.principle)
    if principle is None:
        raise Refusal(ErrorCode.BAD_RECORD, no_such_principle(guidance, given.principle))
    return Wish(principle, given.sought, given.price)


def no_such_principle(guidance: Guidance, name: object) -> str:
    return f"there is no principle {quoted(name)}; the principles are {', '.join(guidance.by_name)}"


def _explained(error: Exception) -> str:
    """One sentence about the first thing that is wrong with a strategy."""
    problems = error.errors(include_url=False) if isinstance(error, ValidationError) else []
    place = problems[0]["loc"] if problems else ()
    if "price" in place:
        value = quoted(problems[0].get("input"))
        return f"the price of a wish must be a number from 0 to {HIGHEST_PRICE}, or null for no limit, not {value}"
    if place[:1] == ("text",):
        return f"the strategy's text must have at most {MOST_CHARACTERS} characters"
    return SHAPE
