"""A client for language models behind an OpenAI-compatible endpoint, where one is configured.

A caller gives instructions and a text, and gets what the model says (`say`) or the JSON in it (`ask`), or
`Unusable` and the reason: within the deadline, whatever the endpoint does. Without `llm_url` nothing is ever sent.
"""

import asyncio
import json
import queue
import threading
from typing import TYPE_CHECKING, Any

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

if TYPE_CHECKING:
    import httpx

SECONDS = 1.5
"""The deadline: from the first byte sent to the last byte read."""
MOST_BYTES = 65_536
"""A longer answer is not read to its end."""
MOST_SAID_BYTES = 2_000_000
"""The same where a model may say what it likes: some think aloud for long."""
PATH = "/chat/completions"
MOST_AT_ONCE = 4
"""Questions in flight; during these, the built-in interpreter reads all other prompts at once."""


class LlmSettings(BaseSettings):
    """Where the model is: from the environment (`QUINCUNX_LLM_URL=…`); the server's settings include these."""

    model_config = SettingsConfigDict(env_prefix="QUINCUNX_", frozen=True)

    llm_url: str = Field(default="", description="the OpenAI-compatible endpoint of a language model")
    llm_key: str = Field(default="", repr=False, description="its key, sent as a bearer token")
    llm_model: str = Field(default="", description="the model to ask for")


class Unusable(Exception):
    """The model gave no usable answer; the message says why."""


class Late(Unusable):
    """The model did not answer in time."""


_configured: LlmSettings | None = None


def configure(settings: LlmSettings | None) -> None:
    """Use these settings in this process from now on; None: those of the environment, as without this call."""
    global _configured
    _configured = settings


def current_settings() -> LlmSettings:
    return LlmSettings() if _configured is None else _configured


_places = threading.BoundedSemaphore(MOST_AT_ONCE)


def ask(instructions: str, text: str, settings: LlmSettings, seconds: float = SECONDS) -> Any:
    """The JSON in the model's answer to a text, or `Unusable`."""
    if not _places.acquire(blocking=False):
        raise Unusable("the model is busy")
    try:
        body = _in_time(settings, request_body(instructions, text, settings.llm_model), seconds)
    finally:
        _places.release()
    try:
        return json.loads(_unfenced(_content(body)))
    except _MALFORMED:
        raise Unusable("the model's answer is not the JSON that it was asked for") from None


def say(instructions: str, text: str, settings: LlmSettings, seconds: float) -> str:
    """What the model says to a text, or `Unusable`."""
    request = {"model": settings.llm_model, "messages": _messages(instructions, text)}
    body = _in_time(settings, request, seconds, MOST_SAID_BYTES)
    try:
        return "" + _content(body)
    except _MALFORMED:
        raise Unusable("the endpoint's answer is not a chat completion with a text") from None


def request_body(instructions: str, text: str, model: str) -> dict[str, Any]:
    return {
        "model": model,
        "messages": _messages(instructions, text),
        "temperature": 0,
        "response_format": {"type": "json_object"},
    }


_MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


def _messages(instructions: str, text: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": instructions}, {"role": "user", "content": text}]


def _content(body: bytes) -> str:
    """The text of the first choice; raises one of `_MALFORMED` where there is none."""
    content: str = json.loads(body)["choices"][0]["message"]["content"]
    return content


def _unfenced(content: str) -> str:
    """Models like to put JSON between fences."""
    return content.strip().removeprefix("```json").removeprefix("```").removesuffix("```")


def _in_time(settings: LlmSettings, body: dict[str, Any], seconds: float, most_bytes: int = MOST_BYTES) -> bytes:
    """The body of the answer. The request has a thread of its own, since looking up a host name cannot be cancelled."""
    answers: queue.SimpleQueue[bytes | Unusable] = queue.SimpleQueue()
    arguments = (settings, body, seconds, most_bytes, answers)
    threading.Thread(target=_request, args=arguments, name="llm request", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise _late(seconds) from None
    if isinstance(answer, Unusable):
        raise answer
    return answer


def _request(
    settings: LlmSettings,
    body: dict[str, Any],
    seconds: float,
    most_bytes: int,
    answers: "queue.SimpleQueue[bytes | Unusable]",
) -> None:
    import httpx  # here, because importing it takes time, and most processes never ask a model

    try:
        answers.put(asyncio.run(_post(settings, body, seconds, most_bytes)))
    except Unusable as problem:
        answers.put(problem)
    except TimeoutError:
        answers.put(_late(seconds))
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        answers.put(Unusable(f"the model's endpoint cannot be used ({type(error).__name__})"))


async def _post(settings: LlmSettings, body: dict[str, Any], seconds: float, most_bytes: int) -> bytes:
    """The body of the answer. No redirection is followed and no proxy is used: the key goes to this address only."""
    import ssl  # not in the browser

    import httpx

    headers = {"accept-encoding": "identity"}
    if settings.llm_key:
        headers["authorization"] = f"Bearer {settings.llm_key}"
    url = _endpoint(httpx.URL(settings.llm_url))
    client = httpx.AsyncClient(timeout=None, trust_env=False, verify=ssl.create_default_context())
    async with asyncio.timeout(seconds), client, client.stream("POST", url, json=body, headers=headers) as response:
        if response.status_code != 200:
            raise Unusable(f"the model's endpoint answered {response.status_code}")
        answer = bytearray()
        async for part in response.aiter_raw():
            answer += part
            if len(answer) > most_bytes:
                raise Unusable(f"the model's answer is longer than {most_bytes} bytes")
    return bytes(answer)


def _endpoint(url: "httpx.URL") -> "httpx.URL":
    """The address may be given with or without its last part."""
    if url.scheme not in ("http", "https") or not url.host:
        raise Unusable("llm_url must begin with http:// or https:// and name a host")
    path = url.path.rstrip("/")
    return url.copy_with(path=path if path.endswith(PATH) else path + PATH)


def _late(seconds: float) -> Late:
    return Late(f"the model did not answer within {seconds:g} seconds")
