"""Runs: specs, players, chunks on threads, processes, a cluster and a device, all with the same tables."""
