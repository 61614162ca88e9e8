"""Stack Swap Mosaic's players, sampled futures and evaluations."""
