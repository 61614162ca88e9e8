"""What can be measured in a match, and the questions a designer asks about a game.

The lab reads both; games declare theirs. How matches are played and judged is the business of `lab`.
"""
