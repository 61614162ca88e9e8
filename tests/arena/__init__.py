"""Rated round robins, with contestants that answer, answer wrongly, or never answer."""
