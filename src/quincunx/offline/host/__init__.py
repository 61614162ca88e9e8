"""The host of matches in the browser: it answers what the server's API answers, for one person.

Everything that decides is the server's own (`quincunx.server.match`): commands, state, views. `matches` keeps matches
in memory as logs, `routes` has one function per request, and `requests` finds it and reads the body. Nothing here
waits or writes: a reply says what has to be written to the browser's database before anyone sees it.
"""
