"""Reading a line of text as phrases: the longest that the lexicon knows, each with what kind of phrase it is."""

import re
from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from quincunx.games.duel.advice import lexicon
from quincunx.games.duel.advice.lexicon import Meaning, Words


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


class Phrase(NamedTuple):
    """A piece of the line: where it begins and ends, its words, and its meaning or strength where it has one."""

    kind: Kind
    begin: int
    end: int
    words: Words
    meaning: Meaning = Meaning("", 0)
    strength: int = 0


class Entry(NamedTuple):
    kind: Kind
    meaning: Meaning = Meaning("", 0)
    strength: int = 0


class Token(NamedTuple):
    word: str
    begin: int
    end: int


def read_phrases(text: str) -> list[Phrase]:
    """The line, cut into phrases from left to right; what the lexicon does not know is `UNKNOWN`, word by word."""
    tokens = _tokens(text)
    found: list[Phrase] = []
    at = 0
    while at < len(tokens):
        words, after = _longest(tokens, at)
        entry = _ENTRIES.get(words, _mark(tokens[at].word))
        found.append(Phrase(entry.kind, tokens[at].begin, tokens[after - 1].end, words, entry.meaning, entry.strength))
        at = after
    return found


def _tokens(text: str) -> list[Token]:
    """Words (with their apostrophes) and single marks, in small letters."""
    plain = text.replace("’", "'")
    return [Token(found[0].lower(), *found.span()) for found in re.finditer(r"\w+(?:'\w+)*|[^\w\s]", plain)]


def _longest(tokens: list[Token], at: int) -> tuple[Words, int]:
    """The longest phrase that begins here, and the token after it; a single unknown word otherwise."""
    for words in _BY_FIRST_WORD.get(tokens[at].word, ()):
        after = _match(words, tokens, at)
        if after:
            return words, after
    return (tokens[at].word,), at + 1


def _match(words: Words, tokens: list[Token], at: int) -> int:
    """The token after this phrase, or 0. Silent words may stand within it: "give *any* captures back"."""
    for number, word in enumerate(words):
        while number and at < len(tokens) and tokens[at].word != word and _may_be_skipped(words, tokens[at].word):
            at += 1
        if at >= len(tokens) or tokens[at].word != word:
            return 0
        at += 1
    return at


def _may_be_skipped(words: Words, word: str) -> bool:
    kind = _ENTRIES[(word,)].kind if (word,) in _ENTRIES else Kind.UNKNOWN
    return kind is Kind.SILENT or (kind is Kind.VERB and _ENTRIES[words].kind is Kind.SOFTENER)


def _mark(word: str) -> Entry:
    """A word that the lexicon does not know, or a mark that says nothing (a quote, a hyphen)."""
    return Entry(Kind.UNKNOWN if word[0].isalnum() or ord(word[0]) > 0x2FFF else Kind.SILENT)


def _entries() -> dict[Words, Entry]:
    """Every phrase of the lexicon; where two tables have the same one, the later table counts."""
    plain: dict[Kind, list[Words]] = {
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
    meant: dict[Kind, Mapping[Words, Meaning]] = {
        Kind.THING: lexicon.THINGS,
        Kind.MANNER: lexicon.MANNERS,
        Kind.ACTION: lexicon.ACTIONS,
    }
    found = {words: Entry(kind) for kind, phrases in plain.items() for words in phrases}
    found |= {words: Entry(Kind.STRENGTH, strength=strength) for words, strength in lexicon.STRENGTHS.items()}
    found |= {words: Entry(kind, meaning) for kind, phrases in meant.items() for words, meaning in phrases.items()}
    return found


_ENTRIES = _entries()
_BY_FIRST_WORD: dict[str, list[Words]] = {}
for _words in sorted(_ENTRIES, key=len, reverse=True):
    _BY_FIRST_WORD.setdefault(_words[0], []).append(_words)
