"""What the lab measures in Pushmine: the specification's "Playtest Metrics to Track", and the questions of its "What to
Watch for in Playtests"."""

from typing import Any

from quincunx.engine.kernels.arrays import np
from quincunx.engine.kernels.bits import popcount
from quincunx.engine.kernels.compiler import kernel, primitive
from quincunx.engine.moves import HIGH
from quincunx.engine.rules import PLAYING, WON_BY_1, WON_BY_2
from quincunx.games.pushmine.evaluation.score import weigh
from quincunx.games.pushmine.evaluation.tactics import find_threats, find_winning_pushes, threats, winning_pushes
from quincunx.games.pushmine.evaluation.weights import BASELINE, CLEAR_LEAD, WINS_NEXT
from quincunx.games.pushmine.events import Ejected, MineDecayed, MineDetonated, MineEarned, MinePlaced
from quincunx.games.pushmine.rules import MUST_PUSH, SWAP, Pushmine, has_line, push
from quincunx.measure.gauge import Gauge
from quincunx.measure.metric import Computed, Counted, Metric
from quincunx.measure.question import DesignQuestion, Games, Limits, Sample, points_of, ratio_of, share_of, where
from quincunx.measure.sheet import (
    COMMON,
    NOTHING,
    IntArray,
    Sheet,
    Sheets,
    advance,
    begin,
    finish,
    note_changes,
    sheet_of,
)
from quincunx.measure.story import Story, StoryTurn

EARNED, PLACED, LOST_TO_MINES, EJECTED, EJECTED_OWN, SAVED_BY_MINE, SAVED_BY_BLAST, FACED, PARRIED = range(
    COMMON, COMMON + 18, 2
)
"""The slots of what is counted for each seat: seat 1's, and after it seat 2's."""
DETONATED, DUDS_BLASTED, DECAYED, FIRST_MINE, FIRST_MINE_PLY, CHEAP = range(COMMON + 18, COMMON + 24)


# Compiled.


@primitive
def lead(position: Pushmine) -> int:
    """By the baseline evaluation; a side that can win at once leads by far."""
    return lead_with(winning_pushes(position), threats(position), position)


@primitive
def lead_with(wins: int, danger: int, position: Pushmine) -> int:
    """The same where the wins in one of both sides are known already."""
    worth = WINS_NEXT if wins else weigh(position, danger, BASELINE)
    return worth if position.turn == 1 else -worth


@primitive
def changes(before: Pushmine, after: Pushmine) -> int:
    """The cells whose content a move changed."""
    stones = 0
    if after.turn != before.turn:
        stones = (before.own ^ after.other) | (before.other ^ after.own)
    return stones | (before.mines ^ after.mines) | (before.duds ^ after.duds)


@primitive
def tally_push(position: Pushmine, move: int, after: Pushmine, sheet: Sheet) -> bool:
    """What a push removed; whether a mine went off."""
    values, seat = sheet.values, position.turn - 1
    if after.other_stock > position.stock:
        values[EJECTED + seat] += 1
        values[EARNED + seat] += 1
        if values[FIRST_MINE] == 0:
            values[FIRST_MINE], values[FIRST_MINE_PLY] = position.turn, position.ply
        return False
    if position.mines | position.duds == 0:  # as many own stones as before: one came, one went
        values[EJECTED_OWN + seat] += 1 if popcount(after.other) == popcount(position.own) else 0
        return False
    done = push(position, move & 7, (move - HIGH) >> 3)
    values[EJECTED_OWN + seat] += 1 if done.ejected & position.own else 0
    if done.detonated == 0:
        return False
    values[DETONATED] += 1
    if done.hit & position.other:
        values[LOST_TO_MINES + 1 - seat] += 1
    elif done.hit & position.duds:
        values[DUDS_BLASTED] += 1
    else:  # a stone of the mover's: one that was there, or the one that was entering
        values[LOST_TO_MINES + seat] += 1
    return True


@primitive
def tally_danger(position: Pushmine, after: Pushmine, wins: int, placed: bool, blast: bool, sheet: Sheet) -> None:
    """A turn in the face of wins in one: whether it parried them (whether none are left), and by what."""
    if after.result == position.turn:
        return
    values, seat = sheet.values, position.turn - 1
    values[FACED + seat] += 1
    if wins or after.result == after.turn:
        return
    values[PARRIED + seat] += 1
    values[SAVED_BY_MINE + seat] += 1 if placed else 0
    values[SAVED_BY_BLAST + seat] += 1 if blast else 0


