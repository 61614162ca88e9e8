"""What the games are like: who has the better seat, how long matches take, what best play comes to, whether the lab
finds better rules. How well a player plays belongs to `players`.
"""
