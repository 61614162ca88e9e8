"""A prompt, in a person's own words, becomes wishes: principles of a game, each with the price that it may cost.

The built-in interpreter reads the words, or a language model does where one is configured. `obedience.py` lets any
player that scores its moves act on wishes. Each game's own principles stand in its folder.
"""