@primitive
def tally(position: Pushmine, move: int, after: Pushmine, danger: int, wins: int, sheet: Sheet) -> None:
    """What a move did, and at the end of a turn what the turn did in the face of `danger`, leaving the other side
    `wins`."""
    placed = move < HIGH
    blast = False
    mines = position.mines
    if placed:
        sheet.values[PLACED + position.turn - 1] += 1
        mines |= 1 << move
    elif move != SWAP:
        blast = tally_push(position, move, after, sheet)
    sheet.values[DECAYED] += popcount(mines & ~after.mines) - (1 if blast else 0)
    if danger and after.stage != MUST_PUSH:
        tally_danger(position, after, wins, placed or position.stage == MUST_PUSH, blast, sheet)


@primitive
def by_line(position: Pushmine) -> bool:
    """Whether a line decided the match; mines that were earned may have (rule 10)."""
    length = position.options.line
    return position.result in (WON_BY_1, WON_BY_2) and (
        has_line(position.own, length) or has_line(position.other, length)
    )


@primitive
def is_cheap(last: Pushmine, mover: int, move: int, danger: int, earlier: int) -> int:
    """Whether the winning line was no threat one turn earlier: the winner's push was none of its wins in one before the
    loser's turn, or the loser made the line itself where none was threatened."""
    if not by_line(last):
        return NOTHING
    if last.result != mover:
        return 1 if danger == 0 else 0
    return 1 if earlier >> (move - HIGH) & 1 == 0 else 0


@primitive
def follow(position: Pushmine, played: IntArray, plies: int, sheet: Sheet) -> None:
    begin(position, sheet)
    covered, danger, earlier, mover, move = 0, 0, 0, 0, 0
    wins = winning_pushes(position)
    for ply in range(plies):
        move, mover = played[ply], position.turn
        present = threats(position)
        if position.stage != MUST_PUSH:
            earlier, danger = danger, present
        after = advance(position, move, lead_with(wins, present, position), ply, sheet)
        wins = winning_pushes(after) if after.result == PLAYING else 0
        tally(position, move, after, danger, wins, sheet)
        changed = changes(position, after)
        note_changes(changed, sheet)
        covered |= changed
        position = after
    sheet.values[CHEAP] = is_cheap(position, mover, move, danger, earlier)
    if sheet.values[FIRST_MINE] == 0:
        sheet.values[FIRST_MINE_PLY] = NOTHING
    finish(position.result, plies, popcount(covered), sheet)


@kernel
def measure(position: Pushmine, played: IntArray, lengths: IntArray, sheets: Sheets) -> None:
    for match in range(lengths.size):
        follow(position, played[match], lengths[match], sheet_of(sheets, match))


# From events.


def _parried(turn: StoryTurn) -> bool:
    """Whether the other side had a win in one before this turn, and has none after it."""
    return faced(turn) and turn.after.result != turn.after.turn and not find_winning_pushes(turn.after)


def faced(turn: StoryTurn) -> bool:
    return bool(find_threats(turn.before)) and turn.after.result != turn.before.turn


def _whole_turns(story: Story) -> list[StoryTurn]:
    """The turns that were played to their end: a free mine and its push are one turn."""
    turns: list[StoryTurn] = []
    begun: StoryTurn | None = None
    for turn in story.turns:
        if begun is not None:
            turn = StoryTurn(begun.before, turn.move, turn.after, [*begun.events, *turn.events])
        begun = turn if turn.after.stage == MUST_PUSH else None
        if begun is None:
            turns.append(turn)
    return turns


def _turns(story: Story, seat: int) -> list[StoryTurn]:
    return [turn for turn in _whole_turns(story) if turn.before.turn == seat]


def _has(turn: StoryTurn, kind: type) -> bool:
    return any(isinstance(event, kind) for event in turn.events)


def _first_mine(story: Story) -> int:
    return next((event.seat for event in story.events(MineEarned)), 0)


def _first_mine_ply(story: Story) -> int | None:
    return next((ply for ply, turn in enumerate(story.turns) if _has(turn, MineEarned)), None)


