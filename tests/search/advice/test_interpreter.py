"""The embedded interpreter: what it understands, and that it says what it does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.catalogue import all_games, game
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.search.advice import lexicon
from quincunx.search.advice.interpreter import Interpretation
from quincunx.search.advice.interpreter import interpret as interpret_for
from quincunx.search.advice.phrases import Kind, lexicon_of, read_phrases
from quincunx.search.advice.prompt import guidance_of
from quincunx.search.advice.strategy import MOST_CHARACTERS

DUEL = guidance_of(game("duel"))
PROMPTED = [listed for listed in all_games() if listed.guidance is not None]

LITTLE, PLAIN, STRONG = 1, 2.5, 5
NO_LIMIT = None
Wanted = dict[str, tuple[bool, float | None] | None]


def interpret(text: str) -> Interpretation:
    return interpret_for(text, DUEL)


def wanted(text: str) -> Wanted:
    """What a line wishes for, by principle: whether it is sought, and the price; None for what does not matter."""
    read = interpret(text).understood
    return {part.principle.name: part.wish and (part.wish.sought, part.wish.price) for part in read}


def seek(price: float | None = PLAIN) -> tuple[bool, float | None]:
    return True, price


def avoid(price: float | None = PLAIN) -> tuple[bool, float | None]:
    return False, price


def test_the_example_of_the_rule_book() -> None:
    reading = interpret("hold the edges, avoid giving captures back, be greedy late")
    assert [(part.text, part.principle.name, part.wish and part.wish.sought) for part in reading.understood] == [
        ("hold the edges", "edges", True),
        ("avoid giving captures back", "safety", True),
        ("be greedy late", "late_captures", True),
    ]
    assert reading.ignored == ()
    assert [wish.price for wish in reading.wishes] == [PLAIN] * 3


@pytest.mark.parametrize("listed", PROMPTED, ids=lambda listed: listed.slug)
def test_every_phrase_means_its_principle_and_negated_the_opposite(listed: AnyGame) -> None:
    guidance = guidance_of(listed)
    for words, entry in lexicon_of(guidance).entries.items():
        if entry.meaning is not None:
            text = " ".join(words)
            for line, sought in ((text, entry.meaning.sought), (f"avoid {text}", not entry.meaning.sought)):
                reading = interpret_for(line, guidance)
                assert [(wish.principle.name, wish.sought) for wish in reading.wishes] == [
                    (entry.meaning.principle.name, sought)
                ], line
                assert reading.ignored == (), line


@pytest.mark.parametrize("listed", PROMPTED, ids=lambda listed: listed.slug)
def test_the_example_of_every_principle_asks_for_just_this(listed: AnyGame) -> None:
    guidance = guidance_of(listed)
    for principle in guidance.principles:
        reading = interpret_for(principle.example, guidance)
        assert [wish.principle for wish in reading.wishes] == [principle]
        assert reading.wishes[0].price == guidance.unit.plain
        assert reading.ignored == ()
    assert interpret_for(guidance.example, guidance).ignored == ()
    assert len(interpret_for(guidance.example, guidance).wishes) > 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # negation
        ("never take the corners", {"corners": avoid(STRONG)}),
        ("don't take the corners", {"corners": avoid()}),
        ("don’t take the corners", {"corners": avoid()}),
        ("do not take the corners", {"corners": avoid()}),
        ("no corners", {"corners": avoid()}),
        ("don't avoid the corners", {"corners": seek()}),
        ("don't play safe", {"safety": avoid()}),
        ("capture without giving captures back", {"captures": seek(), "safety": seek()}),
        ("don't give any of your captures back", {"safety": seek()}),
        # how far a negation reaches
        ("avoid corners and edges", {"corners": avoid(), "edges": avoid()}),
        ("avoid corners, edges", {"corners": avoid(), "edges": avoid()}),
        ("avoid corners, edges, and the middle", {"corners": avoid(), "edges": avoid(), "centre": avoid()}),
        ("avoid corners and hold the edges", {"corners": avoid(), "edges": seek()}),
        ("avoid corners, hold the edges", {"corners": avoid(), "edges": seek()}),
        ("avoid corners but edges", {"corners": avoid(), "edges": seek()}),
        ("avoid corners. Edges", {"corners": avoid(), "edges": seek()}),
        ("not greedy, edges", {"captures": avoid(), "edges": seek()}),
        ("avoid edges, compact", {"edges": avoid(), "together": seek()}),
        ("don't be greedy and reckless", {"captures": avoid(), "safety": seek()}),
        ("prefer edges over corners", {"edges": seek(), "corners": avoid()}),
        ("not only edges but also corners", {"edges": seek(), "corners": seek()}),
        # emphasis
        ("slightly prefer the centre", {"centre": seek(LITTLE)}),
        ("a bit of mobility", {"expansion": seek(LITTLE)}),
        ("very compact", {"together": seek(STRONG)}),
        ("very very compact", {"together": seek(STRONG)}),
        ("hold the edges at all costs", {"edges": seek(NO_LIMIT)}),
        ("above all hold the edges", {"edges": seek(STRONG)}),
        ("always hold the edges at any price", {"edges": seek(NO_LIMIT)}),
        ("a little more of the edges", {"edges": seek(LITTLE)}),
        ("stay near the corners", {"corners": seek()}),
        ("capture whenever you can", {"captures": seek()}),
        ("hold the edges!", {"edges": seek(STRONG)}),
        ("hold the edges, always avoid corners", {"edges": seek(), "corners": avoid(STRONG)}),
        ("stay off the edges", {"edges": avoid()}),
        ("hold the edges, at all costs, and capture", {"edges": seek(NO_LIMIT), "captures": seek()}),
        ("HOLD THE EDGES", {"edges": seek()}),
        ("really avoid risk", {"safety": seek(STRONG)}),
        ("really avoid risk and corners", {"safety": seek(STRONG), "corners": avoid(STRONG)}),
        ("edges are important", {"edges": seek(STRONG)}),
        ("prefer edges very much over corners", {"edges": seek(STRONG), "corners": avoid()}),
        ("hold the edges very compact", {"edges": seek(), "together": seek(STRONG)}),
        ("never ever lose tiles", {"safety": seek(STRONG)}),
        ("do not be too greedy", {"captures": avoid(LITTLE)}),
        ("not very compact", {"together": avoid(LITTLE)}),
        # indifference
        ("ignore the edges", {"edges": None}),
        ("I don't care about corners", {"corners": None}),
        ("corners don't matter", {"corners": None}),
        ("edges do not matter, hold the centre", {"edges": None, "centre": seek()}),
        ("never forget the corners", {"corners": seek()}),
        # late
        ("be greedy late", {"late_captures": seek()}),
        ("in the endgame, be greedy", {"late_captures": seek()}),
        ("take tiles at the end", {"late_captures": seek()}),
        ("capture, and capture late", {"captures": seek(), "late_captures": seek()}),
        ("never be greedy late", {"late_captures": avoid(STRONG)}),
        # actions stand for themselves only when nothing else is named
        ("attack", {"captures": seek()}),
        ("attack the corners", {"corners": seek()}),
        ("protect the edges", {"edges": seek()}),
        # the last word counts
        ("hold the edges, then avoid the edges", {"edges": avoid()}),
    ],
)  # fmt: skip
def test_lines_mean_what_a_reader_would_say(text: str, expected: Wanted) -> None:
    assert wanted(text) == expected
    assert interpret(text).ignored == ()


@pytest.mark.parametrize(
    ("text", "expected", "ignored"),
    [
        ("win", {}, ("win",)),
        ("play like a purple elephant", {}, ("play like a purple elephant",)),
        ("hold the purple edges", {"edges": seek()}, ("purple",)),
        ("be nice, hold the edges", {"edges": seek()}, ("be nice",)),
        ("hold the edges early", {"edges": seek()}, ("early",)),
        ("play safely late", {"safety": seek()}, ("late",)),
        ("late", {}, ("late",)),
        ("very, very compact", {"together": seek(STRONG)}, ("very",)),
        ("never", {}, ("never",)),
        ("Halte die Ränder", {}, ("Halte die Ränder",)),
        ("端を守れ", {}, ("端を守れ",)),
        ("a1", {}, ("a1",)),
        ("play c4 now!", {}, ("play c4 now",)),
        ("", {}, ()),
        ("  ,,; ...", {}, ()),
        ("please", {}, ()),
    ],
)
def test_what_is_not_understood_is_reported_in_the_persons_own_words(
    text: str, expected: Wanted, ignored: tuple[str, ...]
) -> None:
    assert wanted(text) == expected
    assert interpret(text).ignored == ignored


def test_a_line_that_is_too_long_is_refused() -> None:
    interpret("edges " * (MOST_CHARACTERS // 6))
    with pytest.raises(Refusal) as refused:
        interpret("x" * (MOST_CHARACTERS + 1))
    assert refused.value.errorCode is ErrorCode.TOO_LARGE


WORDS = sorted({word for words in lexicon_of(DUEL).entries for word in words} | {"elephant", "ü", "💥", ","})
lines = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map(lambda words: " ".join(words))
)


@given(lines, st.sampled_from(PROMPTED))
def test_any_line_is_understood_or_not_and_never_an_error(text: str, listed: AnyGame) -> None:
    guidance = guidance_of(listed)
    reading = interpret_for(text, guidance)
    names = [wish.principle.name for wish in reading.wishes]
    assert len(names) == len(set(names)), "one wish per principle"
    prices = {guidance.unit.price(strength) for strength in (-1, 0, 1, 2)}
    assert all(wish.price in prices for wish in reading.wishes)
    assert interpret_for(text, guidance) == reading


@given(lines)
def test_every_word_that_matters_is_understood_or_reported_as_ignored(text: str) -> None:
    reading = interpret(text)
    mentioned = " ".join([*(part.text for part in reading.understood), *reading.ignored])
    for phrase in read_phrases(text, DUEL):
        if phrase.kind is Kind.UNKNOWN:
            assert text[phrase.begin : phrase.end] in " ".join(reading.ignored)
        elif phrase.kind in (Kind.THING, Kind.MANNER):
            assert text[phrase.begin : phrase.end] in mentioned


@given(lines)
def test_what_is_reported_stands_in_the_line(text: str) -> None:
    reading = interpret(text)
    for piece in [*(part.text for part in reading.understood), *reading.ignored]:
        assert piece in text
        assert piece == piece.strip()


@pytest.mark.parametrize("listed", PROMPTED, ids=lambda listed: listed.slug)
def test_no_phrase_has_two_meanings_and_all_are_written_as_they_are_read(listed: AnyGame) -> None:
    phrases = [
        words
        for principle in guidance_of(listed).principles
        for side in (principle.phrases, principle.against)
        for line in side
        for words in lexicon.split(line)
    ]
    assert len(phrases) == len(set(phrases))
    assert all(re.fullmatch(r"[a-z']+", word) for words in phrases for word in words)
