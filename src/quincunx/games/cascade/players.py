"""The levels of Color Cascade Grid."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.randomness import word
from quincunx.engine.moves import PASS, numbers
from quincunx.engine.player import Choice, Level, MoveRequest, Player, WithoutBudget, scaled_budget
from quincunx.engine.rules import PLAYING, evaluate, moves, play
from quincunx.games.cascade.endgame import GAVE_UP, NODES, SURE, make_ledger, solve_move
from quincunx.games.cascade.evaluation import KEEN, LEAD, SCALE, SETTLED
from quincunx.games.cascade.rules import BLUE, ORANGE, Cascade
from quincunx.games.cascade.unseen_goblins import with_goblins_seen
from quincunx.games.match3.bits import of_code
from quincunx.search.advice.obedience import BEST_AT_A_PRICE, Picked, as_asked, pick_scored, wishes_of
from quincunx.search.advice.principles import Wish
from quincunx.search.casual import CasualPlayer
from quincunx.search.chooser import PlayerStream, pick
from quincunx.search.hooks import WIN, foreseen
from quincunx.search.mcts import PROVEN_DRAW, PROVEN_LOSS, PROVEN_WIN, UNKNOWN, Tree, grow, make_tree
from quincunx.search.negamax import negamax
from quincunx.search.players import NegamaxPlayer, WinFirst, tree_votes, winning_moves
from quincunx.search.workspace import INFINITY, Workspace, make_workspace

NODES_PER_SIMULATION = 10
"""Room in the tree: the moves of a new node, and the ways in which goblins may come after one of them."""
TIE_PLIES, TIE_NODES = 3, 50_000
"""How far a search looks to choose among equally good moves."""

CERTAIN_ENDS = {
    PROVEN_LOSS: "wins whatever comes",
    PROVEN_DRAW: "draws with best play, whatever comes",
    PROVEN_WIN: "loses against best play, whatever it does",
}
"""What is proven at the root of a tree, where it is noted for the side that moved last."""


@dataclass(frozen=True)
class CascadePlayer(WinFirst):
    """What every level does: take a win in one before anything else, be courteous where the variant asks for it, and
    otherwise think in its own way."""

    def win_text(self, position: Cascade, move: int) -> str:
        return f"{deed(position, move)}; wins at once"

    def think(self, request: MoveRequest) -> Choice:
        position = request.position
        if kind := courteous_moves(position):
            move = pick(request.game, position, kind, request.seed)
            reason = f"{deed(position, move)}; leaves you your win, as courtesy asks"
            return Choice(move, 2 - WIN, 1, 1, (move,), reason=reason)
        choice = self.thinker.choose(request)
        return choice._replace(reason=f"{deed(position, choice.move)}; {choice.reason}")


# What is obvious.


def courteous_moves(position: Cascade) -> list[int]:
    """Rule 8: where the person could win next turn, the AI player chooses among moves that leave such a win."""
    if not position.options.courtesy or not winning_moves(position._replace(turn=3 - position.turn)):
        return []
    return [move for move in numbers(moves(position)) if winning_moves(play(position, move))]


def deed(position: Cascade, move: int) -> str:
    """What a move does to the tokens that count, in words."""
    if move == PASS:
        return "passes, for no swap is left"
    after, seat = play(position, move), position.turn
    own, other = (tokens_of(position, side) - tokens_of(after, side) for side in (seat, 3 - seat))
    gone = [f"{count} of {whose}" for count, whose in ((own, "its own tokens"), (other, "the other side's")) if count]
    return f"clears {' and '.join(gone) or 'neutral tokens'}"


def _tokens(position: Cascade, code: int) -> int:
    return popcount(of_code(position.cells, code))


def tokens_of(position: Cascade, seat: int) -> int:
    return _tokens(position, BLUE if seat == 1 else ORANGE)


# The ways of thinking.


@dataclass(frozen=True)
class PeacefulPlayer(WithoutBudget):
    """For a first match: any swap, but none that takes tokens of the other side where it can be helped."""

    algorithm: str = "a random swap that takes the fewest tokens of yours"
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        position = request.position
        other = ORANGE if position.turn == 1 else BLUE
        left = {move: _tokens(play(position, move), other) for move in numbers(moves(position))}
        picked = pick_scored(request, {move: LEAD * number for move, number in left.items()})
        reason = "it takes the fewest tokens of yours" if left[picked.move] == max(left.values()) else ""
        return as_asked(Choice(picked.move, line=(picked.move,), reason=reason), picked.words)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE


@dataclass(frozen=True)
class SwapPlayer(WithoutBudget):
    """Rule 8: "best swap by a one-ply evaluation": the lead in tokens after it."""

    algorithm: str = "swap evaluation"
    depth: int = 1

    def choose(self, request: MoveRequest) -> Choice:
        worths = {move: lead_after(request.position, move) for move in numbers(moves(request.position))}
        best = max(worths.values())
        picked = pick_scored(request, worths)
        move, reason = picked.move, "the best lead in tokens right after it" if picked.score == best else ""
        return as_asked(Choice(move, best, 1, len(worths), (move,), reason=reason), picked.words)

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE


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

    def choose(self, request: MoveRequest) -> Choice:
        return self._solve(request) or self._simulate(request)

    @property
    def budget(self) -> int:
        return self.simulations

    def scaled(self, factor: Fraction) -> Player | None:
        simulations, nodes = (scaled_budget(budget, factor) for budget in (self.simulations, self.nodes))
        return replace(self, simulations=simulations, nodes=nodes)

    def _solve(self, request: MoveRequest) -> Choice | None:
        """Every move's exact worth; None if that takes too long."""
        position = request.position
        choice = list(numbers(moves(position)))
        if len(choice) > self.swaps and foreseen(position) == PLAYING:
            return None
        ledger = make_ledger(self.nodes, request.stop)
        worths = {move: solve_move(position, move, ledger) for move in choice}
        if GAVE_UP in worths.values():
            return None
        best = max(worths.values())
        picked = self._wished(request, {move: score_of(worth / SURE) for move, worth in worths.items()})
        move = picked.move if picked else toughest(request, [move for move in choice if worths[move] == best])
        reason = f"with best play worth {worths[move] / SURE:.0%} of a win, proven for all goblins"
        nodes = int(ledger.counters[NODES])
        found = Choice(move, score_of(best / SURE), 0, nodes, (move,), reason=reason, proven=True)
        return as_asked(found, picked.words if picked else "")

    def _simulate(self, request: MoveRequest) -> Choice:
        position = with_goblins_seen(request.position, word(request.seed, PlayerStream.SAMPLES, 0))
        tree = make_tree(self.simulations * NODES_PER_SIMULATION + 256, request.stop)
        done = grow(position, word(request.seed, PlayerStream.PLAYOUTS, 0), self.simulations, tree)
        votes = tree_votes(tree) or dict.fromkeys(numbers(moves(position)), 0)
        most = max(votes.values())
        move = toughest(request, [move for move in votes if votes[move] == most])
        share = expected(tree, move)
        tried = [one for one in votes if votes[one] > 1 or one == move]
        scores = {one: min(score_of(share), score_of(expected(tree, one))) for one in tried}
        picked = self._wished(request, scores)
        outlook = CERTAIN_ENDS.get(int(tree.proven[0]), f"wins {share:.0%} of the games that it simulated")
        reason = f"{outlook} ({done} simulations)"
        move = picked.move if picked else move
        choice = Choice(move, score_of(share), 0, done, (move,), reason=reason, proven=bool(tree.proven[0] != UNKNOWN))
        return as_asked(choice, picked.words if picked else "")

    def _wished(self, request: MoveRequest, scores: Mapping[int, int]) -> Picked | None:
        """The move that wishes choose by these scores, and what they had to do with it; None where there are none, or
        where the best moves are left to choose among."""
        if not wishes_of(request):
            return None
        picked = pick_scored(request, scores)
        return picked if picked.words else None

    def obeys(self, wishes: Sequence[Wish]) -> str:
        return BEST_AT_A_PRICE


