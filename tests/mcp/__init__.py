"""The server of tools for language models, asked by a real client."""
