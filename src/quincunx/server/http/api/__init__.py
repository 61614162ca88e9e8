"""The addresses under `/api`, one module per subject."""
