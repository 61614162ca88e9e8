"""The report of a run: one HTML file that opens offline, the same in Markdown, and its numbers as JSON."""

import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

from quincunx.lab.judge.statistics import LEVEL
from quincunx.lab.judge.summary import Found, summarise
from quincunx.lab.judge.verdicts import AMBER, GREEN, GREY, RED, Thresholds, told
from quincunx.lab.report.figures import Figure, figures
from quincunx.lab.run.folder import RunFolder
from quincunx.measure.questions import SHARE

HTML, MARKDOWN, SUMMARY = "report.html", "report.md", "summary.json"
WORDS = {GREEN: "good", AMBER: "middling", RED: "bad", GREY: "not enough games to tell"}
SYMBOLS = {GREEN: "🟢", AMBER: "🟡", RED: "🔴", GREY: "⚪"}
BAR_WIDTH = 200
SHORT = 28
"""A text of so many characters keeps to one line of a table."""
HOW_LIGHTS_ARE_GIVEN = (
    "A light is green when the whole interval lies in the good zone, red when all of it lies beyond what is bearable, "
    "amber when it lies outside the good zone otherwise, and grey when it straddles the edge of the good zone: then "
    "there are not enough games to tell. Intervals are of {level:.4g} %: Wilson's for shares, Student's for means; "
    "matches of the same seed count as one observation. A draw, and a match that was stopped, count half."
)


def write_report(
    folder: RunFolder, thresholds: Thresholds | None = None, level: float = LEVEL, notes: Sequence[str] = ()
) -> Found:
    """Summarise the run and write its three files; the summary."""
    found = summarise(folder, thresholds, level) | {"notes": list(notes)}
    spec = folder.spec()
    drawn = figures(spec.chosen, folder.games(), folder.squares(), found)
    write_files(folder, found, as_markdown(found), as_html(found, drawn), drawn)
    return found


def write_files(folder: RunFolder, found: Found, markdown: str, body: str, drawn: Sequence[Figure]) -> None:
    """What was found, three times: for programs, for texts, for people."""
    folder.write_text(SUMMARY, json.dumps(found, indent=1) + "\n")
    folder.write_text(MARKDOWN, markdown)
    folder.write_text(HTML, page(found["title"], body, drawn))


def page(title: str, body: str, drawn: Sequence[Figure]) -> str:
    """A whole page, Plotly and all."""
    from plotly.offline import get_plotlyjs

    template = Template(
        resources.files("quincunx.lab.report").joinpath("templates/page.html").read_text(encoding="utf-8")
    )
    data = json.dumps([{"data": figure.data, "layout": figure.layout} for figure in drawn], separators=(",", ":"))
    # A text may hold "</script>" or "<!--", which would end the script in HTML's eyes.
    return template.substitute(
        title=escape(title), body=body, plotly=get_plotlyjs().replace("</script", "<\\/script"),
        figures=data.replace("</", "<\\/").replace("<!--", "<\\!--"),
    )  # fmt: skip


# HTML.


def as_html(found: Found, drawn: Sequence[Figure]) -> str:
    parts = [
        f"<h1>{escape(found['title'])}</h1>",
        f"<p class='soft'>{escape(subtitle(found))}</p>",
        _lights(found),
        *(f"<p class='headline'>{_spaced(text)}</p>" for text in [*found["known"], headline(found)]),
        *(f"<p>{escape(text)}</p>" for text in found["notes"]),
        "<ul class='verdicts'>",
        *map(_verdict_row, found["verdicts"]),
        "</ul>",
        *plots(drawn),
        *(_html_section(title, table, note) for title, table, note in tables(found)),
        "<h2>How it was made</h2>",
        f"<p class='note'>{_how_lights_are_given(found)}</p>",
        f"<pre>{escape(json.dumps(found['made'], indent=1, ensure_ascii=False))}</pre>",
    ]
    return "\n".join(parts)


def subtitle(found: Found) -> str:
    players = " against ".join(found["players"]) if len(found["players"]) == 2 else ", ".join(found["players"])
    unfinished = "" if found["complete"] else ", so far"
    return f"{found['games']} matches, {players}, seed {found['seed']}{unfinished}"


def headline(found: Found) -> str:
    """What is bad; where nothing is, what is middling."""
    wrong: dict[str, list[str]] = {RED: [], AMBER: []}
    for verdict in found["verdicts"]:
        player = f"{verdict['player']}: " if verdict["player"] else ""
        wrong.get(verdict["light"], []).append(player + verdict["sentence"])
    return " ".join(wrong[RED] or wrong[AMBER]) or "Nothing is wrong that these matches could show."


def _spaced(text: str) -> str:
    """As HTML, with a number and its sign on one line."""
    return escape(text).replace(" %", "&nbsp;%").replace("n = ", "n&nbsp;=&nbsp;")


