"""The OpenAPI description: what FastAPI derives from the routes, and what it cannot know.

That is the events, error codes and hint details of all games, the messages of live connections, and what only the host
in the browser answers. The types of the pages are generated from this description (`tools/api_types.py`), so it must be
complete.
"""

from dataclasses import fields
from functools import reduce
from operator import or_
from typing import Annotated, Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict

from quincunx.catalogue import all_games
from quincunx.engine.errors import ErrorCode
from quincunx.engine.events import Ended, Event, Passed
from quincunx.engine.player import ChoiceDetails
from quincunx.server.http.schemas.host import HostReply
from quincunx.server.http.schemas.matches import TakenMatches
from quincunx.server.live.messages import ClientMessage, LiveMessage
from quincunx.server.match.view_types import closed
from quincunx.server_errors import ServerErrorCode

REF = "#/components/schemas/{model}"
ERRORS = ("ErrorAnswer", "ErrorMessage")
"""The schemas that have an `errorCode`."""
HOST_ANSWERS = (TakenMatches,)
"""What only the host in the browser answers: no route of the server has it."""

Schema = dict[str, Any]


@closed
class NoDetails(TypedDict):
    """A game that knows nothing else about a hint."""


class Sent(GenerateJsonSchema):
    """The schemas of what the server sends: fields with a default value are always there."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return field["type"] != "typed-dict-field" or super().field_is_required(field, total)

    def tuple_schema(self, schema: Any) -> Schema:
        """A pair of numbers as an array of length two, which more tools understand than `prefixItems`."""
        described = super().tuple_schema(schema)
        if "prefixItems" in described:
            kinds = described.pop("prefixItems")
            assert all(kind == kinds[0] for kind in kinds), "a tuple on the wire has items of one type"
            described["items"] = kinds[0]
        return described


def describe(app: FastAPI) -> Schema:
    """What `GET /api/openapi.json` answers; it is made once."""
    if app.openapi_schema is None:
        description = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = description["components"]["schemas"]
        schemas |= _wire_schemas() | _host_schemas() | {answer.__name__: _own_schema(answer) for answer in HOST_ANSWERS}
        schemas["ErrorCode"] = {"type": "string", "enum": error_codes(), "description": "Why something was refused."}
        for name in ERRORS:
            schemas[name]["properties"]["errorCode"] = {"$ref": REF.format(model="ErrorCode")}
        description["components"]["schemas"] = dict(sorted(schemas.items()))
        app.openapi_schema = description
    return app.openapi_schema


def event_classes() -> list[type[Event]]:
    """The events of all games, by kind."""
    classes: set[type[Event]] = {Passed, Ended}
    for game in all_games():
        classes |= set(game.events)
    return sorted(classes, key=_kind_of)


def _kind_of(event: type[Event]) -> str:
    return next(str(field.default) for field in fields(event) if field.name == "kind")


def error_codes() -> list[str]:
    """The codes that any game may need, those of a server, and those of each game."""
    games = {code.value for game in all_games() for code in game.errors}
    return sorted({code.value for code in (*ErrorCode, *ServerErrorCode)} | games)


def _wire_schemas() -> dict[str, Schema]:
    """Live messages, client messages, events and the details of hints, with everything that they refer to."""
    adapters = {
        "LiveMessage": LiveMessage,
        "ClientMessage": ClientMessage,
        "Event": _any_event(),
        "HintDetails": reduce(or_, [*_choice_details(), NoDetails]),
    }
    named, defined = TypeAdapter.json_schemas(
        [(name, "serialization", TypeAdapter(shape)) for name, shape in adapters.items()],
        ref_template=REF,
        schema_generator=Sent,
    )
    schemas: dict[str, Schema] = defined["$defs"]
    base = schemas["Event"] | {
        "title": "BaseEvent",
        "description": "What all events have, even unknown ones.",
    }
    descriptions = {name: dict(named[name, "serialization"]) for name in adapters}
    return schemas | descriptions | {"BaseEvent": base}


def _host_schemas() -> dict[str, Schema]:
    """What the host in the browser hands to the pages' worker."""
    described: Schema = TypeAdapter(HostReply).json_schema(
        mode="serialization", ref_template=REF, schema_generator=Sent
    )
    return {**described.pop("$defs"), HostReply.__name__: described}


def _own_schema(answer: type[BaseModel]) -> Schema:
    """The schema of an answer without those that it refers to: routes of the server answer those."""
    return {key: value for key, value in answer.model_json_schema(ref_template=REF).items() if key != "$defs"}


def _choice_details() -> list[type[ChoiceDetails]]:
    classes = {details for game in all_games() for details in game.choice_details}
    return sorted(classes, key=lambda details: details.__name__)


def _any_event() -> Any:
    """The union of all events. Games of different authors may use one kind twice; then it is no discriminator."""
    classes = event_classes()
    union = reduce(or_, classes)
    distinct = len({_kind_of(event) for event in classes}) == len(classes)
    return Annotated[union, Field(discriminator="kind")] if distinct else union
