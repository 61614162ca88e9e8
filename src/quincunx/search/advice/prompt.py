"""What a game's AI players make of a prompt: by a language model where one is configured, and by the built-in
interpreter otherwise, and whenever the model is slow, unreachable or invalid."""

from typing import Any, Literal, NamedTuple

from quincunx import llm
from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.engine.game import AnyGame
from quincunx.search.advice.interpreter import Understood, interpret, wishes_in
from quincunx.search.advice.language_model import ask_model
from quincunx.search.advice.obedience import obeys_text
from quincunx.search.advice.principles import Guidance
from quincunx.search.advice.strategy import Strategy, read_strategy


class Advice(NamedTuple):
    """A strategy, where it came from, and what was understood."""

    strategy: Strategy
    source: Literal["model", "embedded"]
    understood: tuple[Understood, ...] = ()
    ignored: tuple[str, ...] = ()
    """What was not understood."""
    problem: str = ""
    """Why the configured model was not used."""


def guidance_of(game: AnyGame) -> Guidance:
    """The game's principles, or a refusal where it has none."""
    if game.guidance is None:
        raise Refusal(ErrorCode.NOT_ALLOWED, f"the players of {game.slug} take no instructions; leave the prompt out")
    return game.guidance


def advise(game: AnyGame, text: str, settings: llm.LlmSettings | None = None, seconds: float = llm.SECONDS) -> Advice:
    """The strategy for a line of text, in time and valid even if the model is not."""
    guidance = guidance_of(game)
    read = interpret(text, guidance)  # first of all: it is quick, and refuses a line that is too long
    embedded = Advice(Strategy(read.wishes, text), "embedded", read.understood, read.ignored)
    settings = settings or llm.current_settings()
    if not settings.llm_url or not text.strip():
        return embedded
    try:
        understood, ignored = ask_model(text, guidance, settings, seconds)
    except llm.Unusable as problem:
        return embedded._replace(problem=str(problem))
    return Advice(Strategy(wishes_in(understood), text), "model", understood, ignored)


def advice_record(advice: Advice) -> dict[str, Any]:
    """What a match keeps of an advice beside the strategy, to be shown."""
    understood = [{"text": part.text, "principle": part.principle.name} for part in advice.understood]
    return {
        "source": advice.source,
        "understood": understood,
        "ignored": list(advice.ignored),
        "problem": advice.problem,
    }


def advice_view(game: AnyGame, strategy: dict[str, Any], kept: dict[str, Any] | None) -> dict[str, Any]:
    """A strategy as people see it: each wish as it will act, what was not understood, and how every level obeys."""
    guidance = guidance_of(game)
    read, kept = read_strategy(guidance, strategy), kept or {}
    texts = {part["principle"]: part["text"] for part in kept.get("understood", ()) if "principle" in part}
    understood = [
        {
            "principle": wish.principle.name,
            "sought": wish.sought,
            "price": wish.price,
            "text": texts.get(wish.principle.name, ""),
            "sentence": wish.text(guidance.unit),
        }
        for wish in read.wishes
    ]
    return {
        "strategy": strategy,
        "source": kept.get("source", "embedded"),
        "understood": understood,
        "ignored": list(kept.get("ignored", ())),
        "problem": kept.get("problem", ""),
        "levels": {name: obeys_text(level.player, read.wishes) for name, level in game.levels.items()},
    }


def advice_lines(view: dict[str, Any], level: str) -> list[str]:
    """What was understood, for a terminal: one line per wish, how the level acts, and what was not understood."""
    lines = [f"It {wish['sentence']}." for wish in view["understood"]]
    lines += [view["levels"][level]] if lines else ["It plays as it always does."]
    if view["ignored"]:
        lines.append(f"Not understood: {', '.join(view['ignored'])}.")
    return lines + ([f"({view['problem']})"] if view["problem"] else [])
