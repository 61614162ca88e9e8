"""The games: a folder each. Importing this package registers every one of them, and those of other packages that
declare an entry point in the group `quincunx.games`."""

import importlib
import pkgutil
from importlib.metadata import entry_points

for _folder in pkgutil.iter_modules(__path__):
    if _folder.ispkg:
        importlib.import_module(f"{__name__}.{_folder.name}.game")
for _entry in entry_points(group="quincunx.games"):
    _entry.load()
