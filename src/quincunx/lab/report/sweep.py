"""A sweep: the same run for every combination of some options; a table, heat maps, and the best by a stated aim."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import product
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.engine.game import AnyGame
from quincunx.lab.judge.statistics import Estimate
from quincunx.lab.judge.summary import Found, described_columns, summarise
from quincunx.lab.judge.verdicts import Thresholds
from quincunx.lab.report.figures import Figure
from quincunx.lab.report.report import html_table, markdown_table, plots, text_of, write_files
from quincunx.lab.run.folder import RunFolder

FORMAT = "quincunx-lab-sweep/1"
AIMS = {
    "balanced": "the first side's distance from one half, plus the share without a winner, as small as can be",
    "fair": "the first side's score as near to one half as can be",
    "decisive": "as few matches without a winner as can be",
    "lights": "as few red lights as can be, then as few amber ones",
}
SHOWN = ("fair", "decisive", "session")
"""Questions whose answers the table shows; of a game for one, all but `varied`."""
LABELS = {"fair": "first side's score", "decisive": "without a winner"}
MOST_SETTINGS = 200
AIM, AIM_NOTE = "the aim", "How far off the aim: lighter is better."

Setting = Mapping[str, Any]


class Aim(NamedTuple):
    """What is to be as small as can be."""

    text: str
    worth: Callable[[Found], Estimate]


def settings(varied: Sequence[str]) -> list[dict[str, Any]]:
    """All combinations of options given as `goblins=0,1,2`; a value is JSON, or a word."""
    options: dict[str, list[Any]] = {}
    for text in varied:
        name, _, values = text.partition("=")
        if not name.strip() or not values.strip():
            raise Refusal(ErrorCode.BAD_REQUEST, f"{quoted(text)} varies nothing; write it like goblins=0,1,2")
        options[name.strip()] = _values(values)
    found = [dict(zip(options, combination, strict=True)) for combination in product(*options.values())]
    if len(found) > MOST_SETTINGS:
        raise Refusal(
            ErrorCode.BAD_REQUEST, f"that makes {len(found)} settings, and a sweep has {MOST_SETTINGS} at most"
        )
    return found


def _values(text: str) -> list[Any]:
    """JSON values with commas between them; words may go without quotes."""
    try:
        return list(json.loads(f"[{text}]"))
    except ValueError:
        return [_value(part.strip()) for part in text.split(",")]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def setting_name(setting: Setting) -> str:
    """A name for its folder."""
    texts = (
        f"{name}={'-'.join(map(str, value)) if isinstance(value, list) else value}" for name, value in setting.items()
    )
    return ",".join(texts) or "standard"


# The aim.


def read_aim(text: str) -> Aim:
    """A named aim, or `min:METRIC`, `max:METRIC`, `METRIC:20` for the mean of a metric."""
    if text in AIMS:
        return Aim(AIMS[text], {"balanced": _balance, "fair": _fairness, "decisive": _draws, "lights": _lights}[text])
    one, _, two = text.partition(":")
    if one in ("min", "max") and two:
        sign = 1 if one == "min" else -1
        return Aim(
            f"the mean of {two} as {'small' if sign > 0 else 'large'} as can be", lambda f: _times(sign, _mean(f, two))
        )
    try:
        goal = float(two)
    except ValueError:
        names = ", ".join(AIMS)
        problem = f"there is no aim {quoted(text)}; choose {names}, min:METRIC, max:METRIC or METRIC:20"
        raise Refusal(ErrorCode.BAD_REQUEST, problem) from None
    return Aim(f"the mean of {one} as near to {goal:g} as can be", lambda found: _distance(_mean(found, one), goal))


def check_aim(game: AnyGame, text: str) -> None:
    """Refuse, before anything is played, an aim at what is not measured."""
    read_aim(text)
    name = text.removeprefix("min:").removeprefix("max:").partition(":")[0]
    known = described_columns(game)
    if text not in AIMS and name not in known:
        problem = f"there is no metric {quoted(name)} to aim at; there are {', '.join(known)}"
        raise Refusal(ErrorCode.BAD_REQUEST, problem)


def _mean(found: Found, name: str) -> Estimate:
    for row in found["metrics"]:
        if row["name"] == name and row["low"] is not None:
            return Estimate(row["estimate"], row["low"], row["high"], row["n"])
    known = ", ".join(row["name"] for row in found["metrics"])
    raise Refusal(ErrorCode.BAD_REQUEST, f"there is no metric {quoted(name)} to aim at; there are {known}")


def _answer(found: Found, name: str) -> Estimate:
    for verdict in found["verdicts"]:
        if verdict["name"] == name:
            return Estimate(verdict["estimate"], verdict["low"], verdict["high"], verdict["n"])
    raise Refusal(ErrorCode.BAD_REQUEST, f"{found['game']} has no answer to {quoted(name)}; choose another aim")


def _times(sign: int, found: Estimate) -> Estimate:
    low, high = sorted((sign * found.low, sign * found.high))
    return Estimate(sign * found.value, low, high, found.n)


def _distance(found: Estimate, goal: float) -> Estimate:
    """How far off the goal, and what the interval leaves possible."""
    ends = abs(found.low - goal), abs(found.high - goal)
    nearest = 0.0 if found.low <= goal <= found.high else min(ends)
    return Estimate(abs(found.value - goal), nearest, max(ends), found.n)


def _fairness(found: Found) -> Estimate:
    return _distance(_answer(found, "fair"), 0.5)


def _draws(found: Found) -> Estimate:
    return _answer(found, "decisive")


def _balance(found: Found) -> Estimate:
    fair, drawn = _fairness(found), _draws(found)
    return Estimate(fair.value + drawn.value, fair.low + drawn.low, fair.high + drawn.high, fair.n)


def _lights(found: Found) -> Estimate:
    worth = found["lights"]["red"] + found["lights"]["amber"] / 100
    return Estimate(worth, worth, worth, found["games"])


# The table.


def summarise_sweep(
    folders: Sequence[tuple[Setting, RunFolder]], aim: str, thresholds: Thresholds | None = None
) -> Found:
    """A row a setting, the best first."""
    chosen = read_aim(aim)
    rows = [_row(setting, summarise(folder, thresholds), chosen) for setting, folder in folders]
    ranked = sorted(rows, key=lambda row: math.inf if row["aim"]["value"] is None else row["aim"]["value"])
    best, others = ranked[0], ranked[1:]
    clear = all(bool(other["aim"]["low"] > best["aim"]["high"]) for other in others)
    return {
        "format": FORMAT,
        "title": f"Sweep of {rows[0]['title'].partition(' · ')[0]}",
        "aim": chosen.text,
        "best": best["setting"],
        "clear": clear,
        "rows": ranked,
    }


def _row(setting: Setting, found: Found, aim: Aim) -> Found:
    answers = {verdict["name"]: verdict for verdict in found["verdicts"]}
    names = SHOWN if "fair" in answers else [name for name in answers if name != "varied"]
    shown = {name: answers[name] for name in names if name in answers}
    plies = next(row for row in found["metrics"] if row["name"] == "plies")
    worth = aim.worth(found)
    told = {"value": worth.value, "low": worth.low, "high": worth.high}
    base = {"setting": dict(setting), "title": found["title"], "games": found["games"], "lights": found["lights"]}
    return base | {"aim": told, "plies": plies["estimate"], "answers": shown}


# Telling it.


def write_sweep(folder: RunFolder, found: Found) -> None:
    drawn, rows, intro = heat_maps(found), _rows(found), verdict_on(found)
    lines = [f"# {found['title']}", "", intro, "", *markdown_table(rows)]
    parts = [f"<h1>{escape(found['title'])}</h1>", f"<p><strong>{escape(intro)}</strong></p>", html_table(rows)]
    write_files(folder, found, "\n".join(lines) + "\n", "\n".join([*parts, *plots(drawn)]), drawn)


def verdict_on(found: Found) -> str:
    best = ", ".join(f"{name} {value}" for name, value in found["best"].items()) or "as it is"
    sure = "clearly" if found["clear"] else "though others may be as good within their intervals"
    return f"Aim: {found['aim']}. Best: {best}, {sure}."


def _rows(found: Found) -> list[list[Any]]:
    names = list(found["rows"][0]["setting"])
    shown = list(found["rows"][0]["answers"])
    head = [*names, "matches", "aim", "95 % interval", *shown, "plies", "red", "amber", "green"]
    rows = []
    for row in found["rows"]:
        aim = row["aim"]
        between = f"{text_of(float(aim['low']))} … {text_of(float(aim['high']))}"
        answers = [row["answers"][name]["estimate"] for name in shown]
        lights = [row["lights"][light] for light in ("red", "amber", "green")]
        options = [str(value) for value in row["setting"].values()]
        rows.append([*options, row["games"], aim["value"], between, *answers, row["plies"], *lights])
    return [head, *rows]


def heat_maps(found: Found) -> list[Figure]:
    """A map a number, over the first two options; further ones are averaged over."""
    names = list(found["rows"][0]["setting"])
    across, down = names[0], names[1] if len(names) > 1 else None
    drawn = [_map(found, AIM, across, down, lambda row: row["aim"]["value"])]
    for name in found["rows"][0]["answers"]:
        if name != "session":  # as long as its plies
            label = LABELS.get(name, name)
            drawn.append(_map(found, label, across, down, lambda row, name=name: row["answers"][name]["estimate"]))
    drawn.append(_map(found, "plies", across, down, lambda row: row["plies"]))
    return drawn


def _map(found: Found, label: str, across: str, down: str | None, number: Callable[..., float | None]) -> Figure:
    columns = _distinct(found, across)
    lines = _distinct(found, down) if down else [""]
    cells: list[list[float | None]] = []
    for line in lines:
        row: list[float | None] = []
        for column in columns:
            there = [
                number(one)
                for one in found["rows"]
                if str(one["setting"][across]) == column and (down is None or str(one["setting"][down]) == line)
            ]
            kept = [value for value in there if value is not None]
            row.append(sum(kept) / len(kept) if kept else None)
        cells.append(row)
    heat = {
        "type": "heatmap",
        "x": columns,
        "y": lines,
        "z": cells,
        "colorscale": "YlGnBu",
        "reversescale": True,
        "texttemplate": "%{z:.3g}",
    }
    layout: dict[str, Any] = {"xaxis": {"type": "category", "title": {"text": across}}}
    layout["yaxis"] = {"type": "category", "title": {"text": down or ""}, "automargin": True}
    note = f"{AIM_NOTE if label == AIM else 'Darker is more.'} Further options, if there are any, are averaged over."
    return Figure(label.capitalize(), note, [heat], layout | {"height": 160 + 48 * len(lines)})


def _distinct(found: Found, name: str) -> list[str]:
    texts = {str(row["setting"][name]): row["setting"][name] for row in found["rows"]}
    try:
        return sorted(texts, key=lambda text: texts[text])
    except TypeError:
        return sorted(texts)
