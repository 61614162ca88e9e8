"""A strategy in words becomes weights for an AI player: by the built-in interpreter, or by a language model."""
