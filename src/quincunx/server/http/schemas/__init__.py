"""The shapes of requests and answers, by subject.

What everyone sees of a match is declared in `server.match.view_types`, what a new match is made from in
`server.match.new_match`, and the live messages in `server.live.messages`: this folder declares the rest.
"""
