"""Flood-It's solver, costs and players; brute force checks the optimum of small boards."""
