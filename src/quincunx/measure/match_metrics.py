"""All metrics of one match: what a page shows beside it."""

from typing import Any

from quincunx.engine.match import Match
from quincunx.measure.gauge import gauge_of
from quincunx.measure.story import Story, StoryTurn


def story_of(match: Match) -> Story:
    """A match, as metrics read it."""
    game, gauge = match.game, gauge_of(match.game)
    positions = [match.first, *(turn.position for turn in match.history)]
    turns = [
        StoryTurn(positions[ply], turn.move, turn.position, match.events(ply)) for ply, turn in enumerate(match.history)
    ]
    return Story(match.first, turns, lambda position: game.details(position)["cells"], gauge.lead, gauge.margin)


def match_metrics(match: Match) -> dict[str, dict[str, Any]]:
    """Every metric of a match so far: by name, its value with note, unit and range."""
    story = story_of(match)
    return {metric.name: {"value": metric.value(story)} | metric.describe() for metric in gauge_of(match.game).metrics}
