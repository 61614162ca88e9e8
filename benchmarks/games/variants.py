"""What the specification of Pushmine expects of its variants, between players that know what they do:

    python -m benchmarks.games.variants [--matches N] [--json FILE]

`medium` plays itself in the standard game and in each variant; the lab compares them. A figure is what changed from
the standard game.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, write
from quincunx.lab.report.comparison import compare
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.runner import run
from quincunx.lab.run.spec import make_spec
from quincunx.lab.run.workers import cores, crew_at

LEVEL = "medium"
SLOG_PLIES = 60
"""What the specification calls a slog."""
EXPECTED: dict[str, dict[str, tuple[str, int]]] = {
    "blitz": {
        "plies": ("sharper: change of the plies of a match", -1),
        "mines_matter": ("mines have more leverage: change of the share that stops a win", 1),
        "denial": ("a stronger defence: change of the share of threats that are parried", 1),
    },
    "decay": {
        "mines_decayed": ("mines grow old: change of the mines that decay in a match", 1),
        "mines_detonated": ("mines are less of a weapon: change of the mines that go off in a match", -1),
    },
}
"""By variant: the lab's name, what the specification expects, and the sign of the change that it would mean."""


def played(variant: str, matches: int, folder: Path) -> RunFolder:
    spec = make_spec("pushmine", variant, (LEVEL,), matches, simple=0, ladder=0, decisions=0)
    created = RunFolder.create(folder / variant, spec)
    with crew_at(f"threads:{cores()}") as crew:
        run(spec, created, crew)
    return created


def measures(matches: int, folder: Path) -> Iterator[Figure]:
    standard = played("standard", matches, folder)
    plies = standard.games()["plies"].to_list()
    name = f"standard: mean plies of a match between {LEVEL} players"
    yield Figure(name, round(sum(plies) / len(plies), 1), "plies", most=SLOG_PLIES, note=f"{matches} matches")
    for variant, expected in EXPECTED.items():
        changes = {one.name: one for one in compare(standard, played(variant, matches, folder)).changes}
        for metric, (words, sign) in expected.items():
            found = changes[metric].change
            note = f"{matches} matches of each; 95 % interval {found.low:.3f} to {found.high:.3f}"
            least, most = (0.0, None) if sign > 0 else (None, 0.0)
            yield Figure(f"{variant}: {words}", round(found.value, 3), "", least, most, note)


def main() -> None:
    parser = argparse.ArgumentParser(description="What the specification of Pushmine expects of its variants.")
    parser.add_argument("--matches", type=int, default=60, help="how many matches of each variant")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    options = parser.parse_args()
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        for figure in measures(options.matches, Path(folder)):
            measured.append(figure)
            print(figure, flush=True)
    if options.json:
        write(options.json, measured)


if __name__ == "__main__":
    main()
