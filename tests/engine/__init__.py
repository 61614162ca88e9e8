"""Matches, records, events, notation and all else that games stand on. Kernels have a folder of their own."""
