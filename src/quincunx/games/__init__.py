"""The games: one folder for each. Importing this package registers every one of them, and those of other packages that
declare an entry point in the group `quincunx.games`."""

import importlib

from quincunx import discovery

for _folder in discovery.folders():
    importlib.import_module(f"{__name__}.{_folder}.game")
for _plugin in discovery.plugins():
    _plugin.load()
