"""Servers to talk to, their databases, what stands before them, and the clients that talk to them."""
