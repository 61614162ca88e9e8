"""The two-player games as PettingZoo's environments: `quincunx.pettingzoo.pushmine_v1.env()`.

`env` has the environment in which seats move in turn, `parallel` the one in which both act at once, and `module` what
PettingZoo expects of a game. Nothing else in Quincunx imports this package.
"""

try:
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError("quincunx.pettingzoo needs PettingZoo: pip install 'quincunx[rl]'") from error

from quincunx.pettingzoo.module import GameModule

cascade_v1 = GameModule("cascade")
duel_v1 = GameModule("duel")
mosaic_v1 = GameModule("mosaic")
pushmine_v1 = GameModule("pushmine")
