"""A game's tutorial: a few positions to play through, each showing one rule (`lessons.json` in the game's folder).

A page plays them through `POST /api/replay`, which stores nothing.
"""

from functools import lru_cache
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

from quincunx.engine.game import AnyGame
from quincunx.engine.match import Match
from quincunx.server.http.schemas.catalogue import LessonView
from quincunx.texts_for_people import LESSONS, text_for_people


class Lesson(BaseModel):
    """One lesson, as its author writes it. Its texts name pieces by placeholders (`texts_for_people`)."""

    model_config = ConfigDict(extra="forbid")
    title: str
    text: str = Field(description="what there is to see, and to do")
    variant: str | dict[str, Any] | None = None
    seed: int = 0
    position: dict[str, Any] | None = Field(
        default=None, description="fields of `describe`; if left out, the first position"
    )
    goals: list[str] = Field(description="the moves that show it; if there are none, any move")
    done: str = Field(description="what is said when one of them was played")
    otherwise: str = Field(default="", description="what is said when another move was played")


@lru_cache
def lessons_of(game: AnyGame) -> tuple[Lesson, ...]:
    written = text_for_people(game, LESSONS)
    return () if written is None else tuple(map(Lesson.model_validate, orjson.loads(written)))


def match_of(game: AnyGame, lesson: Lesson) -> Match:
    return Match(game, lesson.variant, lesson.seed, setup=lesson.position)


@lru_cache
def lesson_views(game: AnyGame) -> list[dict[str, Any]]:
    return [_view(game, lesson) for lesson in lessons_of(game)]


def _view(game: AnyGame, lesson: Lesson) -> dict[str, Any]:
    fields = lesson.model_dump(include={"title", "text", "goals", "done", "otherwise"})
    record = match_of(game, lesson).record().as_text()
    return LessonView.model_validate(fields | {"record": record}).model_dump()
