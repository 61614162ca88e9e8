"""The games as Gymnasium's environments. Importing this registers them: `gymnasium.make("Quincunx/Flood-v1")`.

`gymnasium.make("quincunx.gymnasium:Quincunx/Flood-v1")` imports it by itself. `env` has the environment of one match,
`vector` the one over a batch, `opponents` who plays the other seat, `arguments` what can be asked for, `pictures` draws
boards. Nothing else in Quincunx imports this package, apart from `quincunx.pettingzoo`.
"""

from quincunx import discovery

try:
    from gymnasium.envs.registration import register, registry
except ImportError as error:
    raise ImportError("quincunx.gymnasium needs Gymnasium: pip install 'quincunx[rl]'") from error


def name_of(slug: str) -> str:
    """The environment of a game."""
    return f"Quincunx/{slug.capitalize()}-v1"


for _slug in discovery.folders():
    if name_of(_slug) not in registry:
        register(
            name_of(_slug),
            entry_point="quincunx.gymnasium.env:GridEnv",
            vector_entry_point="quincunx.gymnasium.vector:GridVectorEnv",
            kwargs={"game": _slug},
        )
