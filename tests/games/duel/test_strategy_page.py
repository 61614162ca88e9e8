"""`docs/strategy.md` is true: its examples run, its tables are the lexicon's."""

import doctest
import re
from collections.abc import Iterable, Mapping

import pytest

from quincunx import llm
from quincunx.games.duel.advice import lexicon
from quincunx.games.duel.advice.interpreter import EXTREME, MILD, PLAIN, STRONG, interpret
from quincunx.games.duel.advice.lexicon import Meaning, Words
from quincunx.games.duel.advice.strategy import FEATURES, HEAVIEST, MOST_CHARACTERS, Strategy
from quincunx.games.duel.move_features import UNITS
from tests.docs.pages import DOCS, blocks, code, codes, table, text_of

PAGE = DOCS / "strategy.md"


def listed(phrases: Iterable[Words]) -> list[str]:
    return [" ".join(words) for words in phrases]


def phrases_in(cell: str) -> list[str]:
    return cell.split(", ") if cell else []


def test_what_python_prints_is_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_LLM_URL", raising=False)
    names: dict[str, object] = {}
    examples = 0
    for block in blocks(PAGE, "python"):
        test = doctest.DocTestParser().get_doctest(block.text, names, block.name, str(PAGE), block.line)
        report: list[str] = []
        doctest.DocTestRunner().run(test, out=report.append, clear_globs=False)
        names = test.globs
        examples += len(test.examples)
        assert not report, "".join(report)
    assert examples > 5


def test_the_features_are_those_of_a_strategy() -> None:
    rows = table(PAGE, "feature")
    assert [code(row["feature"]) for row in rows] == list(FEATURES)
    for row in rows:
        name = code(row["feature"])
        field = Strategy.model_fields[name]
        assert (row["usual weight"], row["unit"]) == (str(field.default), str(UNITS[name]))
        assert row["the number"] == field.description


@pytest.mark.parametrize(
    ("kind", "phrases"),
    [("thing", lexicon.THINGS), ("manner", lexicon.MANNERS), ("action", lexicon.ACTIONS)],
    ids=["things", "manners", "actions"],
)
def test_every_phrase_stands_on_the_page(kind: str, phrases: Mapping[Words, Meaning]) -> None:
    on_the_page = {
        (text, code(row[kind]), sign)
        for row in table(PAGE, kind)
        for column, sign in (("words for it", 1), ("words against it", -1))
        for text in phrases_in(row[column])
    }
    assert on_the_page == {(" ".join(words), meaning.feature, meaning.sign) for words, meaning in phrases.items()}


def test_every_other_word_stands_on_the_page() -> None:
    strengths = {number: [w for w, step in lexicon.STRENGTHS.items() if step == number] for number in (2, 1, -1)}
    assert {row["what they do"]: phrases_in(row["words"]) for row in table(PAGE, "what they do")} == {
        "begin a wish": listed(lexicon.VERBS),
        "turn it": listed(lexicon.REFUSALS),
        "turn what follows": listed(lexicon.NEGATIONS),
        "ask for a little less": listed(lexicon.SOFTENERS),
        "weight 0 for what follows": listed(lexicon.INDIFFERENCE),
        "weight 0 for what went before": listed(lexicon.INDIFFERENCE_AFTER),
        "two steps stronger": listed(strengths[2]),
        "one step stronger": listed(strengths[1]),
        "weaker": listed(strengths[-1]),
        "late: captures become endgame greed": listed(lexicon.LATE),
    }


def test_the_examples_mean_what_the_page_says() -> None:
    rows = table(PAGE, "line")
    assert len(rows) > 10
    for row in rows:
        reading = interpret(row["line"])
        weights = [(part.feature, part.weight) for part in reading.understood]
        numbers = [int(number) for number in re.findall(r"` ([+-]?\d+)", row["weights"])]
        assert weights == list(zip(codes(row["weights"]), numbers, strict=True)), row["line"]
        assert list(reading.ignored) == [piece for piece in row["not understood"].split("; ") if piece], row["line"]


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    text = " ".join(text_of(PAGE).split())
    assert f"A wish weighs {PLAIN}; one step stronger {STRONG}, two steps or more {EXTREME}, weaker {MILD}." in text
    assert f"from −{HEAVIEST} (avoid it) over 0 (do not care) to {HEAVIEST} (seek it)" in text
    assert f"at most {MOST_CHARACTERS} characters" in text
    assert f"after {llm.SECONDS} seconds" in text
    assert f"more than {llm.MOST_BYTES} bytes" in text
    settings = [code(row["setting"]) for row in table(PAGE, "setting")]
    assert settings == [f"QUINCUNX_{name.upper()}" for name in llm.LlmSettings.model_fields]
