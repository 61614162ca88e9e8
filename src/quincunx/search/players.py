"""Players that any game can use: random, negamax to a depth or a budget of nodes, MCTS."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from quincunx.engine.kernels.randomness import word
from quincunx.engine.moves import numbers
from quincunx.engine.player import Choice, Question, WithoutBudget, scaled_budget
from quincunx.engine.rules import moves
from quincunx.search.chooser import PLAYOUTS, SAMPLES, pick
from quincunx.search.hooks import CERTAIN, WIN, sample
from quincunx.search.iterative_deepening import Deepened, deepen
from quincunx.search.mcts import PROVEN_DRAW, PROVEN_LOSS, PROVEN_WIN, Tree, grow, make_tree
from quincunx.search.workspace import MOST_PLIES, NODES, OVER, TABLE_BITS, make_memory


@dataclass(frozen=True)
class RandomPlayer(WithoutBudget):
    """Any legal move."""

    algorithm: str = "random"
    depth: int = 0

    def choose(self, question: Question) -> Choice:
        legal = list(numbers(moves(question.position)))
        return Choice(pick(question.game, question.position, legal, question.seed), reason="a random move")


@dataclass(frozen=True)
class NegamaxPlayer:
    """Iterative deepening to a depth, within a budget of nodes; a random choice among equals."""

    depth: int = MOST_PLIES
    nodes: int = 2_000_000
    style: int = 0
    table_bits: int = TABLE_BITS
    algorithm: str = "negamax"

    @property
    def budget(self) -> int:
        return self.nodes

    def scaled(self, factor: Fraction) -> "NegamaxPlayer | None":
        """None for a player that stops at its depth, whatever the budget."""
        return None if self.depth < MOST_PLIES else replace(self, nodes=scaled_budget(self.nodes, factor))

    def choose(self, question: Question) -> Choice:
        memory = make_memory(self.nodes, np.array(question.past, np.int64), question.stop, self.table_bits)

        def tell(found: Deepened) -> None:
            if question.progress is not None:
                question.progress(self._choice(question, found, int(memory.counters[NODES])))

        found = deepen(question.position, self.depth, self.style, memory, tell)
        choice = self._choice(question, found, int(memory.counters[NODES]))
        return choice._replace(cut_short=bool(memory.counters[OVER]) and bool(question.stop[0]))

    def _choice(self, question: Question, found: Deepened, nodes: int) -> Choice:
        move = pick(question.game, question.position, found.equals, question.seed)
        line = found.line if found.line[:1] == (move,) else (move,)
        return Choice(move, found.best, found.depth, nodes, line, reason=score_text(found.best, found.depth))


@dataclass(frozen=True)
class MctsPlayer:
    """UCT over `samples` ways in which the unknown may turn out, the visits added up."""

    simulations: int = 50_000
    samples: int = 1
    algorithm: str = "mcts"
    depth: int = 0

    def choose(self, question: Question) -> Choice:
        visits = dict.fromkeys(numbers(moves(question.position)), 0)  # a tree that the clock never let grow has none
        value = done = 0.0
        each = max(1, self.simulations // self.samples)
        for number in range(self.samples):
            position = sample(question.position, word(question.seed, SAMPLES, number))
            tree = make_tree(each * 24 + 256, question.stop)
            done += grow(position, word(question.seed, PLAYOUTS, number), each, tree)
            for move, count in tree_votes(tree).items():
                visits[move] = visits.get(move, 0) + count
            value += 1 - tree.total[0] / max(1, int(tree.visits[0]))
        most = max(visits.values())
        move = pick(
            question.game, question.position, [move for move, count in visits.items() if count == most], question.seed
        )
        score = round((2 * value / self.samples - 1) * 1000)
        return Choice(move, score, 0, int(done), (move,), reason=f"chosen by {visits[move]} of {int(done)} simulations")


def tree_votes(tree: Tree) -> dict[int, int]:
    """How much each root move has for it: its visits; a proven win outweighs everything, a proven loss nothing."""
    first, total = int(tree.first_child[0]), int(tree.children[0])
    votes = {}
    for child in range(first, first + total):
        weight = {PROVEN_WIN: 1 << 40, PROVEN_LOSS: 0, PROVEN_DRAW: int(tree.visits[child])}.get(
            int(tree.proven[child]), 1 + int(tree.visits[child])
        )
        votes[int(tree.move[child])] = weight
    return votes


def score_text(score: int, depth: int) -> str:
    """A score in words."""
    if score > CERTAIN:
        return f"wins in {_moves(WIN - score)}"
    if score < -CERTAIN:
        return f"loses in {_moves(WIN + score)} at the latest"
    return f"best of {depth} plies ahead ({score:+d})"


def _moves(plies: int) -> str:
    count = (plies + 1) // 2
    return f"{count} move" if count == 1 else f"{count} moves"
