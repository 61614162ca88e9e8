"""Quincunx in a terminal: boards in colours and symbols, a menu, two people at one keyboard."""

from quincunx.terminal.catalogue import show_catalogue
from quincunx.terminal.replay import show_replay
from quincunx.terminal.session import play_in_terminal

__all__ = ["play_in_terminal", "show_catalogue", "show_replay"]
