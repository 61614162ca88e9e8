"""Events: small typed values that can say themselves and name their cells."""

import dataclasses
import json
import random
import re
from typing import Any, Literal

import pytest

from quincunx.catalogue import all_games, game
from quincunx.engine import events as engine_events
from quincunx.engine.events import Ended, Event, Names, Passed, Placed, as_json, shown_milliseconds
from quincunx.engine.match import Match
from quincunx.games.cascade.events import GoblinCame
from quincunx.games.duel.events import Captured
from quincunx.games.flood.events import Flooded
from quincunx.games.match3.events import Cleared, Dropped, Fell, Swapped
from quincunx.games.pushmine.events import Ejected, MineDetonated, MineEarned, Pushed
from tests.suite.games import built_in_games, playable

ENGINE_EVENTS: tuple[type[Event], ...] = (Placed, Passed, Ended)
KINDS = sorted(
    {*ENGINE_EVENTS, *(kind for listed in built_in_games() for kind in listed.events)}, key=lambda kind: kind.__name__
)
DESIGNED = """Swapped Cleared Fell Dropped Reshuffled GoblinCame Placed Captured Pushed Ejected MineEarned MinePlaced
MineDetonated MineDecayed SidesSwapped Protected Flooded Passed Ended""".split()
NAMES = Names(("Red", "Green"), {"r": "red"}, 5)


def test_the_events_are_those_of_the_design() -> None:
    assert sorted(kind.__name__ for kind in KINDS) == sorted(DESIGNED)


def test_the_engine_has_no_event_that_belongs_to_one_game() -> None:
    own = {
        value
        for value in vars(engine_events).values()
        if isinstance(value, type) and issubclass(value, Event) and value is not Event
    }
    assert own == set(ENGINE_EVENTS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_names_its_kind_last_and_cannot_be_changed(kind: Any) -> None:
    *others, last = dataclasses.fields(kind)
    assert last.name == "kind"
    assert last.default == re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
    event = kind(*[None] * len(others))
    assert event == kind(*[None] * len(others))
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.kind = "another"
    assert not hasattr(event, "__dict__")


def test_the_kinds_of_a_game_differ() -> None:
    for listed in all_games():
        kinds = [kind.__name__ for kind in {*ENGINE_EVENTS, *listed.events}]
        assert len(kinds) == len(set(kinds))


def test_events_are_written_as_json_in_order() -> None:
    events: list[Event] = [Pushed("3", ">", 1, ((10, 11),), 10), Flooded("r", ((1, 2), (3,))), Passed(2)]
    assert json.loads(json.dumps(as_json(events))) == [
        {"line": "3", "way": ">", "seat": 1, "steps": [[10, 11]], "entered": 10, "kind": "pushed"},
        {"colour": "r", "waves": [[1, 2], [3]], "kind": "flooded"},
        {"seat": 2, "kind": "passed"},
    ]


@pytest.mark.parametrize("slug", [listed.slug for listed in built_in_games()])
def test_a_game_gives_only_the_events_that_it_lists(slug: str) -> None:
    listed = game(slug)
    allowed = {Passed, Ended, *listed.events}
    for preset in listed.presets:
        match, choices = Match(listed, playable(listed, preset)), random.Random(1)
        while (legal := match.legal()) and len(match.moves) < 60:
            assert {type(event) for event in match.play(choices.choice(legal))} <= allowed


@dataclasses.dataclass(frozen=True, slots=True)
class Whispered(Event):
    word: str
    kind: Literal["whispered"] = "whispered"

    def sentence(self, names: Names) -> str:
        return f"{names.seat(2)} whispers {self.word}"


def test_an_event_of_another_package_needs_nothing_but_its_own_class() -> None:
    event = Whispered("no")
    assert event.sentence(NAMES) == "Green whispers no"
    assert event.touched() == ()
    assert as_json([event]) == [{"word": "no", "kind": "whispered"}]


def test_an_event_without_a_sentence_is_refused() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Silent(Event):
        kind: Literal["silent"] = "silent"

    with pytest.raises(TypeError, match="sentence"):
        Silent()  # type: ignore[abstract]


def test_names_of_cells_columns_and_colours() -> None:
    assert (NAMES.cell(7), NAMES.cells((0, 24)), NAMES.column(2)) == ("c2", "a1, e5", "c")
    assert (NAMES.colour("r"), NAMES.colour("g")) == ("red", "g")


# How long they are shown.


def test_a_cascade_is_shown_wave_by_wave_and_drops_fall_with_the_others() -> None:
    wave: list[Event] = [Cleared((1,), "a", 1, 10), Fell(((0, 1),)), Dropped((0,), "b")]
    assert shown_milliseconds([Swapped((1, 2))]) == 180
    assert shown_milliseconds([Swapped((1, 2)), *wave]) == 3 * 180
    assert shown_milliseconds([Swapped((1, 2)), *wave, *wave]) == 5 * 180
    assert shown_milliseconds([Swapped((1, 2)), wave[0], wave[2]]) == 3 * 180, "in the top row nothing falls"


def test_goblins_come_one_behind_the_other_and_what_follows_waits_for_the_last() -> None:
    goblin = GoblinCame(3, 3, "g")
    assert shown_milliseconds([goblin]) == 630
    assert shown_milliseconds([goblin, goblin]) == 630 + 180
    assert shown_milliseconds([goblin, goblin, Passed(1)]) == 630 + 180 + 360


def test_what_happens_to_many_takes_longer_up_to_a_limit() -> None:
    assert [shown_milliseconds([Captured(tuple(range(n)), 1)]) for n in (1, 2, 4)] == [288, 333, 423]
    assert [shown_milliseconds([Flooded("r", ((1,),) * n)]) for n in (0, 1, 2, 100)] == [180, 225, 270, 1080]


def test_what_a_push_brings_about_happens_with_it() -> None:
    push = Pushed("3", ">", 1, (), 10)
    assert shown_milliseconds([push, Ejected(14, 2), MineEarned(1), Ended("1", "line")]) == 270
    assert shown_milliseconds([push, MineDetonated(12, 1, 11)]) == 270 + 180
    assert shown_milliseconds([]) == 0
