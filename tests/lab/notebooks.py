"""Notebooks, executed without a kernel: their cells share one namespace, and give what they print and end in.

A cell with the tag `parameters` holds the budget of a notebook, which a test makes smaller. What such a notebook shows
depends on the machine's arithmetic, so its outputs are not compared.

python -m tests.lab.notebooks      runs every notebook of the docs and rewrites its outputs
"""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def is_budget(cell: dict[str, Any]) -> bool:
    return "parameters" in cell["metadata"].get("tags", ())


def has_budget(notebook: dict[str, Any]) -> bool:
    return any(map(is_budget, notebook["cells"]))


def execute(notebook: dict[str, Any], names: dict[str, Any], **budget: Any) -> list[list[dict[str, Any]]]:
    """The outputs of each code cell; `names` has everything that the cells defined. A budget replaces that of the
    notebook."""
    names["__name__"] = "__main__"
    outputs = []
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), start=1):
        outputs.append(_run("".join(cell["source"]), names, number))
        names |= budget if is_budget(cell) else {}
    return outputs


def _run(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    printed = io.StringIO()
    body = ast.parse(source).body
    last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body[:-1] if last else body, []), f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)}
        )
    if value is not None:
        outputs.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": _shown(value)}
        )
    return outputs


def _shown(value: Any) -> dict[str, Any]:
    if hasattr(value, "to_plotly_json"):
        figure = json.loads(value.to_json())
        figure["layout"].pop("template", None)
        return {"application/vnd.plotly.v1+json": figure, "text/plain": ["a Plotly figure"]}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def main() -> None:
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = read(path)
        outputs = iter(execute(notebook, {}))
        for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), start=1):
            cell["outputs"], cell["execution_count"] = next(outputs), number
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
