"""The host as the pages' worker calls it: texts in, JSON out."""

import json

from quincunx.offline.host.requests import Reply, RequestHandler
from quincunx.server.http.schemas.host import HostReply


class WorkerHost:
    def __init__(self, catalogue: str, entries: str) -> None:
        self._handler = RequestHandler(json.loads(catalogue), json.loads(entries))

    def handle(self, method: str, path: str, body: str | None = None, token: str | None = None) -> str:
        return self._as_json(self._handler.handle(method, path, body or None, token or None))

    def think(self, match_id: str) -> str:
        return self._as_json(self._handler.think(match_id))

    def work(self) -> str:
        return self._as_json(self._handler.work())

    def watch(self, match_id: str) -> str:
        """The match, for a new watcher, and whether its AI player has to be asked for a move."""
        return self._as_json(self._handler.watch(match_id))

    def leave(self, match_id: str) -> str:
        return self._as_json(self._handler.leave(match_id))

    def _as_json(self, reply: Reply) -> str:
        payload: HostReply = {
            "status": reply.status,
            "body": reply.body.decode(),
            "entries": reply.entries,
            "messages": [{"match": match_id, "text": message.decode()} for match_id, message in reply.messages],
            "thinkers": reply.thinkers,
            "working": reply.is_working,
        }
        return json.dumps(payload)
