"""The built-in interpreter: a small grammar of phrases makes wishes of a line of text. It needs no network.

    line     part (divided by "and", "or", commas, full stops, "but" …)
    part     [negation] [verb or refusal] [emphasis] principle … [emphasis] [late]

A verb or a negation also bears on the things that follow after "and" or a comma ("avoid corners and edges"), until
another verb begins something else. Nothing is guessed: what was not understood is reported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.search.advice.lexicon import LITTLE, PLAIN, STRONG
from quincunx.search.advice.phrases import Kind, Meaning, Phrase, read_phrases
from quincunx.search.advice.principles import Guidance, Principle, Wish
from quincunx.search.advice.strategy import MOST_CHARACTERS

NAMING = (Kind.THING, Kind.MANNER)
BEGINNINGS = (Kind.VERB, Kind.ACTION, Kind.NEGATION, Kind.REFUSAL, Kind.SOFTENER, Kind.INDIFFERENCE)
AFTERTHOUGHTS = (Kind.STRENGTH, Kind.INDIFFERENCE_AFTER)


class Understood(NamedTuple):
    """A part of the line, in the person's own words, and the wish that it is; None where it says that a principle does
    not matter."""

    text: str
    principle: Principle
    wish: Wish | None


class Interpretation(NamedTuple):
    wishes: tuple[Wish, ...]
    understood: tuple[Understood, ...]
    ignored: tuple[str, ...]
    """The parts that were not understood."""


def interpret(text: str, guidance: Guidance) -> Interpretation:
    """What a line of text asks for."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal(ErrorCode.TOO_LARGE, f"at most {MOST_CHARACTERS} characters, please (you wrote {len(text)})")
    mentions, ignored = _read_parts(list(_parts(read_phrases(text, guidance))), guidance)
    understood = tuple(
        Understood(text[mention.begin : mention.end], mention.principle, mention.wish(guidance)) for mention in mentions
    )
    return Interpretation(wishes_in(understood), understood, tuple(_joined(text, ignored, guidance)))


def wishes_in(understood: Sequence[Understood]) -> tuple[Wish, ...]:
    """One wish per principle: the last mention counts, and one that says that it does not matter takes it back."""
    last = {part.principle.name: part.wish for part in understood}
    return tuple(wish for wish in last.values() if wish is not None)


@dataclass(frozen=True)
class Tone:
    """What has been said so far about the principles to come."""

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
            stress = STRONG if phrase.words == ("never",) else PLAIN
            return replace(begun, turned=True, strength=combined(self.strength, stress))
        if phrase.kind is Kind.SOFTENER:
            return replace(begun, turned=True, softened=True)
        if phrase.kind is Kind.REFUSAL:
            return replace(begun, refused=True)
        if phrase.kind is Kind.INDIFFERENCE:
            return replace(begun, indifferent=True)
        return replace(begun, strength=combined(self.strength, phrase.strength))


def combined(one: int, other: int) -> int:
    """Of two strengths the greater; but "a little" counts beside nothing stronger than plain."""
    return max(one, other) if max(one, other) > PLAIN else min(one, other)


@dataclass(frozen=True)
class Mention:
    """A principle, and the tone in which it was named."""

    meaning: Meaning
    kind: Kind
    tone: Tone
    begin: int
    end: int

    @property
    def principle(self) -> Principle:
        return self.meaning.principle

    def wish(self, guidance: Guidance) -> Wish | None:
        tone = self.tone
        if tone.indifferent:  # "never forget the corners" is a wish for them
            return Wish(self.principle, self.meaning.sought, guidance.unit.plain) if tone.turned else None
        sought = self.meaning.sought ^ tone.turned ^ tone.refused
        return Wish(self.principle, sought, guidance.unit.price(LITTLE if tone.softened else tone.strength))

    def after(self, phrase: Phrase) -> "Mention":
        """The mention with what was said after it: "edges at all costs", "edges do not matter"."""
        if phrase.kind is Kind.INDIFFERENCE_AFTER:
            return replace(self, tone=Tone(indifferent=True), end=phrase.end)
        return replace(self.stressed(phrase.strength), end=phrase.end)

    def stressed(self, strength: int) -> "Mention":
        return replace(self, tone=replace(self.tone, strength=combined(self.tone.strength, strength)))

    def late(self, words: list[Phrase], late: Principle) -> "Mention":
        """The mention with the words that put it off to the end of the match."""
        begin, end = min(self.begin, words[0].begin), max(self.end, words[-1].end)
        return replace(self, meaning=Meaning(late, self.meaning.sought), begin=begin, end=end)


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


