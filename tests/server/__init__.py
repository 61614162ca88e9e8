"""The server, from outside wherever that is possible: matches, HTTP and live messages, background work, and running
it.
"""
