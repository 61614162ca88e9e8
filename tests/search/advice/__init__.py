"""Prompts and what is made of them: principles, strategies, language models, and whether players obey."""
