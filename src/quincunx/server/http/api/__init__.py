"""The addresses under `/api`, one module a subject."""
