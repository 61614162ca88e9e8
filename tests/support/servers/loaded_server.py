"""Importing this module imports the server and loads every compiled rule, for processes that are forked from it."""

import gc

import quincunx.server.startup  # noqa: F401
from quincunx.catalogue import all_games
from quincunx.warmup import is_compiling, warm_game
from tests.support import background  # noqa: F401

if is_compiling():
    for game in all_games():
        warm_game(game.slug)
gc.freeze()  # the copies share this memory as long as the garbage collector leaves it alone
