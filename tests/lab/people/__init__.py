"""Matches that people played, simulated: AI players whose moves are recorded as a person's."""
