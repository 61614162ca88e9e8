"""Reading a line of text as phrases: the longest that the lexicon knows, each with what kind of phrase it is."""

import re
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from quincunx.search.advice import lexicon
from quincunx.search.advice.lexicon import Words, split
from quincunx.search.advice.principles import Guidance, Phrases, Principle


class Kind(Enum):
    THING = auto()
    MANNER = auto()
    ACTION = auto()
    VERB = auto()
    REFUSAL = auto()
    NEGATION = auto()
    SOFTENER = auto()
    INDIFFERENCE = auto()
    INDIFFERENCE_AFTER = auto()
    STRENGTH = auto()
    LATE = auto()
    AND = auto()
    COMMA = auto()
    BREAK = auto()
    SILENT = auto()
    UNKNOWN = auto()


class Meaning(NamedTuple):
    """The principle that a phrase is about, and whether it speaks for it or against it."""

    principle: Principle
    sought: bool


class Phrase(NamedTuple):
    """A piece of the line: where it begins and ends, its words, and its meaning or strength where it has one."""

    kind: Kind
    begin: int
    end: int
    words: Words
    meaning: Meaning | None = None
    strength: int = 0


class Entry(NamedTuple):
    kind: Kind
    meaning: Meaning | None = None
    strength: int = 0


class Lexicon(NamedTuple):
    """Every phrase that is understood in a game, and the phrases by their first word, longest first."""

    entries: dict[Words, Entry]
    by_first_word: dict[str, list[Words]]


class WordAt(NamedTuple):
    """A word or a mark of a line, and where it stands."""

    word: str
    begin: int
    end: int


def read_phrases(text: str, guidance: Guidance) -> list[Phrase]:
    """The line, cut into phrases from left to right; what the lexicon does not know is `UNKNOWN`, word by word."""
    known, tokens = lexicon_of(guidance), _tokens(text)
    phrases: list[Phrase] = []
    at = 0
    while at < len(tokens):
        words, after = _longest(known, tokens, at)
        entry = known.entries.get(words, _mark(tokens[at].word))
        phrases.append(
            Phrase(entry.kind, tokens[at].begin, tokens[after - 1].end, words, entry.meaning, entry.strength)
        )
        at = after
    return phrases


def _tokens(text: str) -> list[WordAt]:
    """Words (with their apostrophes) and single marks, in small letters."""
    plain = text.replace("’", "'")
    return [WordAt(match[0].lower(), *match.span()) for match in re.finditer(r"\w+(?:'\w+)*|[^\w\s]", plain)]


def _longest(known: Lexicon, tokens: list[WordAt], at: int) -> tuple[Words, int]:
    """The longest phrase that begins here, and the token after it; a single unknown word otherwise."""
    for words in known.by_first_word.get(tokens[at].word, ()):
        after = _match(known, words, tokens, at)
        if after:
            return words, after
    return (tokens[at].word,), at + 1


def _match(known: Lexicon, words: Words, tokens: list[WordAt], at: int) -> int:
    """The token after this phrase, or 0. Silent words may stand within it: "give *any* captures back"."""
    for number, word in enumerate(words):
        while (
            number and at < len(tokens) and tokens[at].word != word and _may_be_skipped(known, words, tokens[at].word)
        ):
            at += 1
        if at >= len(tokens) or tokens[at].word != word:
            return 0
        at += 1
    return at


def _may_be_skipped(known: Lexicon, words: Words, word: str) -> bool:
    kind = known.entries[(word,)].kind if (word,) in known.entries else Kind.UNKNOWN
    return kind is Kind.SILENT or (kind is Kind.VERB and known.entries[words].kind is Kind.SOFTENER)


def _mark(word: str) -> Entry:
    """A word that the lexicon does not know, or a mark that says nothing (a quote, a hyphen)."""
    return Entry(Kind.UNKNOWN if word[0].isalnum() or ord(word[0]) > 0x2FFF else Kind.SILENT)


PLAIN_WORDS: dict[Kind, list[Words]] = {
    Kind.SILENT: lexicon.SILENT,
    Kind.VERB: lexicon.VERBS,
    Kind.REFUSAL: lexicon.REFUSALS,
    Kind.NEGATION: lexicon.NEGATIONS,
    Kind.SOFTENER: lexicon.SOFTENERS,
    Kind.INDIFFERENCE: lexicon.INDIFFERENCE,
    Kind.INDIFFERENCE_AFTER: lexicon.INDIFFERENCE_AFTER,
    Kind.LATE: lexicon.LATE,
    Kind.AND: lexicon.AND,
    Kind.COMMA: [(",",)],
    Kind.BREAK: lexicon.BREAKS,
}


@cache
def lexicon_of(guidance: Guidance) -> Lexicon:
    """What is understood in a game. Where two tables have the same phrase, the game's own counts."""
    entries = {words: Entry(kind) for kind, phrases in PLAIN_WORDS.items() for words in phrases}
    entries |= {words: Entry(Kind.STRENGTH, strength=strength) for words, strength in lexicon.STRENGTHS.items()}
    for principle in guidance.principles:
        entries |= _named(principle.phrases, Meaning(principle, True))
        entries |= _named(principle.against, Meaning(principle, False))
    by_first_word: dict[str, list[Words]] = {}
    for words in sorted(entries, key=len, reverse=True):
        by_first_word.setdefault(words[0], []).append(words)
    return Lexicon(entries, by_first_word)


def _named(phrases: Phrases, meaning: Meaning) -> dict[Words, Entry]:
    kinds = {Kind.THING: phrases.things, Kind.MANNER: phrases.manners, Kind.ACTION: phrases.actions}
    return {words: Entry(kind, meaning) for kind, line in kinds.items() for words in split(line)}