def _cheap(story: Story) -> int | None:
    turns = _whole_turns(story)
    if not turns or not by_line(story.last):
        return None
    last = turns[-1]
    if last.before.turn != story.winner:
        return int(not find_threats(last.before))
    known = find_threats(turns[-2].before) if len(turns) > 1 else 0
    return int(not known >> (last.move - HIGH) & 1)


def _of_seat(seat: int) -> list[Metric]:
    """What is counted for one seat, in the order of the slots."""
    name, other = ("X", "O")[seat - 1], ("O", "X")[seat - 1]
    mine, theirs = (lambda event: event.seat == seat), (lambda event: event.owner == seat)
    return [
        Counted(f"mines_earned_{seat}", f"mines that {name} earned", "mines", kind=MineEarned, which=mine),
        Counted(f"mines_placed_{seat}", f"mines that {name} placed", "mines", kind=MinePlaced, which=mine),
        Counted(
            f"stones_blasted_{seat}",
            f"stones of {name} that mines took",
            "stones",
            kind=MineDetonated,
            which=theirs,
        ),
        Computed(
            f"ejections_{seat}",
            f"stones of {other} that {name} pushed off the board",
            "stones",
            compute=lambda story: _ejections(story, seat, 3 - seat),
        ),
        Computed(
            f"self_ejections_{seat}",
            f"stones of its own that {name} pushed off the board",
            "stones",
            compute=lambda story: _ejections(story, seat, seat),
        ),
        Computed(
            f"saving_mines_{seat}",
            f"mines of {name} that took away every win in one of {other}",
            "mines",
            compute=lambda story: sum(_parried(turn) and _has(turn, MinePlaced) for turn in _turns(story, seat)),
        ),
        Computed(
            f"saving_blasts_{seat}",
            f"turns of {name} that set off a mine and took away every win in one of {other}",
            "turns",
            compute=lambda story: sum(_parried(turn) and _has(turn, MineDetonated) for turn in _turns(story, seat)),
        ),
        Computed(
            f"threats_faced_{seat}",
            f"turns that {name} began with a win in one against it, and did not win itself",
            "turns",
            compute=lambda story: sum(faced(turn) for turn in _turns(story, seat)),
        ),
        Computed(
            f"threats_parried_{seat}",
            f"those of them after which {other} had no win in one",
            "turns",
            compute=lambda story: sum(_parried(turn) for turn in _turns(story, seat)),
        ),
    ]


def _ejections(story: Story, seat: int, owner: int) -> int:
    return sum(
        isinstance(event, Ejected) and event.owner == owner for turn in _turns(story, seat) for event in turn.events
    )


OWN: tuple[Metric, ...] = (
    *(metric for both in zip(_of_seat(1), _of_seat(2), strict=True) for metric in both),
    Counted("mines_detonated", "mines that went off", "mines", kind=MineDetonated),
    Counted("duds_blasted", "duds that mines took", "duds", kind=MineDetonated, which=lambda event: event.owner == 0),
    Computed(
        "mines_decayed",
        "mines that grew too old",
        "mines",
        compute=lambda story: sum(len(event.cells) for event in story.events(MineDecayed)),
    ),
    Computed("first_mine", "the seat that earned the first mine; 0: no one did", most=2, compute=_first_mine),
    Computed("first_mine_ply", "when it was earned", "ply", compute=_first_mine_ply),
    Computed("cheap_win", "1 if the winning line was no threat one ply earlier", most=1, compute=_cheap),
)


# The specification's questions.


def _longer(games: Games, limits: Limits) -> Sample:
    return share_of(games, games["plies"] > limits["plies"])


def _sum(games: Games, name: str) -> Any:
    return games[f"{name}_1"] + games[f"{name}_2"]


def _denied(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, _sum(games, "threats_parried"), _sum(games, "threats_faced"))


def _long_denials(games: Games, limits: Limits) -> Sample:
    parries = _sum(games, "threats_parried") >= limits["parries"]
    return share_of(games, parries & (games["plies"] > limits["plies"]))


def _placed(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, _sum(games, "mines_placed"), _sum(games, "mines_earned"))


def _mattered(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, _sum(games, "saving_mines") + _sum(games, "saving_blasts"), _sum(games, "mines_placed"))


def _cheap_share(games: Games, limits: Limits) -> Sample:
    won = where(games, games["cheap_win"] >= 0)
    return share_of(won, won["cheap_win"] == 1)


