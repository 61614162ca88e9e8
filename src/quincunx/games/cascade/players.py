"""The levels of Color Cascade Grid."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.randomness import word
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.player import Choice, Level, Player, Question, WithoutBudget, scaled_budget
from quincunx.engine.rules import PLAYING, evaluate, moves, play
from quincunx.games.cascade import rollout  # noqa: F401  # registers how simulated games are played
from quincunx.games.cascade.endgame import GAVE_UP, NODES, SURE, make_ledger, solve_move
from quincunx.games.cascade.evaluation import KEEN, LEAD, SCALE, SETTLED
from quincunx.games.cascade.rules import BLUE, ORANGE, Cascade
from quincunx.games.cascade.unseen_goblins import with_goblins_seen
from quincunx.games.match3.bits import of_code
from quincunx.search.chooser import PLAYOUTS, SAMPLES, pick
from quincunx.search.hooks import WIN, foreseen
from quincunx.search.mcts import PROVEN_DRAW, PROVEN_LOSS, PROVEN_WIN, UNKNOWN, Tree, grow, make_tree
from quincunx.search.negamax import negamax
from quincunx.search.players import NegamaxPlayer, tree_votes
from quincunx.search.workspace import INFINITY, Memory, make_memory

NODES_A_SIMULATION = 10
"""Room in the tree: the moves of a new node, and the ways in which goblins may come after one of them."""
TIE_PLIES, TIE_NODES = 3, 50_000
"""How far equally good moves are looked after."""

CERTAIN_ENDS = {
    PROVEN_LOSS: "wins whatever comes",
    PROVEN_DRAW: "draws with best play, whatever comes",
    PROVEN_WIN: "loses against best play, whatever it does",
}
"""What is proven at the root of a tree, where it is told for the side that has moved before."""


@dataclass(frozen=True)
class CascadePlayer:
    """What every level does: take a win in one before anything else, be courteous where the variant asks for it, and
    otherwise think in its own way."""

    thinker: Player

    @property
    def algorithm(self) -> str:
        return self.thinker.algorithm

    @property
    def depth(self) -> int:
        return self.thinker.depth

    @property
    def budget(self) -> int:
        return self.thinker.budget

    def scaled(self, factor: Fraction) -> "CascadePlayer | None":
        thinker = self.thinker.scaled(factor)
        return None if thinker is None else replace(self, thinker=thinker)

    def choose(self, question: Question) -> Choice:
        position = question.position
        if wins := winning_moves(position):
            return _taken(question, wins, WIN - 1, "wins at once", proven=True)
        if kind := courteous_moves(position):
            return _taken(question, kind, 2 - WIN, "leaves you your win, as courtesy asks")
        choice = self.thinker.choose(question)
        return choice._replace(reason=f"{deed(position, choice.move)}; {choice.reason}")


def _taken(question: Question, moves: list[int], score: int, why: str, proven: bool = False) -> Choice:
    move = pick(question.game, question.position, moves, question.seed)
    return Choice(move, score, 1, 1, (move,), reason=f"{deed(question.position, move)}; {why}", proven=proven)


# What is obvious.


def winning_moves(position: Cascade) -> list[int]:
    """The moves that win at once."""
    return [move for move in numbers(moves(position)) if play(position, move).result == position.turn]


def courteous_moves(position: Cascade) -> list[int]:
    """Rule 8: "where the person could win next turn, our player … chooses among moves that leave such a win"."""
    if not position.options.courtesy or not winning_moves(position._replace(turn=3 - position.turn)):
        return []
    return [move for move in numbers(moves(position)) if winning_moves(play(position, move))]


def deed(position: Cascade, move: int) -> str:
    """What a move does to the tokens that count, in words."""
    if move == PASS:
        return "passes, for no swap is left"
    after = play(position, move)
    gone = {name: _tokens(position, code) - _tokens(after, code) for name, code in (("blue", BLUE), ("orange", ORANGE))}
    return "clears " + (" and ".join(f"{number} {name}" for name, number in gone.items() if number) or "neutral tokens")


def _tokens(position: Cascade, code: int) -> int:
    return popcount(of_code(position.cells, code))


# The ways of thinking.


@dataclass(frozen=True)
class SwapPlayer(WithoutBudget):
    """Rule 8: "best swap by a one-ply evaluation": the lead in tokens after it."""

    algorithm: str = "swap evaluation"
    depth: int = 1

    def choose(self, question: Question) -> Choice:
        worths = {move: lead_after(question.position, move) for move in numbers(moves(question.position))}
        best = max(worths.values())
        move = pick(question.game, question.position, [move for move in worths if worths[move] == best], question.seed)
        return Choice(move, best, 1, len(worths), (move,), reason="the best lead in tokens right after it")


def lead_after(position: Cascade, move: int) -> int:
    """The score of a move by the tokens that each side then has; to let the other side vanish is no lead."""
    after = play(position, move)
    if after.result == PLAYING:
        return -LEAD * evaluate(after)
    return 1 - WIN if after.result == after.turn else 0


@dataclass(frozen=True)
class TreePlayer:
    """Monte Carlo tree search in which every way that the goblins may come has its branch; the end is solved exactly
    where at most `swaps` swaps are left and `nodes` positions suffice."""

    simulations: int
    nodes: int
    swaps: int
    algorithm: str = "mcts"
    depth: int = 0

    @property
    def budget(self) -> int:
        return self.simulations

    def scaled(self, factor: Fraction) -> "TreePlayer":
        simulations, nodes = (scaled_budget(budget, factor) for budget in (self.simulations, self.nodes))
        return replace(self, simulations=simulations, nodes=nodes)

    def choose(self, question: Question) -> Choice:
        return self._solve(question) or self._simulate(question)

    def _solve(self, question: Question) -> Choice | None:
        """Every move's exact worth; None if that takes too long."""
        position = question.position
        choice = list(numbers(moves(position)))
        if len(choice) > self.swaps and foreseen(position) == PLAYING:
            return None
        ledger = make_ledger(self.nodes, question.stop)
        worths = {move: solve_move(position, move, ledger) for move in choice}
        if GAVE_UP in worths.values():
            return None
        best = max(worths.values())
        move = toughest(question, [move for move in choice if worths[move] == best])
        reason = f"with best play worth {best / SURE:.0%} of a win, proven for all goblins"
        return Choice(move, score_of(best / SURE), 0, int(ledger.counters[NODES]), (move,), reason=reason, proven=True)

    def _simulate(self, question: Question) -> Choice:
        position = with_goblins_seen(question.position, word(question.seed, SAMPLES, 0))
        tree = make_tree(self.simulations * NODES_A_SIMULATION + 256, question.stop)
        done = grow(position, word(question.seed, PLAYOUTS, 0), self.simulations, tree)
        votes = tree_votes(tree) or dict.fromkeys(numbers(moves(position)), 0)
        most = max(votes.values())
        move = toughest(question, [move for move in votes if votes[move] == most])
        share = expected(tree, move)
        reason = CERTAIN_ENDS.get(int(tree.proven[0]), f"wins {share:.0%} of the games that it simulated")
        reason += f" ({done} simulations)"
        return Choice(move, score_of(share), 0, done, (move,), reason=reason, proven=bool(tree.proven[0] != UNKNOWN))


