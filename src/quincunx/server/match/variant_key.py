"""What a variant is called in the database."""

import json

from quincunx.engine.game import AnyGame
from quincunx.engine.variants import Variant

MOST_CHARACTERS = 512


def variant_key(game: AnyGame, variant: Variant) -> str:
    """The key under which scores of one variant are kept: the preset's name, or the options as one would choose them.

    A later option that is not in use is left out, so that a new version of the rules keeps the keys of the old one.
    """
    options = game.unresolved(variant).model_dump(mode="json", exclude=variant.unused_later_options())
    return game.preset_name(variant) or json.dumps(options, sort_keys=True, separators=(",", ":"))[:MOST_CHARACTERS]
