"""Acting on wishes: the best move that conforms, if it costs at most its price; never for a proven win."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.engine.moves import count, numbers
from quincunx.engine.player import MoveRequest, Player
from quincunx.engine.rules import legal, moves, observe
from quincunx.games.mosaic.players import FuturesPlayer
from quincunx.search.advice.obedience import Obedience, ObedientPlayer, obey, obey_blindly, words_for
from quincunx.search.advice.principles import Phrases, Principle, Unit, Wish, Wording
from quincunx.search.advice.prompt import advise, guidance_of
from quincunx.search.advice.strategy import Strategy
from quincunx.search.hooks import CERTAIN, DECISIVE
from quincunx.search.players import NegamaxPlayer, WinFirst
from tests.search.positions import middle
from tests.suite.scale import COMPILED

UNIT = Unit("stone", "stones", 10, little=1, plain=2.5, strong=5)
QUICK = Fraction(1, 300)
"""How much of its budget a player gets here."""
LIMITS = (0.0, 1.0, 2.5, 5.0, None)
PROMPTED = [game for game in all_games() if game.guidance is not None]


def principle(name: str, members: set[int]) -> Principle:
    """One to which these moves conform."""
    wording = Wording(f"takes {name}", f"take {name}", name)
    return Principle(name, wording, wording, name, Phrases(), lambda _, move: move in members)


scores = st.dictionaries(
    st.integers(0, 20),
    st.one_of(st.integers(-80, 80), st.sampled_from([DECISIVE, DECISIVE + 30, -DECISIVE, CERTAIN + 7, CERTAIN + 5])),
    min_size=1,
    max_size=8,
)
wishes = st.lists(
    st.builds(
        lambda name, members, sought, price: Wish(principle(name, members), sought, price),
        st.sampled_from("abc"), st.sets(st.integers(0, 20)), st.booleans(), st.sampled_from(LIMITS),
    ),
    max_size=3,
)  # fmt: skip


@given(scores, wishes)
def test_no_wish_is_fulfilled_for_more_than_its_price(scored: dict[int, int], asked: list[Wish]) -> None:
    heard = obey(None, asked, scored, UNIT)
    best = max(scored.values())
    assert heard.moves
    for wish in heard.fulfilled:
        for move in heard.moves:
            assert wish.holds(None, move)
            assert wish.price is None or best - scored[move] <= wish.price * UNIT.points


@given(scores, wishes)
def test_a_proven_win_is_never_given_away_and_a_proven_loss_never_chosen(
    scored: dict[int, int], asked: list[Wish]
) -> None:
    best = max(scored.values())
    for move in obey(None, asked, scored, UNIT).moves:
        if best >= DECISIVE:
            assert scored[move] >= DECISIVE
        if best > CERTAIN:
            assert scored[move] == best, "a win that is near is not put off"
        if best > -DECISIVE:
            assert scored[move] > -DECISIVE


@given(scores, wishes)
def test_a_wish_is_fulfilled_wherever_its_price_allows(scored: dict[int, int], asked: list[Wish]) -> None:
    for wish in asked:
        heard = obey(None, [wish], scored, UNIT)
        conforming = {move: score for move, score in scored.items() if wish.holds(None, move)}
        if 0 < len(conforming) < len(scored) and max(scored.values()) < DECISIVE:
            cost = max(scored.values()) - max(conforming.values())
            affordable = wish.price is None or cost <= wish.price * UNIT.points
            safe = max(conforming.values()) > -DECISIVE or max(scored.values()) <= -DECISIVE
            assert bool(heard.fulfilled) == (affordable and safe)
            assert bool(heard.too_dear) != bool(heard.fulfilled)
        elif len(conforming) in (0, len(scored)):
            assert not heard.fulfilled, "there was no choice"


def test_the_dearest_wish_goes_first_and_the_others_choose_among_what_it_leaves() -> None:
    scored = {1: 50, 2: 40, 3: 20, 4: 10}
    dear, cheap = Wish(principle("dear", {3, 4}), True, 5.0), Wish(principle("cheap", {2, 4}), True, 1.0)
    assert obey(None, [cheap, dear], scored, UNIT) == Obedience([3, 4], (dear,), (cheap,))
    assert obey(None, [cheap], scored, UNIT) == Obedience([2], (cheap,), ())
    anything = cheap._replace(price=None)
    assert obey(None, [dear, anything], scored, UNIT).moves == [4]


def test_a_player_without_scores_draws_among_the_moves_that_conform() -> None:
    wish = Wish(principle("a", {1, 2}), True, 0.0)
    assert obey_blindly(None, [wish], [1, 2, 3]).moves == [1, 2]
    assert obey_blindly(None, [wish], [3, 4]).moves == [3, 4]


def test_the_words_say_what_was_asked_for_and_what_it_cost() -> None:
    edge, corner = (Wish(principle(name, {1}), True, 1.0) for name in ("an edge", "a corner"))
    assert words_for(Obedience([1], (edge,), ()), 18, UNIT) == "takes an edge, as you asked; costs 1.8 stones"
    assert (
        words_for(Obedience([1], (edge, corner), ()), 10, UNIT)
        == "takes an edge and takes a corner, as you asked; costs 1 stone"
    )
    assert words_for(Obedience([1], (edge,), ()), 0, UNIT) == "takes an edge, as you asked"
    assert words_for(Obedience([1], (), (edge,)), 0, UNIT) == "finds it too costly to take an edge"
    assert words_for(Obedience([1], (), ()), 0, UNIT) == ""


VERBS = {
    "block": "blocks", "capture": "captures", "clear": "clears", "earn": "earns", "give": "gives", "keep": "keeps",
    "lay": "lays", "leave": "leaves", "make": "makes", "push": "pushes", "set": "sets", "spread": "spreads",
    "stay": "stays", "swap": "swaps", "take": "takes",
}  # fmt: skip
"""All verbs that words for principles begin with, and as they follow "It"."""


@pytest.mark.parametrize("game", PROMPTED, ids=lambda game: game.slug)
def test_what_a_wish_makes_of_a_move_can_follow_it(game: AnyGame) -> None:
    assert game.guidance
    principles = [one for each in game.guidance.principles for one in (each, each.late) if one]
    for principle in principles:
        for wish in (Wish(principle, sought, 1.0) for sought in (True, False)):
            verb, _, rest = wish.wording.to_do.partition(" ")
            clause = f"{VERBS[verb]} {rest}".strip()
            assert words_for(Obedience([1], (wish,), ())) == f"{clause}, as you asked", principle
            assert words_for(Obedience([1], (), (wish,))) == f"finds it too costly to {wish.wording.to_do}"


SHORT = ("starter", "easy", "easy2", "medium", "hard")
"""The other levels are of the same kinds; they are asked in the long run."""
LEVELS = [
    pytest.param(game, level, id=f"{game.slug}-{level}", marks=() if level in SHORT else pytest.mark.long)
    for game in PROMPTED
    for level in game.levels
]


def asked(game: AnyGame, seed: int, strategy: Any) -> MoveRequest:
    position = middle(game, seed, 4)
    return MoveRequest(game, observe(position, position.turn), seed, strategy=strategy)


def quick(player: Player) -> Player:
    smaller = player.scaled(QUICK) or player if player.budget > 1000 else player
    return smaller if COMPILED else short_sighted(smaller)


def short_sighted(player: Any) -> Any:
    """What plain Python can bear of a player whose depth, or whose fewest futures, no budget cuts short."""
    match player:
        case WinFirst():
            return replace(player, thinker=short_sighted(player.thinker))
        case NegamaxPlayer():
            return replace(player, depth=min(player.depth, 2))
        case FuturesPlayer():
            return replace(player, plies=1, tries=0, fewest=1)
    return player


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level_acts_on_a_wish_and_says_so(game: AnyGame, level: str) -> None:
    """Whatever it costs, it follows a principle when it is asked to, and hardly ever when it is asked not to."""
    player = quick(game.levels[level].player)
    assert isinstance(player, ObedientPlayer)
    assert player.obeys(())
    followed = {True: 0, False: 0}
    for seed in range(2):
        for one in guidance_of(game).principles:
            for sought in followed:
                request = asked(game, seed, Strategy((Wish(one, sought, None),)).as_record())
                conforming = [move for move in numbers(moves(request.position)) if one.holds(request.position, move)]
                choice = player.choose(request)
                assert legal(request.position, choice.move)
                if 0 < len(conforming) < count(moves(request.position)):
                    followed[sought] += choice.move in conforming
    goes_by_rules = player.algorithm == "rules"  # of which only words about captures overrule the order
    assert followed[True] > (1 if goes_by_rules else 2) * followed[False]


def test_a_line_that_asks_for_nothing_changes_nothing() -> None:
    for game in PROMPTED:
        level = next(iter(game.levels.values()))
        nothing = advise(game, "play like a purple elephant").strategy.as_record()
        assert level.player.choose(asked(game, 3, nothing)) == level.player.choose(asked(game, 3, None))