def toughest(question: Question, equals: list[int]) -> int:
    """Of moves that best play makes equal, the one that a short search likes best: the other side may go wrong, and a
    lost match is to last."""
    if len(equals) == 1:
        return equals[0]
    memory = make_memory(TIE_NODES, np.zeros(0, np.int64), question.stop, bits=12)
    scores = {move: after_scored(question.position, move, memory) for move in equals}
    best = max(scores.values())
    return pick(question.game, question.position, [move for move in equals if scores[move] == best], question.seed)


def after_scored(position: Cascade, move: int, memory: Memory) -> int:
    return -int(negamax(play(position, move), TIE_PLIES, -INFINITY, INFINITY, 1, KEEN, memory))


def expected(tree: Tree, move: int) -> float:
    """The result that the side to move can expect from one of its moves, between 0 and 1."""
    first = int(tree.first_child[0])
    for child in range(first, first + int(tree.children[0])):
        if tree.move[child] == move and tree.visits[child]:
            proven = {PROVEN_WIN: 1.0, PROVEN_LOSS: 0.0, PROVEN_DRAW: 0.5}.get(int(tree.proven[child]))
            return float(tree.total[child] / tree.visits[child]) if proven is None else proven
    return 0.5


def score_of(share: float) -> int:
    """An expected result as a score: the logarithm of the odds."""
    if not 0 < share < 1:
        return SETTLED if share >= 1 else -SETTLED
    return max(-SETTLED, min(SETTLED, round(SCALE * math.log(share / (1 - share)))))


LEVELS: Mapping[str, Level] = {
    "easy": Level(CascadePlayer(SwapPlayer()), 1000),
    "medium": Level(CascadePlayer(NegamaxPlayer(depth=4, nodes=200_000, style=KEEN, table_bits=14)), 1500),
    "hard": Level(CascadePlayer(TreePlayer(simulations=60_000, nodes=200_000, swaps=6)), 2000),
    "expert": Level(CascadePlayer(TreePlayer(simulations=250_000, nodes=2_000_000, swaps=8)), 2000),
}
