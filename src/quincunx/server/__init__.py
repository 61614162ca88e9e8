"""The server: matches over HTTP, live, in a real database.

`match` says what a match is (pure functions of its log), `storage` stores the log, `live` has the matches that are
played or watched now and sends what happens in them, `workers` do what takes time, and `http` is the web. The modules
of this folder put these together.
"""
