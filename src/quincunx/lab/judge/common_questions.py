"""The questions that the lab asks about every game; a game's own are in its `metrics.py`."""

import numpy as np

from quincunx.engine.game import AnyGame
from quincunx.lab.run.spec import LADDER, MAIN, SIMPLE
from quincunx.measure.gauge import Gauge, gauge_of
from quincunx.measure.question import (
    DesignQuestion,
    Games,
    Limits,
    Sample,
    mean_of,
    points_of,
    ratio_of,
    share_of,
    where,
)
from quincunx.measure.session import PACE, PACE_NOTES, seconds_of

MINUTE = 60


def questions_for(game: AnyGame) -> tuple[DesignQuestion, ...]:
    """All questions that make sense for this game."""
    gauge = gauge_of(game)
    session = _session(gauge, game.seats)
    if game.seats == 1:
        return (*gauge.questions, session, VARIED)
    general = (FAIR, FAIR_STRONG, DECISIVE, ENDING, session, SKILFUL, SIMPLEST, CHOICE, DRAMA, SUSPENSE, CYCLES, VARIED)
    return (*gauge.questions, *general, *((LUCK,) if game.chance else ()))


def _drawn(games: Games, limits: Limits) -> Sample:
    return share_of(games, (games["result"] != 1) & (games["result"] != 2))


def _unfinished(games: Games, limits: Limits) -> Sample:
    return share_of(games, games["result"] == 0)


def _points_of_first_player(games: Games, limits: Limits) -> Sample:
    """Of the pairing's first player, in either seat."""
    return share_of(games, points_of(games, 1 + games["swapped"]))


def _positions_were_searched(games: Games) -> bool:
    return bool((games["decision_moves"] > 0).any())


def _good_moves(games: Games, limits: Limits) -> Sample:
    asked = where(games, games["decision_moves"] > 0)
    return mean_of(asked, asked["decision_good"] / asked["decision_moves"])


def _came_from_behind(games: Games, limits: Limits) -> Sample:
    won = where(games, games["behind"] >= 0)
    return share_of(won, won["behind"] > 0)


def _settled(games: Games, limits: Limits) -> Sample:
    won = where(games, games["settled"] >= 0)
    return ratio_of(won, won["settled"], won["plies"])


def _repeated(games: Games, limits: Limits) -> Sample:
    return ratio_of(games, games["repeats"], games["plies"])


def _different(games: Games, limits: Limits) -> Sample:
    return share_of(games, 1 / games["copies"])


def _seats_were_swapped(games: Games) -> bool:
    return bool((games["swapped"] > 0).any())


def _decided_by_seat(games: Games, limits: Limits) -> Sample:
    """The share of the seeds, played twice with seats swapped, where the same seat won both matches."""
    order = np.lexsort((games["swapped"], games["pair"]))
    pairs, results = games["pair"][order], games["result"][order]
    both = np.flatnonzero(pairs[1:] == pairs[:-1])
    same = (results[both] == results[both + 1]) & np.isin(results[both], (1, 2))
    return Sample(same.astype(float), np.ones(len(both)), pairs[both])


def _session(gauge: Gauge, seats: int) -> DesignQuestion:
    """One match of a person, in seat 1, against the AI."""
    least, most = gauge.minutes
    own = {"seconds_a_move": gauge.seconds_a_move}
    zones = {"good_least": least, "good_most": most, "bearable_least": least / 2, "bearable_most": 2 * most}
    pace = "with {seconds_a_move:g} seconds for each move of the person"

    def sample(games: Games, limits: Limits) -> Sample:
        return mean_of(games, seconds_of(games, gauge.steps(games), seats, limits) / MINUTE)

    return DesignQuestion(
        "session",
        f"Does a match take {least:g} to {most:g} minutes?",
        sample,
        own | PACE | zones,
        good=f"A match takes {{estimate}} {pace}: as long as it should.",
        low=f"A match is too short: {{estimate}} {pace}.",
        high=f"A match is too long: {{estimate}} {pace}.",
        unit="minutes",
        notes=PACE_NOTES,
    )


