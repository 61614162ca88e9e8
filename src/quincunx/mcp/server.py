"""The tools by the Model Context Protocol. This is the one module that imports `mcp`, the package's extra."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

import quincunx
from quincunx.engine.errors import ErrorCode, Refusal, quoted
from quincunx.mcp.tools import ToolAnswer, Tools

INSTRUCTIONS = (
    "Five grid games on a Quincunx server. list_games and read_rules say what can be played and how; start_match or "
    "join_match gives you a seat and a match id; look, play, hint, resign and history take that id. Give people the "
    "link to watch the match. A refused call changes nothing and says why. run_lab and read_lab measure whether a rule "
    "set is a good game."
)


class GameServer(MCPServer[Any]):
    """Says in one line what is wrong with the arguments of a call; unknown ones are refused, not ignored."""

    known_arguments: Mapping[str, tuple[str, ...]]
    """Of each tool."""

    async def call_tool(self, name: str, arguments: dict[str, Any], *context: Any) -> Any:
        known = self.known_arguments.get(name, tuple(arguments))
        unknown = next((argument for argument in arguments if argument not in known), None)
        if unknown is not None:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise ToolError(f"{ErrorCode.BAD_REQUEST.value}: {name} has no argument {quoted(unknown)}; {has}")
        try:
            return await super().call_tool(name, arguments, *context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_wrong_argument(name, error.__cause__)) from None
            raise


def make_server(tools: Tools) -> GameServer:
    server = GameServer(
        "quincunx", title="Quincunx", instructions=INSTRUCTIONS, version=quincunx.__version__, log_level="WARNING"
    )
    methods = (
        tools.list_games, tools.read_rules, tools.start_match, tools.join_match, tools.look, tools.play, tools.hint,
        tools.resign, tools.history, tools.run_lab, tools.read_lab,
    )  # fmt: skip
    for method in methods:
        server.add_tool(_as_tool(method), structured_output=False)
    server.known_arguments = {method.__name__: tuple(signature(method).parameters) for method in methods}
    return server


def _as_tool(method: Callable[..., ToolAnswer]) -> Callable[..., CallToolResult]:
    """A refusal becomes an error that the model reads; an answer has words and data."""

    @wraps(method)
    def tool(**arguments: Any) -> CallToolResult:
        try:
            answer = method(**arguments)
        except Refusal as refusal:
            raise ToolError(f"{refusal.errorCode.value}: {refusal.message}") from None
        return CallToolResult(content=[TextContent(type="text", text=answer.text)], structured_content=answer.data)

    return tool


def _wrong_argument(tool: str, error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{ErrorCode.BAD_REQUEST.value}: the argument {place} of {tool} is wrong: {problem['msg'].lower()}"