def _lights(found: Found) -> str:
    items = [
        f"<li><span class='dot {light}'></span> {number} {WORDS[light]}</li>"
        for light, number in found["lights"].items()
        if number
    ]
    return f"<ul class='lights'>{''.join(items)}</ul>"


def _verdict_row(verdict: Found) -> str:
    light, unit = verdict["light"], verdict["unit"]
    player = f"{verdict['player']}: " if verdict["player"] else ""
    numbers = f"{_interval(verdict, unit)} · n = {verdict['n']}"
    word = WORDS[light]
    return (
        f"<li class='verdict'><span class='dot {light}' role='img' aria-label='{word}' title='{word}'></span>"
        f"<div><div class='asked'>{escape(player + verdict['asks'])}</div>"
        f"<div class='said'>{_spaced(verdict['sentence'])}</div></div>"
        f"<div class='scale'>{_scale(verdict)}<div class='numbers'>{_spaced(numbers)}</div></div></li>"
    )


def _interval(verdict: Found, unit: str) -> str:
    if verdict["low"] is None or verdict["high"] is None:
        return "no interval"
    return f"{told(verdict['low'], unit)} … {told(verdict['high'], unit)}"


def _scale(verdict: Found) -> str:
    """The zones, the interval and the estimate on one bar."""
    if verdict["low"] is None or verdict["high"] is None:
        return ""
    limits = verdict["limits"]
    edges = [limits[name] for name in ("good_least", "good_most", "bearable_least", "bearable_most") if name in limits]
    low, high = min([verdict["low"], *edges]), max([verdict["high"], *edges])
    if verdict["unit"] == SHARE:
        room = 0.15 * (high - low)
        low, high = max(0.0, low - room), min(1.0, high + room)
    span = (high - low) or 1.0

    def at(value: float) -> float:
        return float(BAR_WIDTH * (min(max(value, low), high) - low) / span)

    def zone(colour: str, least: float, most: float) -> str:
        left, right = at(least), at(most)
        return f"<rect x='{left:.1f}' y='6' width='{right - left:.1f}' height='6' fill='var(--{colour})'/>"

    good = limits.get("good_least", low), limits.get("good_most", high)
    bearable = limits.get("bearable_least", good[0]), limits.get("bearable_most", good[1])
    return (
        f"<svg viewBox='0 0 {BAR_WIDTH} 18' preserveAspectRatio='none' aria-hidden='true'><g opacity='.5'>"
        f"{zone('red', low, high)}{zone('amber', *bearable)}{zone('green', *good)}</g>"
        f"<line x1='{at(verdict['low']):.1f}' x2='{at(verdict['high']):.1f}' y1='9' y2='9' stroke='var(--ink)' "
        f"stroke-width='2'/><circle cx='{at(verdict['estimate']):.1f}' cy='9' r='4' fill='var(--ink)'/></svg>"
    )


def plots(drawn: Sequence[Figure]) -> list[str]:
    """Their section: places to draw in, each with its title and what it shows."""
    places = [
        f"<h3>{escape(figure.title)}</h3><p class='note'>{escape(figure.note)}</p>"
        f"<div class='plot' id='plot-{number}' role='img' aria-label='{escape(figure.title)}'></div>"
        for number, figure in enumerate(drawn)
    ]
    return ["<h2>Plots</h2>", *places] if places else []


def _html_section(title: str, rows: Sequence[Sequence[Any]], note: str) -> str:
    return f"<h2>{escape(title)}</h2><p class='note'>{escape(note)}</p>{html_table(rows)}"


def html_table(rows: Sequence[Sequence[Any]]) -> str:
    """The first row is the head; a column of numbers keeps to the right, and one of short texts on one line."""
    kinds = [_column_class([row[place] for row in rows[1:]]) for place in range(len(rows[0]))]

    def line(row: Sequence[Any], tag: str) -> str:
        cells = (f"<{tag}{kind}>{escape(text_of(cell))}</{tag}>" for kind, cell in zip(kinds, row, strict=True))
        return f"<tr>{''.join(cells)}</tr>"

    head, body = line(rows[0], "th"), "".join(line(row, "td") for row in rows[1:])
    table = f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
    return f"<div class='scroll' tabindex='0' role='group' aria-label='Table'>{table}</div>"


def _column_class(cells: Sequence[Any]) -> str:
    if all(map(_is_number, cells)):
        return " class=n"
    return " class=s" if all(len(text_of(cell)) <= SHORT for cell in cells) else ""


def _is_number(cell: Any) -> bool:
    return cell is None or isinstance(cell, (int, float)) or bool(re.fullmatch(r"[-+]?[\d. …%]+( \w+)?", str(cell)))