def toughest(request: MoveRequest, equals: list[int]) -> int:
    """Of moves that best play makes equal, the one that a short search likes best: the other side may go wrong, and a
    lost match is to last."""
    if len(equals) == 1:
        return equals[0]
    workspace = make_workspace(TIE_NODES, np.zeros(0, np.int64), request.stop, bits=12)
    scores = {move: after_scored(request.position, move, workspace) for move in equals}
    best = max(scores.values())
    return pick(request.game, request.position, [move for move in equals if scores[move] == best], request.seed)


def after_scored(position: Cascade, move: int, workspace: Workspace) -> int:
    return -int(negamax(play(position, move), TIE_PLIES, -INFINITY, INFINITY, 1, KEEN, workspace))


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
    "starter": Level(CascadePlayer(PeacefulPlayer()), 1000),
    "easy": Level(CascadePlayer(SwapPlayer()), 1000),
    "easy2": Level(CascadePlayer(CasualPlayer(depth=2, overlooks=15, style=KEEN)), 1000),
    "medium": Level(CascadePlayer(NegamaxPlayer(depth=4, nodes=200_000, style=KEEN, table_bits=14)), 1500),
    "hard": Level(CascadePlayer(TreePlayer(simulations=60_000, nodes=200_000, swaps=6)), 2000),
    "expert": Level(CascadePlayer(TreePlayer(simulations=250_000, nodes=2_000_000, swaps=8)), 2000, offered=False),
}
