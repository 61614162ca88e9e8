"""Which source files a kernel is made from, and a digest of them.

The key of a compiled kernel holds a digest of its module, of the modules that give rules for the positions in its
signature, and of all that those import.
"""

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_rule_modules: dict[type, set[str]] = {}
_data_files: dict[str, set[Path]] = {}


def note_rules(position_class: type, module: str) -> None:
    """Remember that `module` holds rules for this class: its text belongs in the key of every kernel that uses them."""
    if position_class not in _rule_modules:
        _rename_if_taken(position_class)
    _rule_modules.setdefault(position_class, set()).add(module)


def note_file(module: str, path: Path) -> None:
    """Remember that the machine code of `module` holds numbers from this file: they belong in the key as well."""
    _data_files.setdefault(module, set()).add(path)


def _rename_if_taken(position_class: type) -> None:
    """Numba's dispatcher and its symbols know a class by `__name__` alone, and would play the positions of one game by
    the rules of another whose class has the same name and fields: the later one gets a longer name."""
    while any(known.__name__ == position_class.__name__ for known in _rule_modules):
        position_class.__name__ = f"{position_class.__module__}.{position_class.__name__}"


def sources_digest(modules: Iterable[str]) -> str:
    """A digest of these modules' files, of all modules of their packages that they import, directly or not, and of the
    files that any of them has noted."""
    digest = hashlib.sha256()
    for module in sorted(_closure(modules)):
        digest.update(module.encode() + b"\0" + _source(module) + b"\0")
        for path in sorted(_data_files.get(module, ())):
            digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()


def modules_of(position_class: type) -> set[str]:
    return {position_class.__module__} | _rule_modules.get(position_class, set())


def _closure(modules: Iterable[str]) -> set[str]:
    reached: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in reached and _file(module) is not None:
            reached.add(module)
            waiting += _imports(module)
    return reached


@cache
def _imports(module: str) -> tuple[str, ...]:
    """The modules of the same top-level package, or of Quincunx, that `module` imports."""
    homes = (module.partition(".")[0], __name__.partition(".")[0])
    package = module if _is_package(module) else module.rpartition(".")[0]
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return tuple(name for name in names if name.partition(".")[0] in homes)


def _is_package(module: str) -> bool:
    path = _file(module)
    return path is not None and path.name == "__init__.py"


@cache
def _file(module: str) -> Path | None:
    try:
        spec = sys.modules[module].__spec__ if module in sys.modules else importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    origin = spec.origin if spec is not None else getattr(sys.modules.get(module), "__file__", None)
    return Path(origin) if origin and origin.endswith(".py") else None


@cache
def _source(module: str) -> bytes:
    path = _file(module)
    return path.read_bytes() if path is not None else b""
