"""How long a match of a person against the AI takes, beside what the specifications want:

    python -m benchmarks.sessions [--matches N] [--json FILE]

`medium` plays both sides; seat 1 stands for the person. The person thinks as long over a move as the lab assumes, the
AI answers after its delay, and every step of an animation takes its 180 ms.
"""

import argparse
import statistics
from pathlib import Path

from benchmarks.figures import Figure, write
from quincunx.catalogue import game
from quincunx.engine.events import Event
from quincunx.engine.match import Match
from quincunx.measure.gauge import gauge_of
from quincunx.search.chooser import choose_in
from quincunx.server.settings import Settings

GAMES = ("mosaic", "cascade")
LEVEL = "medium"
PERSON = 1
NO_CLOCK = 600_000
STEP_SECONDS = 0.18
STEPS = ("swapped", "cleared", "fell", "dropped", "goblin_came", "reshuffled")
"""The events that are a step of the animation of their own."""


def seconds_of(match: Match, thinking: float, delay: float) -> float:
    own = sum(1 for ply in range(len(match.moves)) if ply % 2 + 1 == PERSON)
    steps = sum(_is_step(event) for ply in range(len(match.moves)) for event in match.events(ply))
    return own * thinking + (len(match.moves) - own) * delay + steps * STEP_SECONDS


def _is_step(event: Event) -> bool:
    return event.kind in STEPS


def played(slug: str, seed: int) -> Match:
    match = Match(slug, seed=seed)
    while match.end is None:
        match.play(match.game.write_move(match.position, choose_in(match, LEVEL, NO_CLOCK).move))
    return match


def measure(slug: str, count: int) -> Figure:
    gauge = gauge_of(game(slug))
    delay = Settings.model_fields["response_delay_ms"].default / 1000
    matches = [played(slug, seed) for seed in range(count)]
    minutes = [seconds_of(match, gauge.seconds_a_move, delay) / 60 for match in matches]
    own = statistics.mean((len(match.moves) + 1) // 2 for match in matches)
    note = f"{count} matches; {own:.1f} moves of the person, {gauge.seconds_a_move:g} s each"
    least, most = gauge.minutes
    return Figure(f"{slug}: a match against {LEVEL}", round(statistics.mean(minutes), 2), "minutes", least, most, note)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a match of a person against the AI takes.")
    parser.add_argument("--matches", type=int, default=200, help="how many matches of each game")
    parser.add_argument("--json", type=Path, help="a file to write the figures to")
    options = parser.parse_args()
    measured = []
    for slug in GAMES:
        measured.append(measure(slug, options.matches))
        print(measured[-1], flush=True)
    if options.json:
        write(options.json, measured)


if __name__ == "__main__":
    main()
