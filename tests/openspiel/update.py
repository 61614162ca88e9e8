"""Writes the playthroughs again: `python -m tests.openspiel.update`. Look at the difference before you commit it."""

from tests.openspiel.test_games import NAMES, PLAYTHROUGHS, file_of, playthrough

if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in NAMES:
        file_of(name).write_text(playthrough(name), encoding="utf-8")