def text_of(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.0f}" if abs(cell) >= 1000 or cell == round(cell) else f"{cell:.3g}"
    return str(cell)


# For both.


def _how_lights_are_given(found: Found) -> str:
    return HOW_LIGHTS_ARE_GIVEN.format(level=100 * found["level"])


def tables(found: Found) -> list[tuple[str, list[list[Any]], str]]:
    """Title, rows, note."""
    sections = [
        ("Outcomes", _outcomes(found), "First-seat scores with 95 % intervals."),
        ("Metrics", _metrics(found), "Of the main pairing: means with 95 % intervals, and the spread."),
    ]
    if found["notable"]:
        note = "Paste a line after quincunx play --id, or into the pages, to see the match."
        sections.append(("Matches worth a look", _notable(found), note))
    sections.append(("Thresholds", _thresholds(found), "Change one with --threshold fair.good_most=0.55."))
    if len(found["times"]) > 1:
        sections.append(("Time", _times(found), "On the machines that played; these numbers differ from run to run."))
    return sections


def _outcomes(found: Found) -> list[list[Any]]:
    kinds = sorted({kind for row in found["outcomes"] for kind in row["outcomes"]})
    head = ["pairing", "seats", "games", *(f"seat {kind}" if kind in "12" else kind for kind in kinds), "first seat"]
    rows = []
    for row in found["outcomes"]:
        counts = [row["outcomes"].get(kind, 0) for kind in kinds]
        rows.append([row["pairing"], " – ".join(row["seats"]), row["games"], *counts, _score(row["first_seat"])])
    return [head, *rows]


def _score(score: Found | None) -> str:
    if score is None:
        return ""
    return f"{100 * score['estimate']:.1f} % ({100 * score['low']:.1f} … {100 * score['high']:.1f})"


def _metrics(found: Found) -> list[list[Any]]:
    alone = any(row["player"] for row in found["metrics"])
    head = ["metric", "mean", "95 % interval", "5 %", "median", "95 %", "least", "most", "what it is"]
    rows = []
    for row in found["metrics"]:
        name = f"{row['name']} ({row['player']})" if alone else row["name"]
        between = "" if row["low"] is None else f"{text_of(row['low'])} … {text_of(row['high'])}"
        spread = [row[key] for key in ("p05", "median", "p95", "least", "most")]
        unit = f" [{row['unit']}]" if row["unit"] else ""
        rows.append([name, row["estimate"], between, *spread, row["note"] + unit])
    return [head, *rows]


def _notable(found: Found) -> list[list[Any]]:
    rows = [[row["what"], row["value"], row["number"], row["outcome"], row["record"]] for row in found["notable"]]
    return [["which", "value", "match", "outcome", "record"], *rows]


def _thresholds(found: Found) -> list[list[Any]]:
    seen = {verdict["name"]: verdict["limits"] for verdict in found["verdicts"]}
    rows = [[f"{name}.{limit}", value] for name, limits in seen.items() for limit, value in limits.items()]
    return [["threshold", "value"], *rows]


def _times(found: Found) -> list[list[Any]]:
    return [["what", "value"], *([name.replace("_", " "), float(value)] for name, value in found["times"].items())]


# Markdown.


def as_markdown(found: Found) -> str:
    lines = [f"# {found['title']}", "", subtitle(found) + ".", ""]
    lines += [f"**{text}**\n" for text in [*found["known"], headline(found)]]
    lines += [f"{text}\n" for text in found["notes"]]
    lines += markdown_table(
        [
            ["", "question", "verdict", "interval", "n"],
            *(
                [
                    SYMBOLS[verdict["light"]],
                    (f"{verdict['player']}: " if verdict["player"] else "") + verdict["asks"],
                    verdict["sentence"],
                    _interval(verdict, verdict["unit"]),
                    verdict["n"],
                ]
                for verdict in found["verdicts"]
            ),
        ]
    )
    for title, rows, note in tables(found):
        lines += ["", f"## {title}", "", note, "", *markdown_table(rows)]
    made = json.dumps(found["made"]["spec"], ensure_ascii=False)
    versions = ", ".join(f"{name} {number}" for name, number in found["made"]["versions"].items())
    lines += [
        "",
        "## How it was made",
        "",
        _how_lights_are_given(found),
        "",
        f"Versions: {versions}.",
        "",
        f"```json\n{made}\n```",
    ]
    return "\n".join(lines) + "\n"


def markdown_table(rows: Sequence[Sequence[Any]]) -> list[str]:
    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    texts = [[text_of(cell).replace("|", "\\|") for cell in row] for row in rows]
    return [line(texts[0]), line("---" for _ in texts[0]), *map(line, texts[1:])]
