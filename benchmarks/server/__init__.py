"""The server under load, on one machine with whoever loads it."""
