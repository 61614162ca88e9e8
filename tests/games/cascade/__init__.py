"""Color Cascade Grid's players, endgames and evaluations; exhaustive searches of small boards check them."""
