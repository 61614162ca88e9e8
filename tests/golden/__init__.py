"""Whole games as text: a change of the rules changes them. `update` writes them again."""
