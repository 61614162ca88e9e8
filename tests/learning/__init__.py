"""Learned evaluations: networks and their symmetries, trainings and their files, and the tables of the games."""
