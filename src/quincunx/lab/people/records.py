"""Matches that people played, as records, and which of them a study can use."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.match import Match, replay
from quincunx.engine.record import Record, read_record

PERSON = "person"
PLAYED_OUT = ("rules", "resignation", "agreement", "clock")
"""How a match ends that was played seriously to its end; one that somebody left says nothing."""
SUFFIXES = (".json", ".jsonl", ".txt")


class PlayedMatch(NamedTuple):
    name: str
    """The match's id, or the file and line of its record."""
    match: Match
    record: Record

    @property
    def holders(self) -> tuple[str, ...]:
        """Who sat where: `person`, or the name of a level."""
        seats = self.record.seats or self.match.seats
        return tuple(seat.level or PERSON for seat in seats)

    @property
    def people(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders, start=1) if holder == PERSON]


@dataclass
class PlayedMatches:
    """The matches that can be used, and why others cannot."""

    used: list[PlayedMatch] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, record: Record) -> None:
        reason, match = _usable(record)
        if match is None:
            self.left_out[reason] = self.left_out.get(reason, 0) + 1
        else:
            self.used.append(PlayedMatch(name, match, record))


def _usable(record: Record) -> tuple[str, Match | None]:
    """The match of a record, or why it is left out."""
    if record.seats and all(seat.kind == "level" for seat in record.seats):
        return "no person played", None
    if record.assisted:
        return "played with help", None
    if record.setup is not None:
        return "did not begin with a fresh board", None
    try:
        match = replay(record)
    except Refusal:
        return "cannot be replayed by these rules", None
    if match.end is None:
        return "not over", None
    return ("left by a player", None) if match.ended_by not in PLAYED_OUT else ("", match)


def matches_of(records: Iterable[tuple[str, Record]]) -> PlayedMatches:
    matches = PlayedMatches()
    for name, record in records:
        matches.add(name, record)
    return matches


def records_in(folder: Path) -> Iterator[tuple[str, Record]]:
    """The records in a folder: files with one record as JSON, or with one record per line."""
    for file in _files(folder):
        text = _text(file).strip()
        whole = file.suffix == ".json" and text.startswith("{")
        for number, line in enumerate([text] if whole else text.splitlines(), start=1):
            if line.strip():
                yield f"{file.name}:{number}", _record(file, number, line)


def _files(folder: Path) -> Sequence[Path]:
    if not folder.is_dir():
        raise Refusal(ErrorCode.NOT_FOUND, f"{folder} is not a folder; name one with records")
    files = sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES and file.is_file())
    if not files:
        kinds = ", ".join(SUFFIXES)
        raise Refusal(ErrorCode.NOT_FOUND, f"{folder} holds no records (files that end with {kinds})")
    return files


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise Refusal(ErrorCode.BAD_RECORD, f"cannot read {file}: {reason}") from None


def _record(file: Path, number: int, line: str) -> Record:
    try:
        return read_record(line)
    except Refusal as refusal:
        raise Refusal(ErrorCode.BAD_RECORD, f"{file}, record {number}: {refusal.message}") from None
