"""Matches that are being played or watched now: a room for each, their watchers, and the messages they are sent."""
