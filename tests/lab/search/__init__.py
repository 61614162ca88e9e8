"""Searching for good rule sets: aims, spaces, proposals, the race, and the command."""
