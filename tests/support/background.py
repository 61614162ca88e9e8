"""Importing this module lets background work take its turn like any other.

The tests themselves keep all cores busy. What steps back for them would hardly ever run, and they wait for it.
"""

from quincunx import priority

priority.NICENESS = 0
