"""Answers about the lab: its reports, and small runs."""

from typing import Literal

from quincunx.server.http.schemas.answers import Answer


class ReportView(Answer):
    name: str
    title: str
    game: str | None
    players: list[str]
    games: int | None
    lights: dict[str, int]
    written_at: float


class LabRunView(Answer):
    name: str
    state: Literal["running", "done", "cancelled", "failed"]
    problem: str
    done: int
    total: int
