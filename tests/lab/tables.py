"""The tables of docs/lab.md that say what the code says.

python -m tests.lab.tables      rewrites them
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from quincunx.lab.judge.common_questions import questions_for
from quincunx.lab.judge.verdicts import quantity
from quincunx.measure.common_metrics import COMMON_METRICS
from quincunx.measure.gauge import gauge_of
from quincunx.measure.metric import Metric
from quincunx.measure.question import DesignQuestion
from tests.suite.games import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
_PLACE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def metric_rows(metrics: Iterable[Metric]) -> list[str]:
    return [f"| `{metric.name}` | {metric.note} | {metric.unit} |" for metric in metrics]


def metrics() -> str:
    lines = ["| metric | what it is | unit |", "|---|---|---|", "| **every game** | | |", *metric_rows(COMMON_METRICS)]
    for game in GAMES:
        gauge = gauge_of(game)
        lines += [f"| **{game.slug}** | | |", *metric_rows(gauge.own)]
        lines += [f"| `{name}` | {note} | |" for name, note in gauge.knowledge.items()]
    return "\n".join(lines)


def zone(question: DesignQuestion, name: str) -> str:
    least, most = question.limits.get(f"{name}_least"), question.limits.get(f"{name}_most")
    texts = [
        f"{word} {quantity(edge, question.unit)}" for word, edge in (("from", least), ("to", most)) if edge is not None
    ]
    return " ".join(texts)


def question_rows(questions: Iterable[DesignQuestion]) -> list[str]:
    cells = ([f"`{one.name}`", one.asks, zone(one, "good"), zone(one, "bearable"), _own(one)] for one in questions)
    return [f"| {' | '.join(row)} |" for row in cells]


def _own(question: DesignQuestion) -> str:
    return "; ".join(f"`{name}` {question.limits[name]:g}: {note}" for name, note in question.notes.items())


def questions() -> str:
    """The questions for all games first; the length of a session depends on the game."""
    lines = ["| question | | good | acceptable | its own thresholds |", "|---|---|---|---|---|"]
    mosaic = next(game for game in GAMES if game.slug == "mosaic")
    of_all = [one for one in questions_for(mosaic) if one not in gauge_of(mosaic).questions and one.name != "session"]
    lines += ["| **games for two** | | | | |", *question_rows(of_all)]
    for game in GAMES:
        own = [one for one in questions_for(game) if one in gauge_of(game).questions or one.name == "session"]
        lines += [f"| **{game.slug}** | | | | |", *question_rows(own)]
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"metrics": metrics, "questions": questions}


def rewritten(text: str) -> str:
    return _PLACE.sub(lambda match: f"{match[1]}{TABLES[match[2]]()}\n{match[3]}", text)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
