"""The arena: a rated round robin of anything that plays.

`players` reads what a player is from a text (a level, a GTP program, a language model, a Python function), `contest`
plays one match, `round_robin` plays all of them and goes on where it was interrupted, `page` writes the result.
"""
