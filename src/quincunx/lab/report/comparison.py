"""Two runs side by side: what changed, with intervals."""

from html import escape
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.lab.judge.statistics import Estimate, difference
from quincunx.lab.judge.summary import Found, as_json, summarise
from quincunx.lab.judge.verdicts import Thresholds, told
from quincunx.lab.report.figures import Figure
from quincunx.lab.report.report import WORDS, html_table, markdown_table, plots, text_of, write_files
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.spec import Spec
from quincunx.measure.questions import SHARE

FORMAT = "quincunx-lab-comparison/1"


class Change(NamedTuple):
    """A number of both runs, and the second less the first."""

    kind: str
    """`verdict` or `metric`."""
    name: str
    what: str
    unit: str
    first: Estimate
    second: Estimate
    change: Estimate
    lights: tuple[str, str] | None

    @property
    def clear(self) -> bool:
        """Whether the interval of the change leaves out zero."""
        return bool(self.change.low > 0 or self.change.high < 0)

    def as_json(self) -> Found:
        numbers = {"first": as_json(self.first), "second": as_json(self.second), "change": as_json(self.change)}
        return self._asdict() | numbers | {"clear": self.clear}


def compare(first: RunFolder, second: RunFolder, thresholds: Thresholds | None = None) -> Found:
    """What changed from the first run to the second."""
    check_comparable(first.spec(), second.spec())
    one, two = summarise(first, thresholds), summarise(second, thresholds)
    changes = [*_verdicts(one, two), *_metrics(one, two)]
    return {
        "format": FORMAT,
        "title": f"{one['title']} and {two['title']}",
        "runs": [{key: run[key] for key in ("title", "players", "games", "seed", "variant")} for run in (one, two)],
        "options": options_changed(one, two),
        "changes": [change.as_json() for change in changes],
    }


def check_comparable(first: Spec, second: Spec) -> None:
    if first.chosen.seats != second.chosen.seats:
        raise Refusal(ErrorCode.BAD_REQUEST, "a game for one and a game for two have nothing to compare")


def options_changed(one: Found, two: Found) -> dict[str, list[Any]]:
    names = [name for name in one["variant"] if one["variant"][name] != two["variant"].get(name)]
    found = {name: [one["variant"][name], two["variant"].get(name)] for name in names}
    return found | ({"players": [one["players"], two["players"]]} if one["players"] != two["players"] else {})


def _estimate(row: Found) -> Estimate | None:
    if row["estimate"] is None or row["low"] is None or row["high"] is None:
        return None
    return Estimate(row["estimate"], row["low"], row["high"], row["n"])


def _verdicts(one: Found, two: Found) -> list[Change]:
    return _changes("verdict", one["verdicts"], two["verdicts"], "asks")


def _metrics(one: Found, two: Found) -> list[Change]:
    return _changes("metric", one["metrics"], two["metrics"], "note")


def _changes(kind: str, ones: list[Found], twos: list[Found], what: str) -> list[Change]:
    others = {(row["name"], row["player"]): row for row in twos}
    found = []
    for row in ones:
        other = others.get((row["name"], row["player"]))
        first, second = _estimate(row), _estimate(other) if other else None
        if first is None or second is None or other is None:
            continue
        name = f"{row['name']} ({row['player']})" if row["player"] else row["name"]
        lights = (row["light"], other["light"]) if "light" in row else None
        found.append(Change(kind, name, row[what], row["unit"], first, second, difference(first, second), lights))
    return found


# Telling it.


def write_comparison(folder: RunFolder, found: Found) -> None:
    """The comparison as a page, as Markdown and as JSON, in a folder of its own."""
    verdicts, metrics = _rows(found, "verdict"), _rows(found, "metric")
    drawn = [_figure(found)]
    lines = [f"# {found['title']}", "", *_intro(found), "", "## Verdicts", "", *markdown_table(verdicts)]
    lines += ["", "## Metrics", "", *markdown_table(metrics)]
    parts = [f"<h1>{escape(found['title'])}</h1>", *(f"<p>{escape(line)}</p>" for line in _intro(found))]
    parts += [*plots(drawn), "<h2>Verdicts</h2>", html_table(verdicts), "<h2>Metrics</h2>", html_table(metrics)]
    write_files(folder, found, "\n".join(lines) + "\n", "\n".join(parts), drawn)


def _intro(found: Found) -> list[str]:
    options = "; ".join(f"{name}: {pair[0]} became {pair[1]}" for name, pair in found["options"].items())
    clear = [change["name"] for change in found["changes"] if change["clear"]]
    runs = " and ".join(f"{run['games']} matches of {', '.join(run['players'])}" for run in found["runs"])
    return [
        f"What differs: {options or 'nothing but the seeds'}. Compared: {runs}.",
        f"Changed beyond chance (95 % intervals of the difference leave out zero): {', '.join(clear) or 'nothing'}.",
    ]


def _rows(found: Found, kind: str) -> list[list[Any]]:
    head = ["clear", "what", "A", "B", "change", "95 % interval"]
    if kind == "verdict":
        head += ["A is", "B is"]
    rows = [_row(change) for change in found["changes"] if change["kind"] == kind]
    return [head, *rows]


def _row(change: Found) -> list[Any]:
    unit = change["unit"] if change["kind"] == "verdict" else ""

    def number(value: float) -> str:
        return told(value, unit) if unit else text_of(float(value))

    gap = change["change"]
    row: list[Any] = ["changed" if change["clear"] else "", f"{change['name']}: {change['what']}"]
    row += [number(change["first"]["estimate"]), number(change["second"]["estimate"])]
    row += [number(gap["estimate"]), f"{number(gap['low'])} … {number(gap['high'])}"]
    return row + ([WORDS[light] for light in change["lights"]] if change["lights"] else [])


def _figure(found: Found) -> Figure:
    """The changes of all shares, with their intervals."""
    rows = [change for change in found["changes"] if change["kind"] == "verdict" and change["unit"] == SHARE][::-1]
    x = [change["change"]["estimate"] for change in rows]
    error = {
        "type": "data",
        "symmetric": False,
        "array": [change["change"]["high"] - change["change"]["estimate"] for change in rows],
        "arrayminus": [change["change"]["estimate"] - change["change"]["low"] for change in rows],
    }
    points = {"type": "scatter", "mode": "markers", "x": x, "y": [change["name"] for change in rows], "error_x": error}
    layout = {"xaxis": {"tickformat": "+.0%", "zeroline": True, "title": {"text": "B less A"}}, "showlegend": False}
    layout |= {"yaxis": {"automargin": True}, "height": 120 + 30 * len(rows)}
    return Figure("What changed", "Shares: B less A, with 95 % intervals.", [points | {"marker": {"size": 9}}], layout)
