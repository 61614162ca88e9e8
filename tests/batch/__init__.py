"""Batches of matches: each lane plays the same match as the rules do one by one, on the CPU and on Numba's simulator
of a graphics processor.
"""
