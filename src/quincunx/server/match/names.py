"""Names that people give themselves: others must be able to see them, and they must not disturb the text around."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but scripts and emoji need them between other characters."""
BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing."""

DISTURBING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode's categories of characters that control, format or break the text, or that mean nothing."""


def must_be_visible(name: str) -> str:
    """The name, if it has something to see and no control or formatting characters (such as those that turn the
    direction of the text after it)."""
    if any(unicodedata.category(one) in DISTURBING for one in name if one not in JOINERS):
        raise ValueError("a name has no control or formatting characters")
    if not any(_is_visible(one) for one in name):
        raise ValueError("a name needs a character that can be seen")
    return name


def _is_visible(one: str) -> bool:
    return one not in BLANK_LETTERS + JOINERS and unicodedata.category(one)[0] in "LNPS"
