"""The server under load, on one machine with the program that loads it."""
