"""How good an unfinished position looks to the side to move, and what else a search asks."""

from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import aside, primitive
from quincunx.engine.moves import HIGH, Moves
from quincunx.engine.rules import PLAYING, evaluate, moves
from quincunx.games.pushmine.evaluation.features import (
    disturbing,
    forked,
    frozen_lanes,
    inner_cells,
    inventory,
    key_stones,
    lead,
    threes,
)
from quincunx.games.pushmine.evaluation.lines import gaps, together, unfinished
from quincunx.games.pushmine.evaluation.tactics import threats, winning_pushes
from quincunx.games.pushmine.evaluation.tuples import has_learned, learned_score
from quincunx.games.pushmine.evaluation.weights import BASELINE, BLOCKS, LEARNED, PLAIN, WINS_NEXT, Weights, weights_of
from quincunx.games.pushmine.rules import MUST_PUSH, ORDINARY, Pushmine, empty, line_cells
from quincunx.learning.values import certain
from quincunx.search.hooks import can_repeat, candidates, is_quiet, passed, promise, rate, relevant


@rate.register(Pushmine)
def pushmine_rate(position: Pushmine, style: int) -> int:
    return evaluate(position) if style == PLAIN else judge(position, style)


@aside
def judge(position: Pushmine, style: int) -> int:
    """A side that wins at once needs no further judgement; else the features, each by its weight."""
    if winning_pushes(position):
        return WINS_NEXT
    if style == LEARNED and has_learned(position):
        return learned_score(position)
    return weigh(position, threats(position), style)


@primitive
def weigh(position: Pushmine, threatened: int, style: int) -> int:
    """The features of a position without a win in one, in which the other side threatens these pushes."""
    weights = weights_of(style)
    return standing(position, weights) + shapes(position, weights) + prospects(position, threatened, weights, style)


@primitive
def standing(position: Pushmine, weights: Weights) -> int:
    """Stones on the board and mines in stock."""
    own, other = position.own, position.other
    inner = inner_cells(position.options.board)
    return (
        weights.stones * lead(own, other, position.options.board)
        + weights.off_the_edge * lead(own, other, inner)
        + weights.in_the_centre * lead(own, other, inner_cells(inner))
        + weights.inventory * (inventory(position.stock) - inventory(position.other_stock))
    )


@primitive
def shapes(position: Pushmine, weights: Weights) -> int:
    """Lines that lack one cell, and what pushes and mines can do to their stones."""
    board, length, free, mines = position.options.board, position.options.line, empty(position), position.mines
    own, theirs = gaps(position.own, length, board), gaps(position.other, length, board)
    if together(own) | together(theirs) == 0:
        return 0
    ours, others = unfinished(position.own, own), unfinished(position.other, theirs)
    score = weights.open_threes * (threes(own, free) - threes(theirs, free))
    score += weights.closed_threes * (threes(own, ~free) - threes(theirs, ~free))
    score += weights.mobility * (disturbing(others, board) - disturbing(ours, board))
    if mines:
        score += weights.key_stones * (key_stones(others, mines, board) - key_stones(ours, mines, board))
    return score


@primitive
def prospects(position: Pushmine, threatened: int, weights: Weights, style: int) -> int:
    """ "Number of immediate winning pushes available next turn for opponent", and what the improved evaluation makes of
    them."""
    danger = popcount(threatened)
    score = weights.danger * danger
    if style != BASELINE:
        score += weights.fork * forked(danger) + weights.frozen_lanes * frozen_lanes(position, danger)
    return score


@certain.register(Pushmine)
def pushmine_certain(position: Pushmine) -> int:
    """A side that completes a line with its next push has won."""
    return position.turn if position.result == PLAYING and winning_pushes(position) else position.result


@can_repeat.register(Pushmine)
def pushmine_can_repeat(position: Pushmine) -> bool:
    """Rule 6: positions can repeat without end; a search knows this, and avoids it. Within a turn none is counted."""
    return position.stage != MUST_PUSH


@candidates.register(Pushmine)
def pushmine_candidates(position: Pushmine, style: int) -> Moves:
    """ "Winning moves first": a side that can win at once looks at nothing else."""
    if style != PLAIN:
        wins = winning_pushes(position)
        if wins:
            return Moves(0, wins)
    return moves(position)


@relevant.register(Pushmine)
def pushmine_relevant(position: Pushmine, choice: Moves) -> Moves:
    """Pushes, and mines where they can matter: on a cell that completes a three, or anywhere against a threat. A mine
    elsewhere costs a turn, and with it more than it gives; where mines are free (rule 9), all of them are tried."""
    if choice.low == 0 or choice.high == 0 or position.options.mine_is_free or threats(position):
        return choice
    length, board = position.options.line, position.options.board
    missing = together(gaps(position.own, length, board)) | together(gaps(position.other, length, board))
    return Moves(choice.low & missing, choice.high)


@is_quiet.register(Pushmine)
def pushmine_is_quiet(position: Pushmine) -> bool:
    """No win of the other side is near: no line, and no last mine to earn (rule 10). A turn cannot end after its mine
    (rule 9)."""
    to_win = position.options.mines_to_win
    if position.stage == MUST_PUSH or (to_win > 0 and position.other_earned + 1 >= to_win):
        return False
    return threats(position) == 0


@passed.register(Pushmine)
def pushmine_passed(position: Pushmine) -> Pushmine:
    """The sides change places. Mines do not grow older and nothing is barred: close enough for a pass that is never
    played."""
    return Pushmine(
        position.other, position.own, position.mines, position.duds, position.other_stock, position.stock,
        position.other_earned, position.earned, 0, ORDINARY, 3 - position.turn, position.ply + 1, 1, position.result,
        position.ages, position.options,
    )  # fmt: skip


@promise.register(Pushmine)
def pushmine_promise(position: Pushmine, move: int, style: int) -> int:
    """ "Moves that block opponent immediate wins" come early: pushes of lines with a stone, or the missing cell, of a
    three of the other side. So do "mine placements that create favorable interruptions", on such a missing cell; all
    other mines come last."""
    if style == PLAIN:
        return 0
    board = position.options.board
    theirs = gaps(position.other, position.options.line, board)
    missing = together(theirs)
    if move < HIGH:
        return BLOCKS if missing >> move & 1 else -BLOCKS
    line = line_cells(move & 7, (move - HIGH) >> 3, board)
    return BLOCKS if line & (missing | unfinished(position.other, theirs)) else 0
