"""What tests, benchmarks and tools share: servers to talk to, clients, a browser and the people in front of it.

Nothing here asserts anything about the product, and nothing here imports a test, a benchmark or a tool.
"""
