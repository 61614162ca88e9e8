"""A client that costs as little as possible, so that the server is what is measured: HTTP/1.1 on one connection."""

import asyncio
import json
from typing import Any, NamedTuple


class Answer(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader = reader
        self._writer = writer
        self._host = host

    @classmethod
    async def open(cls, host: str, port: int, own_address: str | None = None) -> "Connection":
        local = (own_address, 0) if own_address else None
        reader, writer = await asyncio.open_connection(host, port, local_addr=local)
        return cls(reader, writer, f"{host}:{port}")

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path, b"", None)

    async def post(self, path: str, fields: Any = None, token: str | None = None) -> Answer:
        return await self._ask("POST", path, b"" if fields is None else json.dumps(fields).encode(), token)

    async def _ask(self, method: str, path: str, body: bytes, token: str | None) -> Answer:
        self.send(method, path, body, token)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        status = int(answer[9:12])
        length = int(next(line[15:] for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length:")))
        return Answer(status, await self._reader.readexactly(length))

    def send(self, method: str, path: str, body: bytes = b"", token: str | None = None) -> None:
        """A request without waiting for its answer."""
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-length: {len(body)}\r\n"
        head += "content-type: application/json\r\n" if body else ""
        head += f"authorization: Bearer {token}\r\n" if token else ""
        self._writer.write(head.encode() + b"\r\n" + body)

    def close(self) -> None:
        self._writer.close()
