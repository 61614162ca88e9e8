"""Scripted language models, each with a real client of the Model Context Protocol."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer

from mcp import Client

Answer = TypeVar("Answer")
Target = MCPServer[Any] | StdioServerParameters | str
Json = dict[str, Any]


class Refused(Exception):
    """A tool answered with an error."""


class Model:
    """A model that calls tools."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.words = ""
        """What the last tool said."""

    async def call(self, tool: str, **arguments: Any) -> Json:
        """The data of a tool's answer."""
        result = await self._client.call_tool(tool, arguments)
        self.words = "".join(getattr(part, "text", "") for part in result.content)
        if result.is_error:
            raise Refused(self.words)
        return dict(result.structured_content or {})

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """What a tool says against wrong arguments."""
        try:
            await self.call(tool, **arguments)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"{tool} was not refused: {self.words}")

    async def tools(self) -> dict[str, Any]:
        return {tool.name: tool for tool in (await self._client.list_tools()).tools}

    async def play_on(self, match_id: str, plies: int = 100, **seat: Any) -> Json:
        """Play the first legal move each time it is this model's turn, for this many moves or to the end."""
        match = await self.call("look", match_id=match_id, wait_seconds=60, list_moves=True, **seat)
        while match["result"] is None and plies:
            await self.call("play", match_id=match_id, move=f"I play {match['legal'][0]}.", ply=match["ply"], **seat)
            match = await self.call("look", match_id=match_id, wait_seconds=60, list_moves=True, **seat)
            plies -= 1
        return match


def talk(work: Callable[..., Coroutine[Any, Any, Answer]], *targets: Target) -> Answer:
    """Run a conversation with one model for each target, in a thread: a browser test may have a loop in this one."""
    answers: list[Answer] = []
    problems: list[BaseException] = []

    async def converse() -> Answer:
        clients = [Client(target) for target in targets]
        for client in clients:
            await client.__aenter__()
        try:
            return await work(*map(Model, clients))
        finally:
            for client in reversed(clients):
                await client.__aexit__(None, None, None)

    def run() -> None:
        try:
            answers.append(asyncio.run(converse()))
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]
    return answers[0]
