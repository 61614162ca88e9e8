"""The embedded interpreter: what it understands, and that it says what it does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.games.duel.advice import lexicon
from quincunx.games.duel.advice.interpreter import interpret
from quincunx.games.duel.advice.phrases import Kind, read_phrases
from quincunx.games.duel.advice.strategy import BALANCED, FEATURES, HEAVIEST, MOST_CHARACTERS


def weights(text: str) -> dict[str, int]:
    """The weights that a line names, in its order."""
    return {part.feature: part.weight for part in interpret(text).understood}


def test_the_example_of_the_rule_book() -> None:
    reading = interpret("hold the edges, avoid giving captures back, be greedy late")
    assert reading.understood == (
        ("hold the edges", "edges", 6),
        ("avoid giving captures back", "recaptures", -6),
        ("be greedy late", "endgame_greed", 6),
    )
    assert reading.ignored == ()
    assert (reading.strategy.edges, reading.strategy.recaptures, reading.strategy.endgame_greed) == (6, -6, 6)


def test_a_feature_that_a_line_does_not_mention_keeps_its_usual_weight() -> None:
    strategy = interpret("hold the edges").strategy
    assert strategy == BALANCED.model_copy(update={"edges": 6, "text": "hold the edges"})


@pytest.mark.parametrize(
    "table", [lexicon.THINGS, lexicon.MANNERS, lexicon.ACTIONS], ids=["things", "manners", "actions"]
)
def test_every_phrase_means_its_feature_and_negated_the_opposite(table: dict[lexicon.Words, lexicon.Meaning]) -> None:
    for words, meaning in table.items():
        text = " ".join(words)
        assert weights(text) == {meaning.feature: 6 * meaning.sign}, text
        assert weights(f"avoid {text}") == {meaning.feature: -6 * meaning.sign}, text
        assert interpret(text).ignored == (), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # negation
        ("never take the corners", {"corners": -8}),
        ("don't take the corners", {"corners": -6}),
        ("don’t take the corners", {"corners": -6}),
        ("do not take the corners", {"corners": -6}),
        ("no corners", {"corners": -6}),
        ("don't avoid the corners", {"corners": 6}),
        ("don't play safe", {"recaptures": 6}),
        ("capture without giving captures back", {"captures": 6, "recaptures": -6}),
        ("don't give any of your captures back", {"recaptures": -6}),
        # how far a negation reaches
        ("avoid corners and edges", {"corners": -6, "edges": -6}),
        ("avoid corners, edges", {"corners": -6, "edges": -6}),
        ("avoid corners, edges, and the middle", {"corners": -6, "edges": -6, "centre": -6}),
        ("avoid corners and hold the edges", {"corners": -6, "edges": 6}),
        ("avoid corners, hold the edges", {"corners": -6, "edges": 6}),
        ("avoid corners but edges", {"corners": -6, "edges": 6}),
        ("avoid corners. Edges", {"corners": -6, "edges": 6}),
        ("not greedy, edges", {"captures": -6, "edges": 6}),
        ("avoid edges, compact", {"edges": -6, "compactness": 6}),
        ("don't be greedy and reckless", {"captures": -6, "recaptures": -6}),
        ("prefer edges over corners", {"edges": 6, "corners": -6}),
        ("not only edges but also corners", {"edges": 6, "corners": 6}),
        # emphasis
        ("slightly prefer the centre", {"centre": 3}),
        ("a bit of mobility", {"mobility": 3}),
        ("very compact", {"compactness": 8}),
        ("very very compact", {"compactness": 10}),
        ("hold the edges at all costs", {"edges": 10}),
        ("above all hold the edges", {"edges": 10}),
        ("hold the edges!", {"edges": 8}),
        ("HOLD THE EDGES", {"edges": 6}),
        ("really avoid risk", {"recaptures": -8}),
        ("really avoid risk and corners", {"recaptures": -8, "corners": -8}),
        ("edges are important", {"edges": 8}),
        ("prefer edges very much over corners", {"edges": 10, "corners": -6}),
        ("hold the edges very compact", {"edges": 6, "compactness": 8}),
        ("never ever lose tiles", {"recaptures": -10}),
        ("do not be too greedy", {"captures": -3}),
        ("not very compact", {"compactness": -3}),
        # indifference
        ("ignore the edges", {"edges": 0}),
        ("I don't care about corners", {"corners": 0}),
        ("corners don't matter", {"corners": 0}),
        ("edges do not matter, hold the centre", {"edges": 0, "centre": 6}),
        ("never forget the corners", {"corners": 6}),
        # late
        ("be greedy late", {"endgame_greed": 6}),
        ("in the endgame, be greedy", {"endgame_greed": 6}),
        ("take tiles at the end", {"endgame_greed": 6}),
        ("capture, and capture late", {"captures": 6, "endgame_greed": 6}),
        ("never be greedy late", {"endgame_greed": -8}),
        # actions stand for themselves only when nothing else is named
        ("attack", {"captures": 6}),
        ("attack the corners", {"corners": 6}),
        ("protect the edges", {"edges": 6}),
        # the last word counts
        ("hold the edges, then avoid the edges", {"edges": -6}),
    ],
)  # fmt: skip
def test_lines_mean_what_a_reader_would_say(text: str, expected: dict[str, int]) -> None:
    assert weights(text) == expected
    assert interpret(text).ignored == ()


@pytest.mark.parametrize(
    ("text", "expected", "ignored"),
    [
        ("win", {}, ("win",)),
        ("play like a purple elephant", {}, ("play like a purple elephant",)),
        ("hold the purple edges", {"edges": 6}, ("purple",)),
        ("be nice, hold the edges", {"edges": 6}, ("be nice",)),
        ("hold the edges early", {"edges": 6}, ("early",)),
        ("play safely late", {"recaptures": -6}, ("late",)),
        ("late", {}, ("late",)),
        ("very, very compact", {"compactness": 8}, ("very",)),
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
    text: str, expected: dict[str, int], ignored: tuple[str, ...]
) -> None:
    assert weights(text) == expected
    assert interpret(text).ignored == ignored


def test_a_line_that_is_too_long_is_refused() -> None:
    interpret("edges " * (MOST_CHARACTERS // 6))
    with pytest.raises(Refusal) as refused:
        interpret("x" * (MOST_CHARACTERS + 1))
    assert refused.value.errorCode is ErrorCode.TOO_LARGE


WORDS = sorted({word for phrase in (
    *lexicon.THINGS, *lexicon.MANNERS, *lexicon.ACTIONS, *lexicon.VERBS, *lexicon.REFUSALS, *lexicon.NEGATIONS,
    *lexicon.INDIFFERENCE, *lexicon.INDIFFERENCE_AFTER, *lexicon.STRENGTHS, *lexicon.SOFTENERS, *lexicon.LATE,
    *lexicon.AND, *lexicon.BREAKS, *lexicon.SILENT,
) for word in phrase} | {"elephant", "ü", "💥", ","})  # fmt: skip
lines = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map(lambda words: " ".join(words))
)


@given(lines)
def test_any_line_gives_a_valid_strategy(text: str) -> None:
    reading = interpret(text)
    assert all(abs(reading.strategy.weight(feature)) <= HEAVIEST for feature in FEATURES)
    assert reading.strategy.text == text
    assert interpret(text) == reading


@given(lines)
def test_every_word_that_matters_is_understood_or_reported_as_ignored(text: str) -> None:
    reading = interpret(text)
    mentioned = " ".join([*(part.text for part in reading.understood), *reading.ignored])
    for phrase in read_phrases(text):
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


def test_no_phrase_has_two_meanings() -> None:
    tables = [lexicon.THINGS, lexicon.MANNERS, lexicon.ACTIONS]
    phrases = [words for table in tables for words in table]
    assert len(phrases) == len(set(phrases))
    assert {meaning.feature for table in tables for meaning in table.values()} == set(FEATURES)


def test_phrases_are_written_as_they_are_read() -> None:
    for words in [*lexicon.THINGS, *lexicon.MANNERS, *lexicon.ACTIONS]:
        assert all(re.fullmatch(r"[a-z']+", word) for word in words), words
