"""The records of finished matches in which people played, read from their logs."""

from collections.abc import Iterator

from sqlalchemy import select

from quincunx.engine.record import Record
from quincunx.server.match.actions import Creation
from quincunx.server.match.state import State
from quincunx.server.storage.admin import opened
from quincunx.server.storage.database import storage_errors
from quincunx.server.storage.store import WITH_PEOPLE, log_of
from quincunx.server.storage.tables import matches


def played_records(url: str) -> Iterator[tuple[str, Record]]:
    """The id and the record of every such match, the oldest first."""
    with opened(url) as engine, storage_errors(), engine.connect() as connection:
        rows = connection.execute(
            select(matches.c.id, matches.c.founding).where(*WITH_PEOPLE).order_by(matches.c.created_at, matches.c.id)
        ).all()
        for match_id, creation in rows:
            state = State(match_id, Creation.model_validate_json(creation))
            for action in log_of(connection, match_id, 0):
                state.apply(action)
            if state.people:
                yield match_id, state.record()
