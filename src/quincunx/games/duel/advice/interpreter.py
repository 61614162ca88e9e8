"""The embedded interpreter: a small grammar of phrases makes a strategy of a line of text. It needs no network.

    line     part (divided by "and", "or", commas, full stops, "but" …)
    part     [negation] [verb or refusal] [emphasis] feature … [emphasis] [late]

A verb or a negation also bears on the things that follow after "and" or a comma ("avoid corners and edges"), until
another verb begins something else. Nothing is guessed: what was not understood is reported.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.games.duel.advice.phrases import Kind, Phrase, read_phrases
from quincunx.games.duel.advice.strategy import MOST_CHARACTERS, Strategy

MILD, PLAIN, STRONG, EXTREME = 3, 6, 8, 10
"""The weights of a wish, by its emphasis."""

NAMING = (Kind.THING, Kind.MANNER)
BEGINNINGS = (Kind.VERB, Kind.ACTION, Kind.NEGATION, Kind.REFUSAL, Kind.SOFTENER, Kind.INDIFFERENCE)
AFTERTHOUGHTS = (Kind.STRENGTH, Kind.INDIFFERENCE_AFTER)
LATE_FEATURES = ("captures", "endgame_greed")


class Understood(NamedTuple):
    """A part of the line, in the person's own words, and the weight that it gave to a feature."""

    text: str
    feature: str
    weight: int


class Interpretation(NamedTuple):
    strategy: Strategy
    understood: tuple[Understood, ...]
    ignored: tuple[str, ...]
    """The parts that were not understood."""


