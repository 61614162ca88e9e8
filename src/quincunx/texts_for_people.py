"""The two files in which a game explains itself to people, its rules and its lessons, and the names of pieces in them.

What a piece is called depends on the colours that somebody has chosen on the pages. So these texts name a piece by a
placeholder, which is the name of its look in braces: `{green}`, and `{Green}` where a sentence begins. The code that
shows the text fills in a name.
"""

import re
from importlib import resources

from quincunx.engine.game import AnyGame

RULES, LESSONS = "rules.md", "lessons.json"
PIECE = re.compile(r"\{([A-Za-z][A-Za-z -]*)\}")
"""What stands for a piece. `web/src/pages/rules/pieceNames.ts` reads it, too."""
OPTION_COMMENT = re.compile(r"^<!-- if .*?-->\n", re.DOTALL | re.MULTILINE)
"""What stands in the rules under an option. `web/src/pages/rules/variants.ts` reads it, too."""
PIECES_DESCRIPTION = (
    "`{green}` stands for the piece whose look has this name, `{Green}` where a sentence begins: "
    "put there what it is called, or the name without the braces"
)
"""What the API says about these texts."""
OPTIONS_DESCRIPTION = (
    "A comment `<!-- if option=value: … -->` says what stands in place of the paragraph above it where a match has that"
)


def text_for_people(game: AnyGame, file: str) -> str | None:
    """A file in the game's folder, as it was written; None where there is none."""
    found = resources.files(type(game).__module__.rpartition(".")[0]) / file
    return found.read_text(encoding="utf-8") if found.is_file() else None


def with_piece_names(text: str) -> str:
    """The same for people whose pieces have the names of their looks."""
    return PIECE.sub(r"\1", text)


def usual_rules(text: str) -> str:
    """The rules without the comments that say what stands in place of a paragraph under an option."""
    return OPTION_COMMENT.sub("", text)


def unknown_pieces(game: AnyGame, text: str) -> list[str]:
    """The names in placeholders that no look of this game has."""
    known = {look.name for look in game.looks.values() if look.name}
    return sorted({name for name in PIECE.findall(usual_rules(text)) if name[0].lower() + name[1:] not in known})