def _read_parts(parts: list[Part], guidance: Guidance) -> tuple[list[Mention], list[Phrase]]:
    """All mentions of principles in their order, and the phrases that were not understood."""
    lateness = _late_principles(guidance)
    mentions: list[Mention] = []
    ignored: list[Phrase] = []
    waiting: list[Phrase] = []  # "in the endgame, be greedy": lateness that waits for its captures
    before: Mention | None = None
    for part in parts:
        if before is not None and _is_afterthought(part):
            for phrase in part.phrases:
                mentions[-1] = mentions[-1].after(phrase) if phrase.kind is Kind.STRENGTH else mentions[-1]
            continue
        understood = _Reader(part, before).read()
        unknown = [phrase for phrase in part.phrases if _is_unknown(phrase, bool(understood))]
        late = waiting + [phrase for phrase in part.phrases if phrase.kind is Kind.LATE]
        waiting = late if not understood and not unknown else []
        if late and any(mention.principle.name in lateness for mention in understood):
            understood = [
                mention.late(late, lateness[mention.principle.name]) if mention.principle.name in lateness else mention
                for mention in understood
            ]
        elif not waiting:
            unknown += late
        mentions, ignored, before = mentions + understood, ignored + unknown, understood[-1] if understood else None
    return mentions, sorted(ignored + waiting, key=lambda phrase: phrase.begin)


def _is_afterthought(part: Part) -> bool:
    """Whether a part only says how much, after a comma: "hold the edges, at all costs"."""
    kinds = {phrase.kind for phrase in part.phrases} - {Kind.SILENT}
    return part.link is Kind.COMMA and kinds == {Kind.STRENGTH}


def _late_principles(guidance: Guidance) -> dict[str, Principle]:
    """What principles become late in a match, by name; one that is late already stays as it is."""
    late = {principle.name: principle.late for principle in guidance.principles if principle.late is not None}
    return late | {principle.name: principle for principle in late.values()}


def _is_unknown(phrase: Phrase, in_a_mention: bool) -> bool:
    """Words that are not in the lexicon; and in a part that mentions no principle all of its words."""
    return phrase.kind is Kind.UNKNOWN if in_a_mention else phrase.kind not in (Kind.SILENT, Kind.LATE)


class _Reader:
    """Reads what one part mentions, phrase by phrase."""

    def __init__(self, part: Part, before: Mention | None) -> None:
        self.part = part
        self.tone = Tone()
        self.mentions: list[Mention] = []
        self.spent = False
        """Whether the tone has been used, so that another verb begins another wish."""
        if before is not None and _reaches(before, part):
            self.tone, self.spent = replace(before.tone, begin=-1), True

    def read(self) -> list[Mention]:
        named = any(phrase.kind in NAMING for phrase in self.part.phrases)
        for number, phrase in enumerate(self.part.phrases):
            if phrase.kind in NAMING or (phrase.kind is Kind.ACTION and not named):
                self._name(phrase)
            elif self.mentions and phrase.kind in AFTERTHOUGHTS and not self._names_next(number):
                self.mentions[-1] = self.mentions[-1].after(phrase)
            elif phrase.kind in BEGINNINGS:
                self._begin(phrase)
            elif phrase.kind is Kind.STRENGTH:
                if self._names_next(number):
                    self.tone = self.tone.then(phrase)
                else:  # "…, always avoid …": it belongs to the verb that begins another wish
                    self._begin(phrase)
        return [mention.stressed(STRONG) for mention in self.mentions] if self.part.stress else self.mentions

    def _name(self, phrase: Phrase) -> None:
        assert phrase.meaning is not None  # every phrase that names something has one
        begin = phrase.begin if self.tone.begin < 0 else self.tone.begin
        self.mentions.append(Mention(phrase.meaning, phrase.kind, self.tone, begin, phrase.end))
        self.tone, self.spent = replace(self.tone, begin=-1), True

    def _names_next(self, number: int) -> bool:
        """Whether a principle follows before anything else begins: then an emphasis is for that one."""
        later = (phrase.kind for phrase in self.part.phrases[number + 1 :] if phrase.kind in NAMING + BEGINNINGS)
        return next(later, None) in NAMING

    def _begin(self, phrase: Phrase) -> None:
        if self.spent:
            self.tone, self.spent = Tone(), False
        self.tone = self.tone.then(phrase)


def _reaches(before: Mention, part: Part) -> bool:
    """Whether the tone of a mention goes on: over "and" always, over a comma from thing to thing."""
    if part.link is Kind.COMMA:
        first = next((phrase.kind for phrase in part.phrases if phrase.kind in NAMING), None)
        return before.kind is first is Kind.THING
    return part.link is Kind.AND


def _joined(text: str, phrases: list[Phrase], guidance: Guidance) -> Iterator[str]:
    """Phrases with nothing but silent words between them, as one piece of the person's own text."""
    begin = end = -1
    for phrase in phrases:
        if end < 0:
            begin = phrase.begin
        elif any(between.kind is not Kind.SILENT for between in read_phrases(text[end : phrase.begin], guidance)):
            yield text[begin:end]
            begin = phrase.begin
        end = phrase.end
    if end >= 0:
        yield text[begin:end]
