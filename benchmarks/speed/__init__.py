"""How fast it is: rules, searches, batches, the solver, the lab, and what a level's choices take.

Nothing here asks how good a choice was. The pages, the browser and the server have folders of their own.
"""
