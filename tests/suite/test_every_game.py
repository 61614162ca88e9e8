"""Every law of `quincunx.testing`, for every built-in game, every preset, and variants drawn at random."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import ErrorCode
from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.engine.rules import hash, observe, play
from quincunx.testing import check_game
from tests.suite.applier import Applier
from tests.suite.games import GAMES, every_game, every_preset, playable, random_match, random_moves
from tests.suite.refusals import refusal_of
from tests.suite.scale import scaled, seeds
from tests.suite.variants import random_options

PLIES = scaled(80, 25)
"""How far a match is followed."""

MILLISECONDS = 20
"""What AI players get for a move: here it only has to be legal."""


def check(game: AnyGame, variant: Any, seed: int) -> None:
    check_game(game, variants=[variant], seeds=[seed], plies=PLIES, milliseconds=MILLISECONDS)


@seeds(1, 2, plain=1)
@every_preset
def test_every_law_holds_for_every_preset(game: AnyGame, preset: str, seeds: range) -> None:
    for seed in seeds:
        check(game, playable(game, preset), seed)


@seeds(3, 600, plain=3)
@every_game
def test_every_law_holds_for_random_variants(game: AnyGame, seeds: range) -> None:
    for seed in seeds:
        check(game, random_options(game, seed), seed)


def follow_events(game: AnyGame, variant: Any, seed: int) -> None:
    """Applied to the cells before a move, the events give the cells after it; points, mines and territory too."""
    match = Match(game, variant, seed)
    for text in random_moves(match, seed, PLIES):
        applier = Applier(game, match.describe())
        applier.apply(match.play(text))
        applier.must_show(match.describe())


@every_preset
def test_events_lead_to_the_next_position(game: AnyGame, preset: str) -> None:
    for seed in range(scaled(2, 1)):
        follow_events(game, playable(game, preset), seed)


@every_game
def test_events_lead_to_the_next_position_in_random_variants(game: AnyGame) -> None:
    for seed in range(scaled(12, 3)):
        follow_events(game, random_options(game, seed), seed)


TEXTS = st.text(max_size=12) | st.text(alphabet="abcdefgABCDEFG0123456789><v^*mrldu @-.pas", max_size=8)


@every_game
@given(text=TEXTS, seed=st.integers(0, 1000))
def test_garbage_is_refused_and_nothing_worse(game: AnyGame, text: str, seed: int) -> None:
    match = random_match(game, seed=seed % 10, plies=seed % 13)
    before, legal = match.describe(), match.legal()
    if refusal_of(match.play, text) is None:
        played = match.moves[-1]
        assert played in legal
        assert sorted(text.strip().lower()) in (sorted(played), sorted(game.link_text(played)))
    else:
        assert match.describe() == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
REFUSED_SETUPS = {ErrorCode.BAD_POSITION, ErrorCode.BAD_SEED, None}


@every_game
@given(data=st.data())
def test_a_garbled_position_is_refused_or_playable_and_nothing_worse(game: AnyGame, data: st.DataObject) -> None:
    fields = random_match(game, seed=data.draw(st.integers(0, 5)), plies=6).describe() | {"seed": 5}
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(JSON)
    assert refusal_of(Match, game, setup=fields) in REFUSED_SETUPS


@every_game
@given(data=st.data())
def test_a_position_with_other_cells_is_refused_or_playable(game: AnyGame, data: st.DataObject) -> None:
    """Any board of the game's own characters: if it is not refused, it can be played on and narrated."""
    fields = Match(game, seed=1).describe()
    characters = st.text(alphabet=sorted({*game.looks, "."}), min_size=1)
    width = len(fields["cells"][0])
    cells = [data.draw(characters.map(lambda row: (row * width)[:width])) for _ in fields["cells"]]
    setup = {"cells": cells, "turn": data.draw(st.sampled_from([1, 2]))}
    if refusal_of(Match, game, setup=setup) is None:
        match = Match(game, setup=setup)
        assert match.describe()["cells"] == cells
        for text in match.legal()[:5]:
            match.play(text)
            match.undo()


def hidden(game: AnyGame) -> bool:
    return game.slug in ("mosaic", "cascade")


HIDING = [game for game in GAMES if hidden(game)]


@pytest.mark.parametrize("game", HIDING, ids=[game.slug for game in HIDING])
def test_matches_that_look_the_same_really_have_different_futures(game: AnyGame) -> None:
    """Or the law that an observation keeps the future to itself would be empty."""
    position = random_match(game, seed=3, plies=4).position
    view = game.describe(position)
    other = game.place(game.variant(), 4, view)
    assert game.describe(other) == view
    assert other != position
    assert futures(game, position) != futures(game, other)


def futures(game: AnyGame, position: Any) -> list[str]:
    """What is shown after each of the next moves, the first legal one each time."""
    shown = []
    for _ in range(10):
        texts = game.legal_texts(position)
        if not texts:
            break
        position = play(position, game.read_move(position, texts[0]))
        shown.append(str(game.describe(position)))
    return shown


@pytest.mark.parametrize("game", HIDING, ids=[game.slug for game in HIDING])
def test_an_observation_goes_on_without_knowing_more(game: AnyGame) -> None:
    """Played on, move by move, two matches that look the same are still observed as one."""
    position = random_match(game, seed=3, plies=4).position
    first = observe(position, 1)
    second = observe(game.place(game.variant(), 4, game.describe(position)), 1)
    for _ in range(10):
        texts = game.legal_texts(first)
        if not texts:
            break
        first, second = (play(seen, game.read_move(seen, texts[0])) for seen in (first, second))
        assert first == second
        assert hash(first) == hash(second)


def test_every_kind_of_event_happens_in_some_game() -> None:
    """The applier has been asked about each of them. A move that is legal only once, such as a swap, is the last in the
    order of texts, and so a short match of every preset plays it."""
    seen: set[type] = set()
    for game in GAMES:
        for seed in range(scaled(60, 25)):
            match = random_match(game, game.variant(random_options(game, seed)), seed, 60)
            seen |= {type(event) for ply in range(len(match.moves)) for event in match.events(ply)}
        for preset in game.presets:
            match = Match(game, preset)
            match.play(match.legal()[0])
            match.play(match.legal()[-1])
            seen |= {type(event) for ply in range(2) for event in match.events(ply)}
    listed = {kind for game in GAMES for kind in game.events}
    assert listed <= seen
