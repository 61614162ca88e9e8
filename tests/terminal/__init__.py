"""Boards as the terminal shows them."""
