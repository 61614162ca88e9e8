"""The games: a folder each. Importing this package registers every one of them, and those of other packages that
declare an entry point in the group `quincunx.games`."""

import importlib
import pkgutil
from importlib.metadata import entry_points
from importlib.util import find_spec

for _folder in pkgutil.iter_modules(__path__, f"{__name__}."):
    if _folder.ispkg and find_spec(f"{_folder.name}.game"):
        importlib.import_module(f"{_folder.name}.game")
for _entry in entry_points(group="quincunx.games"):
    _entry.load()