def interpret(text: str) -> Interpretation:
    """The strategy that a line of text asks for; what it does not speak of keeps its usual weight."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal(ErrorCode.TOO_LARGE, f"at most {MOST_CHARACTERS} characters, please (you wrote {len(text)})")
    wishes, ignored = _read_parts(list(_parts(read_phrases(text))))
    weights: dict[str, Any] = {wish.feature: wish.weight for wish in wishes}
    understood = tuple(Understood(text[wish.begin : wish.end], wish.feature, wish.weight) for wish in wishes)
    return Interpretation(Strategy(**weights, text=text), understood, tuple(_joined(text, ignored)))


@dataclass(frozen=True)
class Tone:
    """What has been said so far about the features to come."""

    turned: bool = False
    refused: bool = False
    softened: bool = False
    indifferent: bool = False
    strength: int = 0
    begin: int = -1
    """Where it began in the line; -1 for nowhere in this part."""

    def then(self, phrase: Phrase) -> "Tone":
        begun = replace(self, begin=phrase.begin if self.begin < 0 else self.begin)
        if phrase.kind is Kind.NEGATION:
            return replace(begun, turned=True, strength=self.strength + (phrase.words == ("never",)))
        if phrase.kind is Kind.SOFTENER:
            return replace(begun, turned=True, softened=True)
        if phrase.kind is Kind.REFUSAL:
            return replace(begun, refused=True)
        if phrase.kind is Kind.INDIFFERENCE:
            return replace(begun, indifferent=True)
        return replace(begun, strength=self.strength + phrase.strength)


@dataclass(frozen=True)
class Wish:
    """A feature, and the tone in which it was named."""

    feature: str
    sign: int
    kind: Kind
    tone: Tone
    begin: int
    end: int

    @property
    def weight(self) -> int:
        tone = self.tone
        if tone.indifferent:  # "never forget the corners" is a wish for them
            return self.sign * PLAIN if tone.turned else 0
        sign = self.sign * (-1 if tone.turned else 1) * (-1 if tone.refused else 1)
        if tone.softened or tone.strength < 0:
            return sign * MILD
        return sign * (PLAIN, STRONG, EXTREME)[min(tone.strength, 2)]

    def after(self, phrase: Phrase) -> "Wish":
        """The wish with what was said after it: "edges at all costs", "edges do not matter"."""
        if phrase.kind is Kind.INDIFFERENCE_AFTER:
            return replace(self, tone=Tone(indifferent=True), end=phrase.end)
        return replace(self.stressed(phrase.strength), end=phrase.end)

    def stressed(self, strength: int) -> "Wish":
        return replace(self, tone=replace(self.tone, strength=self.tone.strength + strength))

    def late(self, words: list[Phrase]) -> "Wish":
        """The wish with the words that put it off to the end: they make greed of captures."""
        if self.feature not in LATE_FEATURES:
            return self
        begin, end = min(self.begin, words[0].begin), max(self.end, words[-1].end)
        return replace(self, feature="endgame_greed", begin=begin, end=end)


@dataclass
class Part:
    """What stands between two dividers; `link` is the divider before it, `stress` that an exclamation mark follows."""

    phrases: list[Phrase] = field(default_factory=list)
    link: Kind = Kind.BREAK
    stress: bool = False


def _parts(phrases: list[Phrase]) -> Iterator[Part]:
    part = Part()
    for phrase in phrases:
        if phrase.kind not in (Kind.AND, Kind.COMMA, Kind.BREAK):
            part.phrases.append(phrase)
            continue
        part.stress = phrase.words == ("!",)
        if part.phrases:
            yield part
            part = Part(link=phrase.kind)
        elif phrase.kind is not Kind.COMMA:  # ", and" is an "and"; ", but" is a "but"
            part.link = phrase.kind
    if part.phrases:
        yield part


def _read_parts(parts: list[Part]) -> tuple[list[Wish], list[Phrase]]:
    """All wishes in their order, and the phrases that were not understood."""
    wishes: list[Wish] = []
    ignored: list[Phrase] = []
    waiting: list[Phrase] = []  # "in the endgame, be greedy": lateness that waits for its captures
    before: Wish | None = None
    for part in parts:
        found = _Reader(part, before).read()
        unknown = [phrase for phrase in part.phrases if _is_unknown(phrase, bool(found))]
        late = waiting + [phrase for phrase in part.phrases if phrase.kind is Kind.LATE]
        waiting = late if not found and not unknown else []
        if late and any(wish.feature in LATE_FEATURES for wish in found):
            found = [wish.late(late) for wish in found]
        elif not waiting:
            unknown += late
        wishes, ignored, before = wishes + found, ignored + unknown, found[-1] if found else None
    return wishes, sorted(ignored + waiting, key=lambda phrase: phrase.begin)


def _is_unknown(phrase: Phrase, in_a_wish: bool) -> bool:
    """Words that are not in the lexicon; and in a part without any wish all of its words."""
    return phrase.kind is Kind.UNKNOWN if in_a_wish else phrase.kind not in (Kind.SILENT, Kind.LATE)


class _Reader:
    """Reads the wishes of one part, phrase by phrase."""

    def __init__(self, part: Part, before: Wish | None) -> None:
        self.part = part
        self.tone = Tone()
        self.wishes: list[Wish] = []
        self.spent = False
        """Whether the tone has been used, so that another verb begins another wish."""
        if before is not None and _reaches(before, part):
            self.tone, self.spent = replace(before.tone, begin=-1), True

    def read(self) -> list[Wish]:
        named = any(phrase.kind in NAMING for phrase in self.part.phrases)
        for number, phrase in enumerate(self.part.phrases):
            if phrase.kind in NAMING or (phrase.kind is Kind.ACTION and not named):
                self._name(phrase)
            elif self.wishes and phrase.kind in AFTERTHOUGHTS and not self._names_next(number):
                self.wishes[-1] = self.wishes[-1].after(phrase)
            elif phrase.kind in BEGINNINGS:
                self._begin(phrase)
            elif phrase.kind is Kind.STRENGTH:
                self.tone = self.tone.then(phrase)
        return [wish.stressed(1) for wish in self.wishes] if self.part.stress else self.wishes

    def _name(self, phrase: Phrase) -> None:
        begin = phrase.begin if self.tone.begin < 0 else self.tone.begin
        self.wishes.append(Wish(*phrase.meaning, phrase.kind, self.tone, begin, phrase.end))
        self.tone, self.spent = replace(self.tone, begin=-1), True

    def _names_next(self, number: int) -> bool:
        """Whether a feature follows before anything else begins: then an emphasis is for that one."""
        later = (phrase.kind for phrase in self.part.phrases[number + 1 :] if phrase.kind in NAMING + BEGINNINGS)
        return next(later, None) in NAMING

    def _begin(self, phrase: Phrase) -> None:
        if self.spent:
            self.tone, self.spent = Tone(), False
        self.tone = self.tone.then(phrase)


def _reaches(before: Wish, part: Part) -> bool:
    """Whether the tone of a wish goes on: over "and" always, over a comma from thing to thing."""
    if part.link is Kind.COMMA:
        first = next((phrase.kind for phrase in part.phrases if phrase.kind in NAMING), None)
        return before.kind is first is Kind.THING
    return part.link is Kind.AND


def _joined(text: str, phrases: list[Phrase]) -> Iterator[str]:
    """Phrases with nothing but silent words between them, as one piece of the person's own text."""
    begin = end = -1
    for phrase in phrases:
        if end < 0:
            begin = phrase.begin
        elif any(between.kind is not Kind.SILENT for between in read_phrases(text[end : phrase.begin])):
            yield text[begin:end]
            begin = phrase.begin
        end = phrase.end
    if end >= 0:
        yield text[begin:end]
