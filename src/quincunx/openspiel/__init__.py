"""The games in OpenSpiel: after `import quincunx.openspiel`, `pyspiel.load_game("quincunx_duel(size=5)")`.

`games` has game and state, `observer` what players see, `parameters` the options of a variant. Nothing else in Quincunx
imports this package.
"""

try:
    import pyspiel
except ImportError as error:
    raise ImportError("quincunx.openspiel needs OpenSpiel: pip install 'quincunx[rl]'") from error

from quincunx.catalogue import all_games
from quincunx.openspiel.games import PREFIX, game_class

for _game in all_games():
    if PREFIX + _game.slug not in pyspiel.registered_names():
        _class = game_class(_game)
        pyspiel.register_game(_class.game_type, _class)
