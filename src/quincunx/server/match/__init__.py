"""What a match on the server is: the actions of its log, the state they add up to, and who may do what.

Everything here is a pure function of the log; it knows neither the database nor the web.
"""
