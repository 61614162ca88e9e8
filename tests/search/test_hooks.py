"""The hooks of a search: each game registers its own, all of them named in its `game.py`."""

import pytest

from quincunx.catalogue import game
from quincunx.engine import rules
from quincunx.engine.kernels.compiler import Generic
from quincunx.search import hooks

HOOKS = {name: hook for name, hook in vars(hooks).items() if isinstance(hook, Generic) and not hasattr(rules, name)}
REGISTERED = {
    "cascade": {"rate", "foreseen", "venture", "ways", "reveal", "sample"},
    "duel": {"rate", "reward", "promise"},
    "flood": set(),
    "mosaic": {"reward", "sample"},
    "pushmine": {"rate", "can_repeat", "candidates", "promise", "relevant", "is_quiet", "passed"},
}


def test_the_hooks_are_those_of_the_module() -> None:
    assert set(HOOKS) == {
        "rate", "reward", "promise", "candidates", "relevant", "is_quiet", "passed", "can_repeat",
        "sample", "ways", "reveal", "foreseen", "venture",
    }  # fmt: skip


@pytest.mark.parametrize("slug", REGISTERED)
def test_a_game_registers_its_hooks(slug: str) -> None:
    position_class = game(slug).position_class
    assert {name for name, hook in HOOKS.items() if hook.registered(position_class)} == REGISTERED[slug]


@pytest.mark.parametrize("slug", REGISTERED)
def test_every_hook_comes_from_a_module_that_the_game_names(slug: str) -> None:
    listed = game(slug)
    bodies = [hook.body(listed.position_class) for name, hook in HOOKS.items() if name in REGISTERED[slug]]
    assert {body.__module__ for body in bodies} == {module.__name__ for module in listed.hooks}
