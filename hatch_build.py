"""The wheel holds the built pages; where the machine has no Node, the build asks for one from PyPI."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import build_pages  # beside this file, wherever the build runs


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        return [build_pages.NODE_PACKAGE] if self._builds() and not build_pages.has_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and self._builds():
            build_pages.main([])

    def _builds(self) -> bool:
        return self.target_name == "wheel" and not build_pages.is_built(build_pages.digest(build_pages.sources()))