def _snowball(games: Games, limits: Limits) -> Sample:
    """The points of the side that earned the first mine, beyond the average of its seat and player."""
    usual = {}
    for seated in (0, 1):
        for seat in (1, 2):
            of_those = where(games, games["swapped"] == seated)
            usual[seated, seat] = points_of(of_those, seat).mean() if len(of_those["pair"]) else 0.5
    some = where(games, games["first_mine"] > 0)
    pairs = zip(some["swapped"].tolist(), some["first_mine"].tolist(), strict=True)
    expected = np.array([usual[seated, seat] for seated, seat in pairs])
    return Sample(points_of(some, some["first_mine"]) - expected, np.ones(len(expected)), some["pair"])


QUESTIONS = (
    DesignQuestion(
        "slog",
        "Slog risk: do games exceed 60 plies?",
        _longer,
        {"plies": 60, "good_most": 0.2, "bearable_most": 0.4},
        good="Games end in good time: {estimate} of them go beyond {plies:g} plies.",
        high="Games tend to drag on: {estimate} of them go beyond {plies:g} plies.",
        notes={"plies": "a game is long beyond this"},
    ),
    DesignQuestion(
        "slog_90",
        "Slog risk: do games exceed 90 plies?",
        _longer,
        {"plies": 90, "good_most": 0.05, "bearable_most": 0.15},
        good="Few games are endless: {estimate} of them go beyond {plies:g} plies.",
        high="Too many games are endless: {estimate} of them go beyond {plies:g} plies.",
        notes={"plies": "a game is very long beyond this"},
    ),
    DesignQuestion(
        "denial",
        "Denial dominance: are immediate threats too easy to parry?",
        _denied,
        {"good_most": 0.85, "bearable_most": 0.95},
        good="Threats bite: {estimate} of the immediate ones are parried.",
        high="Threats are too easy to parry: {estimate} of the immediate ones come to nothing.",
    ),
    DesignQuestion(
        "denial_slog",
        "Denial dominance: do long games come from repeated parrying?",
        _long_denials,
        {"plies": 60, "parries": 3, "good_most": 0.15, "bearable_most": 0.3},
        good="Parrying seldom makes a game long: {estimate} have {parries:g} parries or more and over {plies:g} plies.",
        high="Parrying makes games long: {estimate} have {parries:g} parries or more and over {plies:g} plies.",
        notes={"plies": "a game is long beyond this", "parries": "this many parries are many"},
    ),
    DesignQuestion(
        "mines_used",
        "Mine irrelevance: are mines that were earned placed?",
        _placed,
        {"good_least": 0.3, "bearable_least": 0.15},
        good="Mines are used: {estimate} of those earned are placed.",
        low="Mines are earned but not used: only {estimate} of them are placed.",
    ),
    DesignQuestion(
        "mines_matter",
        "Mine irrelevance: do mines that were placed matter?",
        _mattered,
        {"good_least": 0.15, "bearable_least": 0.05},
        good="Mines matter: {estimate} of those placed stop a win in one, when placed or when they go off.",
        low="Mines rarely matter: only {estimate} of those placed stop a win in one, when placed or when they go off.",
    ),
    DesignQuestion(
        "cheap_wins",
        "Cheap wins: do games end by lines that no one threatened?",
        _cheap_share,
        {"good_most": 0.2, "bearable_most": 0.4},
        good="Wins are earned: {estimate} of them come by a line that was no threat one ply earlier.",
        high="Wins are cheap: {estimate} of them come by a line that was no threat one ply earlier.",
    ),
    DesignQuestion(
        "snowball",
        "Snowballing: does the first mine decide the game?",
        _snowball,
        {"good_least": -0.1, "good_most": 0.1, "bearable_least": -0.2, "bearable_most": 0.2},
        good="The first mine does not decide: its owner scores {estimate} per game more than its seat usually does.",
        low="The first mine is a burden: its owner scores {estimate} per game more than its seat usually does.",
        high="The first mine snowballs: its owner scores {estimate} per game more than its seat usually does.",
        unit="points",
    ),
)

GAUGE = Gauge(OWN, measure, lead, margin=CLEAR_LEAD // 2, questions=QUESTIONS, minutes=(5, 60), seconds_a_move=15)
