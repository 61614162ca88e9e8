"""A sixth game: docs/add-a-game.md, followed step by step, and copies of its game that break a law each."""
