"""The server: matches over HTTP, live, in a real database.

`match` holds what a match is (pure functions over its log), `storage` keeps the log, `live` holds running matches in
memory and tells watchers, `workers` run what takes time, `http` is the web. This folder itself puts them together.
"""
