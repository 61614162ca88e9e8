"""The server: matches over HTTP, live, in a real database.

Read in this order: `log` (what can happen to a match), `state` (what a match is after all that), `commands` (who may do
what), `store` (where the log lives), `room` and `hall` (matches in memory), `api` (the addresses).
"""