FAIR = DesignQuestion(
    "fair",
    "Is it fair to both sides?",
    lambda games, limits: share_of(games, points_of(games, 1)),
    {"good_least": 0.47, "good_most": 0.53, "bearable_least": 0.45, "bearable_most": 0.55},
    good="Both sides have the same chances: the first side scores {estimate}.",
    low="The second side is better off: the first side scores {estimate}.",
    high="The first side is better off: it scores {estimate}.",
)
FAIR_STRONG = DesignQuestion(
    "fair_strong",
    "Is it fair between stronger players?",
    lambda games, limits: share_of(games, points_of(games, 1)),
    FAIR.limits,
    good="Between the players of the ladder, both sides have the same chances too: the first side scores {estimate}.",
    low="Between the players of the ladder the second side is better off: the first side scores {estimate}.",
    high="Between the players of the ladder the first side is better off: it scores {estimate}.",
    pairings=(LADDER,),
)
DECISIVE = DesignQuestion(
    "decisive",
    "Are matches decided?",
    _drawn,
    {"good_most": 0.2, "bearable_most": 0.35},
    good="Matches are decided: {estimate} end without a winner.",
    high="Too many matches have no winner: {estimate}.",
)
ENDING = DesignQuestion(
    "ending",
    "Do matches end?",
    _unfinished,
    {"good_most": 0.01, "bearable_most": 0.05},
    good="Matches end: {estimate} were stopped at the limit of plies.",
    high="Matches do not end: {estimate} were stopped at the limit of plies.",
)
SKILFUL = DesignQuestion(
    "skilful",
    "Does thinking longer pay?",
    _points_of_first_player,
    {"good_least": 0.55, "bearable_least": 0.52},
    good="Skill counts: a player with twice the budget scores {estimate}.",
    low="Thinking longer hardly pays: a player with twice the budget scores {estimate}.",
    pairings=(LADDER,),
)
SIMPLEST = DesignQuestion(
    "simplest",
    "Does the simplest strategy suffice?",
    _points_of_first_player,
    {"good_most": 0.25, "bearable_most": 0.4},
    good="Taking the largest lead at once is not enough: it scores {estimate} against the first player.",
    high="The simplest strategy goes far: taking the largest lead at once scores {estimate} against the first player.",
    pairings=(SIMPLE,),
)
CHOICE = DesignQuestion(
    "choice",
    "Is there something to decide?",
    _good_moves,
    {"good_least": 0.05, "good_most": 0.6, "bearable_least": 0.02, "bearable_most": 0.8},
    good="There is something to decide: {estimate} of the legal moves are good ones.",
    low="Moves are nearly forced: only {estimate} of the legal ones are good.",
    high="It hardly matters which move is played: {estimate} of the legal moves are as good as the best.",
    answerable=_positions_were_searched,
)
DRAMA = DesignQuestion(
    "drama",
    "Can a side come back?",
    _came_from_behind,
    {"good_least": 0.2, "good_most": 0.9, "bearable_least": 0.1, "bearable_most": 1},
    good="Comebacks happen: {estimate} of the winners had been behind.",
    low="The leader wins: only {estimate} of the winners had been behind.",
    high="The lead says little: {estimate} of the winners had been behind.",
)
SUSPENSE = DesignQuestion(
    "suspense",
    "When is it decided?",
    _settled,
    {"good_least": 0.35, "bearable_least": 0.2},
    good="It stays open: the winner takes the lead for good after {estimate} of the match.",
    low="It is decided early, and the rest is a formality: after {estimate} of the match.",
)
CYCLES = DesignQuestion(
    "cycles",
    "Do positions repeat?",
    _repeated,
    {"good_most": 0.02, "bearable_most": 0.1},
    good="Positions hardly repeat: {estimate} of all turns.",
    high="Matches go in circles: {estimate} of all turns lead to a position that has occurred before.",
)
VARIED = DesignQuestion(
    "varied",
    "Are the matches different from each other?",
    _different,
    {"good_least": 0.9, "bearable_least": 0.5},
    good="The matches are different from each other: {estimate} of them.",
    low="The players repeat themselves: only {estimate} of the matches differ, so that intervals hold for these "
    "players and not for the game. Random opening plies (--opening) help.",
)
LUCK = DesignQuestion(
    "luck",
    "Does the deal decide?",
    _decided_by_seat,
    {"good_most": 0.4, "bearable_most": 0.6},
    good="Players decide more than the deal: {estimate} of the deals were won twice by the same seat when players "
    "swapped seats.",
    high="The deal decides: {estimate} of the deals were won twice by the same seat when players swapped seats.",
    pairings=(MAIN, LADDER),
    answerable=_seats_were_swapped,
)
