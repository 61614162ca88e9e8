"""Write the golden playthroughs again: `python -m tests.golden.update [slug …]`.

Read the difference before committing it: every line that changed is a rule, a text or an event that changed.
"""

import sys

from tests.golden.playthrough import FOLDER, chosen_match, path_of, playthrough
from tests.suite.games import built_in_games


def main(slugs: list[str]) -> None:
    for game in built_in_games():
        if slugs and game.slug not in slugs:
            continue
        for stale in FOLDER.glob(f"{game.slug}-*.txt"):
            stale.unlink()
        for preset in game.presets:
            match = chosen_match(game, preset)
            path_of(game, preset).write_text(playthrough(match))
            print(f"{path_of(game, preset).name}: {len(match.moves)} plies, result {match.result}")


if __name__ == "__main__":
    main(sys.argv[1:])
