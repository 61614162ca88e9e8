"""Stack Swap Mosaic: swap two tokens, clear lines, score first."""
