"""Counts of move trees as text: a change of the rules changes them. `update` writes them again."""
