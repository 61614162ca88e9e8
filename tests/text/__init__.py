"""Matches in words, for players that read and write."""
