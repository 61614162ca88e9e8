"""Playing in a terminal: a menu, a match at one keyboard or on a server, replays, and boards in colours and symbols.

The other commands, and their output, are in `quincunx.cli`.
"""

from quincunx.terminal.replay import show_replay
from quincunx.terminal.session import play_in_terminal

__all__ = ["play_in_terminal", "show_replay"]
