"""Writing a report: one HTML file that opens offline, the same in Markdown, and its numbers as JSON.

Each kind of report has a pair of templates, `NAME.html` and `NAME.md`. HTML is escaped by Jinja.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from quincunx.lab.report.figures import Figure
from quincunx.lab.report.files import HTML, MARKDOWN, SUMMARY
from quincunx.lab.run.folder import RunFolder


class JsonContent(Protocol):
    """What a report shows, as data."""

    def as_json(self) -> dict[str, Any]: ...


NO_BREAK = "\N{NO-BREAK SPACE}"


def write_page(
    folder: RunFolder, template: str, content: JsonContent, figures: Sequence[Figure], context: Mapping[str, Any]
) -> None:
    """Write the three files of a report; the templates get the context and `figures`."""
    folder.write_text(SUMMARY, json.dumps(content.as_json(), indent=1) + "\n")
    folder.write_text(MARKDOWN, _environment().get_template(f"{template}.md").render(context))
    page = _environment().get_template(f"{template}.html")
    folder.write_text(HTML, page.render(context, figures=figures, plotly=_plotly()))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("quincunx.lab.report"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["unbroken"] = unbroken
    environment.filters["markdown_cell"] = lambda text: text.replace("|", "\\|")
    environment.filters["json"] = lambda value, indent=None: json.dumps(value, indent=indent, ensure_ascii=False)
    return environment


def unbroken(text: str) -> str:
    """The text with a number and its sign on one line."""
    return text.replace(" %", f"{NO_BREAK}%").replace("n = ", f"n{NO_BREAK}={NO_BREAK}")


def _plotly() -> str:
    """The library, to be put into a script: its texts must not end it."""
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs()).replace("</script", "<\\/script")
