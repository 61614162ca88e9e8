"""Game and state for OpenSpiel.

Chance deals the board at the beginning. Where a game draws in secret later on, chance also decides after each move what
that move draws, so that a search which copies a state cannot foresee it.
"""

from typing import Any, ClassVar

import pyspiel

from quincunx.engine.game import AnyGame
from quincunx.engine.kernels.randomness import DEFAULT_SEED
from quincunx.engine.rules import DRAWN, PLAYING, hash, mid_turn, observe, play, recur
from quincunx.engine.variants import STANDARD
from quincunx.limits import PLY_CAP
from quincunx.observation.arrays import mask_of, rewards_of
from quincunx.openspiel.observer import DEFAULT, Observer, view
from quincunx.openspiel.parameters import (
    DEALS,
    MAX_PLIES,
    MOST_DEALS,
    PRESET,
    options_of,
    specification,
    variant_of,
)

PREFIX = "quincunx_"


def game_type(game: AnyGame) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.slug,
        long_name=f"Quincunx {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,  # no seat knows more than the other; the rest is chance
        utility=kinds.Utility.ZERO_SUM if game.seats == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=specification(game),
    )


def game_class(game: AnyGame) -> Any:
    """The class that OpenSpiel registers for a game."""
    return type(f"{game.slug.capitalize()}Game", (GridGame,), {"rules": game, "game_type": game_type(game)})


class GridGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is untyped
    rules: ClassVar[AnyGame]
    game_type: ClassVar[Any]

    def __init__(self, params: Any = None) -> None:
        given = dict(params or {})
        self.variant = variant_of(self.rules, given)
        self.encoding = self.rules.encoding(self.variant)
        self.deals = int(given.get(DEALS, MOST_DEALS)) if self.rules.chance else 0
        self.max_plies = int(given.get(MAX_PLIES, PLY_CAP))
        if self.max_plies < 1 or (self.rules.chance and self.deals < 1):
            raise ValueError(f"{MAX_PLIES} and {DEALS} must be whole numbers from 1 on")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.deals,
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.rules.seats == 2 else None,
            max_game_length=self.max_plies,
        )
        # A preset is written out: what OpenSpiel makes of the game's name later must be this variant.
        written = given | options_of(self.variant) | {PRESET: STANDARD}
        super().__init__(self.game_type, info, written)

    def new_initial_state(self) -> "GridState":
        return GridState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or DEFAULT, params)


class GridState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: GridGame) -> None:
        super().__init__(game)
        self.position: Any = None
        """None until a board is dealt."""
        self.chosen: int | None = None
        """A move that waits for chance to decide what it draws."""
        self.past: list[str] = []
        """What everybody has seen so far: views and moves."""
        self._seen: dict[int, int] = {}
        if not game.rules.chance:
            self._begin(DEFAULT_SEED)

    def current_player(self) -> int:
        if self.position is None or self.chosen is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.position.turn) - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def is_terminal(self) -> bool:
        if self.position is None:
            return False
        return bool(self.position.result != PLAYING or self.position.ply >= self.get_game().max_plies)

    def returns(self) -> list[float]:
        game = self.get_game()
        result = DRAWN if self.position is None else self.position.result
        return list(rewards_of(result, game.rules.seats))

    def _legal_actions(self, player: int) -> list[int]:
        encoding = self.get_game().encoding
        return [] if self.is_terminal() else mask_of(encoding, self.position).nonzero()[0].tolist()

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._begin(action)
        elif self.chosen is not None:
            self._draw(action)
        else:
            self.past += [view(self), self._action_to_string(self.current_player(), action)]
            self._choose(self.get_game().encoding.move_of(action))

    def _begin(self, seed: int) -> None:
        game = self.get_game()
        self.position = game.rules.new(game.variant, seed)
        self._count()

    def _choose(self, move: int) -> None:
        if self.get_game().rules.secret:
            self.chosen = move
        else:
            self._play(move)

    def _draw(self, seed: int) -> None:
        """Play the chosen move on the same board, behind which lies what this seed draws."""
        game, move = self.get_game(), self.chosen
        shown = game.rules.describe(observe(self.position, self.position.turn))
        self.position, self.chosen = game.rules.place(game.variant, seed, shown), None
        self._play(move)

    def _play(self, move: Any) -> None:
        self.position = play(self.position, move)
        self._count()

    def _count(self) -> None:
        """Repetitions, where the variant ends a match by them."""
        if not mid_turn(self.position):
            key = hash(self.position)
            self._seen[key] = self._seen.get(key, 0) + 1
            self.position = recur(self.position, self._seen[key])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'deal' if self.position is None else 'draw'} {action}"
        game = self.get_game()
        return str(game.rules.write_move(self.position, game.encoding.move_of(action)))

    def __str__(self) -> str:
        if self.position is None:
            return "not dealt"
        drawn = str(self.get_game().rules.draw(self.position))
        return drawn if self.chosen is None else f"{drawn}\n{self.past[-1]} was chosen"
