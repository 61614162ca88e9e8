"""Carries out `quincunx lab people`: matches that people played, beside the levels."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from quincunx.catalogue import game as find_game
from quincunx.cli.lab_output import run_progress, show_result
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.record import Record
from quincunx.lab.people.records import matches_of, records_in
from quincunx.lab.people.study import study
from quincunx.lab.report.people_page import write_study
from quincunx.lab.run.folder import RunFolder
from quincunx.lab.run.players import find_player
from quincunx.lab.run.workers import crew_at

FOLDER = Path("lab") / "people"


def study_people(
    slug: str | None,
    database: str | None,
    records: Path | None,
    levels: Sequence[str] | None,
    games: int,
    seed: int,
    out: Path | None,
    cluster: str | None,
    lines: bool,
    as_json: bool,
) -> None:
    if slug is not None:
        game = find_game(slug)
        for level in levels or ():
            find_player(game, level)
    elif levels:
        raise Refusal(ErrorCode.BAD_REQUEST, "name the game whose levels these are, before --players")
    root = RunFolder.around(out or FOLDER)
    matches = matches_of(_records(database, records))
    with crew_at(cluster) as crew, run_progress("The levels, for comparison", lines) as report:
        answer = study(matches, root.path, crew, slug, levels, games, seed, report)
    write_study(root, answer)
    show_result(answer, root, as_json, answer.verdicts)


def _records(database: str | None, records: Path | None) -> Iterator[tuple[str, Record]]:
    if records is not None:
        if database is not None:
            raise Refusal(ErrorCode.BAD_REQUEST, "give --database or --records, not both")
        return records_in(records)
    from quincunx.cli.serve import server_settings
    from quincunx.server.storage.finished_matches import played_records

    return played_records(server_settings(database_url=database).database_url)
