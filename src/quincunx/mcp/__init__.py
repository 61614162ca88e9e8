"""A server of the Model Context Protocol: language models play on a running Quincunx server, or on one of its own.

`tools` has what a model can do, in plain Python; `server` offers it by the protocol (the package's extra `mcp`);
`seats` keeps the tokens of seats away from models; `words` writes matches for them; `embedded` starts a server of our
own where none is named.
"""
