"""Background work of a server: AI players, analyses, the lab, and fair shares between clients."""
