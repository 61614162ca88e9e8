"""Statements of the specifications about what people see and do, shown in a real browser."""
