"""Events: small typed values."""

import dataclasses
import json
import re
from typing import Any, get_args

import pytest

from quincunx.engine import events
from quincunx.engine.events import Event, Flooded, Passed, Pushed, as_json

KINDS: tuple[Any, ...] = get_args(Event)
DESIGNED = """Swapped Cleared Fell Dropped Reshuffled GoblinCame Placed Captured Pushed Ejected MineEarned MinePlaced
MineDetonated MineDecayed Flooded Passed Ended""".split()


def test_the_events_are_those_that_were_asked_for() -> None:
    assert sorted(kind.__name__ for kind in KINDS) == sorted(DESIGNED)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_tells_its_kind_and_cannot_be_changed(kind: Any) -> None:
    *others, told = dataclasses.fields(kind)
    assert told.name == "kind"
    assert told.default == re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
    event = kind(*[None] * len(others))
    assert event == kind(*[None] * len(others))
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.kind = "another"
    assert not hasattr(event, "__dict__")


def test_events_are_written_as_json_in_order() -> None:
    told: list[Event] = [Pushed("3", ">", 1, ((10, 11),), 10), Flooded("r", ((1, 2), (3,))), Passed(2)]
    assert json.loads(json.dumps(as_json(told))) == [
        {"line": "3", "way": ">", "seat": 1, "steps": [[10, 11]], "entered": 10, "kind": "pushed"},
        {"colour": "r", "waves": [[1, 2], [3]], "kind": "flooded"},
        {"seat": 2, "kind": "passed"},
    ]


def test_every_event_class_of_the_module_is_an_event() -> None:
    own = {value for value in vars(events).values() if dataclasses.is_dataclass(value) and isinstance(value, type)}
    assert own == set(KINDS)
