"""The generated parts of `docs/strategy.md`: `python -m tests.docs.strategy_tables` writes them.

They stand between `<!-- name -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Mapping

from benchmarks.players.principles import TABLE_HEAD, read_rows, table_line

from quincunx.catalogue import all_games
from quincunx.engine.game import AnyGame
from quincunx.search.advice import lexicon
from quincunx.search.advice.lexicon import Words
from quincunx.search.advice.principles import Principle
from quincunx.search.advice.prompt import guidance_of
from tests.docs.pages import DOCS, text_of

PAGE = DOCS / "strategy.md"


def prompted() -> list[AnyGame]:
    return [game for game in all_games() if game.guidance is not None]


def prices() -> str:
    rows = ["| game | counted in | a little | plain | strong |", "|---|---|---:|---:|---:|"]
    for game in prompted():
        unit = guidance_of(game).unit
        rows.append(f"| {game.slug} | {unit.many} | {unit.little:g} | {unit.plain:g} | {unit.strong:g} |")
    return "\n".join(rows)


def principles() -> str:
    return "\n\n".join(_principles(game) for game in prompted())


def _principles(game: AnyGame) -> str:
    head = "| principle | sought | avoided | words for it | words against it |\n|---|---|---|---|---|"
    rows = "\n".join(_principle(principle) for principle in guidance_of(game).principles)
    return f"### {game.name}\n\nSuch as *{guidance_of(game).example}*.\n\n{head}\n{rows}"


def _principle(one: Principle) -> str:
    words = [", ".join(line for line in phrases if line) for phrases in (one.phrases, one.against)]
    return f"| `{one.name}` | {one.sought.deed} | {one.avoided.deed} | {words[0]} | {words[1]} |"


def words() -> str:
    strengths = {
        strength: [phrase for phrase, step in lexicon.STRENGTHS.items() if step == strength]
        for strength in (lexicon.NO_LIMIT, lexicon.STRONG, lexicon.LITTLE)
    }
    rows: Mapping[str, Iterable[Words]] = {
        "begin a wish": lexicon.VERBS,
        "turn it": lexicon.REFUSALS,
        "turn what follows": lexicon.NEGATIONS,
        "ask for a little less": lexicon.SOFTENERS,
        "what follows does not matter": lexicon.INDIFFERENCE,
        "what went before does not matter": lexicon.INDIFFERENCE_AFTER,
        "no limit": strengths[lexicon.NO_LIMIT],
        "strong": strengths[lexicon.STRONG],
        "a little": strengths[lexicon.LITTLE],
        "late": lexicon.LATE,
    }
    lines = [f"| {what} | {', '.join(map(' '.join, phrases))} |" for what, phrases in rows.items()]
    return "\n".join(["| what they do | words |", "|---|---|", *lines])


def measured() -> str:
    return "\n".join([TABLE_HEAD, *map(table_line, read_rows())])


PARTS = {"prices": prices, "principles": principles, "words": words, "measured": measured}


def with_tables(text: str) -> str:
    for name, part in PARTS.items():
        marked = re.compile(rf"<!-- {name} -->\n.*?<!-- end -->", re.DOTALL)
        assert marked.search(text), f"docs/strategy.md has no part {name}"
        before, after = marked.split(text)
        text = f"{before}<!-- {name} -->\n{part()}\n<!-- end -->{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(with_tables(text_of(PAGE)), encoding="utf-8")
