"""Searches that know nothing of a game, levels, analysis, accuracy, and the opponent that fits. Prompts belong to
`advice`.
"""
