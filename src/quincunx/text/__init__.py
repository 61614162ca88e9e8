"""Matches in words, for language models and for anyone who reads and writes text.

`descriptions` says rules and positions in words, `answers` finds the move in an answer that was written freely, `turn`
asks a text player for its move, and `environment` has `reset` and `step`, as environments for learning have them.
Nothing here shows what a seat may not know.
"""

from quincunx.text.environment import TextEnvironment as TextEnvironment
