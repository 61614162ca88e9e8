"""A real browser, the people in front of it, and what they see and do there."""
