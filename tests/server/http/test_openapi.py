"""The API does what its description says, whatever is sent: no server error, no answer that is not described."""

from dataclasses import fields
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quincunx.catalogue import all_games, game
from quincunx.engine.events import Ended, Event, Passed
from quincunx.puzzles.collection import shipped
from quincunx.server.app import make_app
from quincunx.server.settings import Settings
from tests.suite.scale import scaled
from tests.support.servers.client import PERSON, TWO_PEOPLE, HostedMatch, ServerClient, ai
from tests.support.servers.watcher import Watcher
from tests.support.waiting import LIMIT_SECONDS

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW_GAMES = 4
ENDLESS = "/api/matches/{match_id}/events"
EXAMPLES, MANY_EXAMPLES = scaled(12, 6), scaled(600, 30)
GAMES = ("cascade", "duel", "flood", "mosaic", "pushmine")
AnyCase = Case[Any]


@cache
def description() -> Any:
    return make_app(Settings(database_url="sqlite:///unused.db")).openapi()


@cache
def described() -> Any:
    return schemathesis.openapi.from_dict(description())


OPERATIONS = [
    (method.upper(), path)
    for path, methods in sorted(description()["paths"].items())
    for method in sorted(methods)
    if path != ENDLESS
]


class Stage:
    """Matches of every kind, in every state, to send things to."""

    def __init__(self, client: ServerClient) -> None:
        fresh = [
            client.new_match("duel", TWO_PEOPLE),
            client.new_match("mosaic"),
            client.new_match("flood", variant={"size": 5}),
            client.new_match("pushmine", TWO_PEOPLE, clock={"base": 600}),
            client.new_remote_match("cascade"),
        ]
        played, over = client.new_remote_match(), client.new_match("duel", variant={"size": 2})
        played.play("c3", "e5")
        over.act("resign")
        show = client.new_match("pushmine", [ai(), ai()], response_delay=1500)
        self.client = client
        self.hosted_matches: list[HostedMatch] = [*fresh, played, over, show, client.new_match("duel", [PERSON, ai()])]

    def enter(self, case: AnyCase, pick: int) -> None:
        """Mostly send it to a real game or match, with a token of that match. Otherwise little would be reached.
        A run of the lab is small: it goes on beside the other tests."""
        if case.path.endswith("/lab/runs") and isinstance(case.body, dict):
            asked = case.body.get("games", FEW_GAMES)
            case.body["games"] = min(asked, FEW_GAMES) if isinstance(asked, int) else asked
        if pick < 0:
            return
        if "slug" in case.path_parameters:
            case.path_parameters["slug"] = GAMES[pick % len(GAMES)]
        if "puzzle_id" in case.path_parameters:
            puzzles = shipped(game(GAMES[pick % len(GAMES)]))
            case.path_parameters["puzzle_id"] = puzzles[pick % len(puzzles)].id
        if isinstance(case.body, dict) and isinstance(case.body.get("game"), str):
            case.body["game"] = GAMES[pick % len(GAMES)]
        if "match_id" in case.path_parameters:
            hosted = self.hosted_matches[pick % len(self.hosted_matches)]
            tokens = [*hosted.tokens.values(), hosted.creator]
            case.path_parameters["match_id"] = hosted.id
            case.headers["Authorization"] = f"Bearer {tokens[pick % len(tokens)]}"


@pytest.fixture(scope="module")
def stage(client: ServerClient) -> Stage:
    return Stage(client)


def send(stage: Stage, method: str, path: str, examples: int) -> None:
    operation = described()[path][method]
    right, wrong = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=right | wrong, pick=st.integers(-6, 40))
    def every_case(case: AnyCase, pick: int) -> None:
        stage.enter(case, pick)
        answer = case.call(base_url=stage.client.address, timeout=LIMIT_SECONDS)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert set(answer.json()) - {"match"} == {"errorCode", "message"}

    every_case()


each_operation = pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=lambda part: part)


@each_operation
def test_every_answer_is_described(stage: Stage, method: str, path: str) -> None:
    send(stage, method, path, EXAMPLES)


@pytest.mark.long
@each_operation
def test_every_answer_is_described_at_length(stage: Stage, method: str, path: str) -> None:
    send(stage, method, path, MANY_EXAMPLES)


def test_all_events_of_all_games_are_described() -> None:
    classes: set[type[Event]] = {Passed, Ended}
    classes.update(*(game.events for game in all_games()))
    schemas = description()["components"]["schemas"]
    kinds = schemas["Event"]["discriminator"]["mapping"]
    assert set(kinds) == {next(field.default for field in fields(event) if field.name == "kind") for event in classes}
    assert len(schemas["Event"]["oneOf"]) == len(classes)
    for event in classes:
        names = {field.name for field in fields(event)}
        assert set(schemas[event.__name__]["properties"]) == set(schemas[event.__name__]["required"]) == names
    assert schemas["BaseEvent"]["properties"].keys() == {"kind"}


def test_every_live_message_is_described(client: ServerClient) -> None:
    """Each kind of message, as it was sent, fits the description."""
    components = {"components": description()["components"]}
    validator = jsonschema_rs.validator_for({"$ref": "#/components/schemas/LiveMessage", **components})
    hosted = client.new_match("duel", [PERSON, ai()], variant={"size": 2})
    with Watcher(hosted, hosted.tokens[1]) as watcher:
        watcher.wait_for("presence")
        watcher.send({"type": "ping"})
        watcher.send("nonsense")
        watcher.wait_for("error")
        hosted.play_on()
        watcher.wait_for("action", version=hosted.match()["version"])
        client.post(f"{hosted.path}/analysis")
        watcher.wait_for("progress")
    between_people = client.new_remote_match()
    with Watcher(between_people) as other:
        other.wait_for("presence")
        between_people.try_act("reaction", 1, reaction="👏")
        other.wait_for("reaction")
    received = watcher.received + other.received
    for message in received:
        validator.validate(message)
    mapping = description()["components"]["schemas"]["LiveMessage"]["discriminator"]["mapping"]
    assert {message["type"] for message in received} == set(mapping)
    assert not validator.is_valid({"type": "heartbeat", "at_version": 1, "seat": 1})


def test_the_description_is_served(client: ServerClient) -> None:
    assert client.get("/api/openapi.json").json() == description()


def test_every_answer_of_the_description_has_a_shape() -> None:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            for status, answer in operation["responses"].items():
                assert answer["content"], (path, method, status)
