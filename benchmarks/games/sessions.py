"""How long a match of a person against the AI takes, beside what the specifications want:

    python -m benchmarks.games.sessions [--matches N] [--json FILE] [--work DIR]

The usual level plays both sides, and the lab estimates the session as it does in every report: seat 1 stands for the
person, who thinks as long over a move as the lab assumes; the AI answers after its delay, and the animation takes its
time. With --work the matches are kept, and an interrupted measurement goes on.
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.figures import Figure, write
from quincunx.catalogue import game as find_game
from quincunx.lab.judge.verdicts import judge
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import usual_player
from quincunx.lab.run.runner import run
from quincunx.lab.run.spec import make_spec
from quincunx.lab.run.workers import cores, crew_at

GAMES = {"mosaic": 1, "cascade": 1, "duel": 1, "flood": 1, "pushmine": 5}
"""One match in this many is played: a match of Pushmine takes seconds."""


def measure(slug: str, matches: int, work: Path) -> Figure:
    level = usual_player(find_game(slug))
    spec = make_spec(slug, None, (level,), matches, simple=0, ladder=0, decisions=0)
    folder = RunFolder.create(work / slug, spec)
    with crew_at(f"threads:{cores()}") as crew:
        run(spec, folder, crew)
    session = next(verdict for verdict in judge(spec.chosen, folder.games()) if verdict.name == "session")
    answer, limits = session.estimate, session.limits
    interval = f"95 % interval {answer.low:.2f} to {answer.high:.2f}"
    note = f"{answer.n} matches, {interval}; {limits['seconds_a_move']:g} s for each move of the person"
    name = f"{slug}: a match against {level}" if spec.chosen.seats == 2 else f"{slug}: a board, played as {level} does"
    return Figure(name, round(answer.value, 2), "minutes", limits["good_least"], limits["good_most"], note)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a match of a person against the AI takes.")
    parser.add_argument("--matches", type=int, default=200, help="how many matches of each game")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    parser.add_argument("--work", type=Path, help="a folder for the matches; a temporary one otherwise")
    options = parser.parse_args()
    measured = []
    with tempfile.TemporaryDirectory() as temporary:
        for slug, part in GAMES.items():
            measured.append(measure(slug, max(2, options.matches // part), options.work or Path(temporary)))
            print(measured[-1], flush=True)
            if options.json:  # after every game: the last one takes long
                write(options.json, measured)


if __name__ == "__main__":
    main()
