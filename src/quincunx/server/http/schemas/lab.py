"""Answers about the lab: its reports, small runs, and the study of people."""

from typing import Any, Literal

from pydantic import Field

from quincunx.server.http.schemas.matches import Answer


class VerdictView(Answer):
    """The lab's answer to one question, with its 95 % interval; null where it has none."""

    name: str
    asks: str
    light: Literal["green", "amber", "red", "grey"]
    sentence: str
    estimate: float | None
    low: float | None
    high: float | None
    n: int


class ReportSummaryView(Answer):
    """What a report says in words."""

    name: str
    title: str | None
    game: str | None
    players: list[str]
    games: int | None
    verdicts: list[VerdictView]


class LabRunView(Answer):
    name: str
    state: Literal["running", "done", "cancelled", "failed"]
    problem: str
    done: int
    total: int


class LabView(Answer):
    people: bool = Field(description="whether people can be studied here, with the server's admin_token")


class EstimateView(Answer):
    """A number with its 95 % interval; null where it has none."""

    estimate: float | None
    low: float | None
    high: float | None
    n: int


class LevelAnswer(Answer):
    ai: EstimateView
    difference: EstimateView = Field(description="people minus AI")
    clear: bool = Field(description="whether the difference is beyond chance")


class PeopleQuestion(Answer):
    name: str
    asks: str
    unit: str
    people: EstimateView
    levels: dict[str, LevelAnswer]


class LikenessView(Answer):
    level: str
    differing: int
    questions: int
    mean_gap: float


class StudiedRulesView(Answer):
    game: str
    title: str
    variant: dict[str, Any]
    matches: int
    enough: bool
    verdict: str
    levels: list[LikenessView] = Field(description="the one that plays most like people first")
    questions: list[PeopleQuestion]


class PeopleView(Answer):
    """The people who play one game on this server."""

    game: str
    matches: int = Field(description="finished, with a person")
    written_at: float | None = Field(description="when the last study was written")
    rules: list[StudiedRulesView] = Field(description="what it says; empty without one")
