"""`docs/strategy.md` is true: its examples run, and its tables are the code's."""

import doctest

import pytest

from quincunx import llm
from quincunx.catalogue import game
from quincunx.search.advice.interpreter import interpret
from quincunx.search.advice.language_model import ANSWERS
from quincunx.search.advice.prompt import guidance_of
from quincunx.search.advice.strategy import MOST_CHARACTERS
from tests.docs.pages import blocks, code, table, text_of
from tests.docs.strategy_tables import PAGE, with_tables


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


def test_the_tables_are_those_of_the_code_and_of_the_measurements() -> None:
    assert with_tables(text_of(PAGE)) == text_of(PAGE), "write them with python -m tests.docs.strategy_tables"


def test_the_examples_mean_what_the_page_says() -> None:
    guidance = guidance_of(game("duel"))
    rows = table(PAGE, "line")
    assert len(rows) > 10
    for row in rows:
        reading = interpret(row["line"], guidance)
        said = [f"{'seek' if wish.sought else 'avoid'} `{wish.principle.name}`" for wish in reading.wishes]
        limits = ["no limit" if wish.price is None else f"{wish.price:g}" for wish in reading.wishes]
        wishes = ", ".join(f"{one} ({limit})" for one, limit in zip(said, limits, strict=True))
        assert (row["wishes"], row["not understood"]) == (wishes, "; ".join(reading.ignored)), row["line"]


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    text = " ".join(text_of(PAGE).split())
    assert f"at most {MOST_CHARACTERS} characters" in text
    assert f"after {llm.SECONDS} seconds" in text
    assert f"more than {llm.MOST_BYTES} bytes" in text
    settings = [code(row["setting"]) for row in table(PAGE, "setting")]
    assert settings == [f"QUINCUNX_{name.upper()}" for name in llm.LlmSettings.model_fields]
    assert all(f"`{answer}`" in text for answer in ANSWERS)
