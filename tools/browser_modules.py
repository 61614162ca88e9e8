"""Python's modules as the browser gets them: compiled ahead of time, without those that nothing there imports.

CPython would compile every module again at every start. Its compiler runs here, in Node, since bytecode belongs to one
version of Python. Bytecode is kept by what it was made from, so that only what has changed is compiled again.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import browser_packages
import browser_python
import build_pages
import cache

SOURCES = build_pages.ROOT / "src" / "quincunx"

OURS_LEFT_OUT = (
    "__main__", "arena", "batch", "cli", "client", "engine/kernels/cache", "engine/kernels/native", "gtp", "gymnasium",
    "lab", "mcp", "offline/compiler", "openspiel", "pettingzoo", "server/app", "server/http/api", "server/http/picture",
    "server/http/previews", "server/live/room", "server/pages", "server/services", "server/settings", "server/startup",
    "server/storage", "server/workers", "terminal", "testing", "text/", "warmup",
)  # fmt: skip
"""Parts of the package that the browser does not need."""
OUR_DATA = "puzzles/shipped/*"
"""Files beside our modules that it does need."""
PACKAGES_LEFT_OUT = ("pydantic/v1/", "pydantic/mypy.py", "dotenv/cli.py", "dotenv/ipython.py")
LIBRARY_LEFT_OUT = (
    "__hello__", "__phello__", "_markupbase", "_pydatetime", "_pyio", "_pyrepl/", "antigravity", "asyncio/__main__",
    "asyncio/proactor", "asyncio/tools", "asyncio/windows", "bdb", "cProfile", "cmd.", "code.", "colorsys",
    "compileall", "configparser", "csv", "ctypes/macholib/", "ctypes/util", "ctypes/wintypes", "difflib", "doctest",
    "email/_", "email/a", "email/b", "email/c", "email/e", "email/f", "email/g", "email/h", "email/i", "email/m",
    "email/p", "email/q", "email/u", "filecmp", "fileinput", "ftplib", "getopt", "getpass", "html/", "http/",
    "imaplib", "importlib/resources/simple", "importlib/simple", "json/tool", "logging/config", "logging/handlers",
    "mailbox", "modulefinder", "multiprocessing/", "netrc", "nturl2path", "optparse", "pathlib/_local", "pdb",
    "pickletools", "plistlib", "poplib", "pprint", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc",
    "pyodide/_nodesock", "pyodide/console", "pyodide/http/", "quopri", "rlcompleter", "runpy", "sched", "shelve",
    "smtplib", "socketserver", "sqlite3/", "sre_", "statistics", "stringprep", "sysconfig/__main__", "symtable",
    "tabnanny", "tarfile", "this", "timeit", "tomllib/", "trace.", "tracemalloc", "tty", "unittest/", "urllib/error",
    "urllib/request", "urllib/robot", "wave", "webbrowser", "wsgiref/", "xml/", "xmlrpc/", "zipapp",
)  # fmt: skip
"""What nothing in the browser imports, by the beginnings of paths. `tests/offline` imports everything without it."""
CODECS = ("__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode", "unicode_escape", "utf_")
"""Of the many encodings of texts, those that may occur."""

COMPILE = """
import ast, importlib._bootstrap_external as external, json, pathlib

NOT_READ = b"0" * 8

def without_texts(tree):
    "Docstrings are a quarter of a module, and nobody reads them there."
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, kinds) and ast.get_docstring(node, False):
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def without_lines(code):
    "Line numbers are a sixth of what is left. Ours are kept, so that an error says where it happened."
    inner = tuple(without_lines(one) if hasattr(one, "co_code") else one for one in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")

for name, shown in json.loads(pathlib.Path("/modules/list.json").read_text()).items():
    file = pathlib.Path("/modules") / name
    tree = ast.parse(file.read_bytes())
    if "pyodide/" not in shown:  # its own texts are read when it starts
        tree = without_texts(tree)
    code = compile(tree, shown, "exec", dont_inherit=True)
    if not shown.startswith("quincunx/"):
        code = without_lines(code)
    file.write_bytes(external._code_to_hash_pyc(code, NOT_READ, checked=False))
"""


def library() -> bytes:
    """The standard library."""
    with zipfile.ZipFile(browser_python.PYODIDE / "python_stdlib.zip") as archive:
        names = [name for name in archive.namelist() if not name.endswith("/") and _is_needed_of_library(name)]
        files = {name: archive.read(name) for name in names}
    return _archive(_compiled(files))


def _is_needed_of_library(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.startswith(CODECS)
    if name == "email/__init__.py":  # imported where metadata of packages may be read, and not used
        return True
    return name.endswith(".py") and not name.startswith(LIBRARY_LEFT_OUT)


def packages() -> bytes:
    """The packages and Quincunx."""
    files: dict[str, bytes] = {}
    for wheel in sorted(browser_packages.fetch().glob("*.whl")):
        with zipfile.ZipFile(wheel) as contents:
            names = [name for name in contents.namelist() if _is_needed_of_packages(name)]
            files |= {name: contents.read(name) for name in names}
    for file in sorted([*SOURCES.rglob("*.py"), *SOURCES.glob(OUR_DATA)]):
        name = file.relative_to(SOURCES).as_posix()
        if not name.startswith(OURS_LEFT_OUT):
            files[f"quincunx/{name}"] = file.read_bytes()
    return _archive(_compiled(files))


def _is_needed_of_packages(name: str) -> bool:
    return name.endswith((".py", ".so")) and not name.startswith(PACKAGES_LEFT_OUT)


def _compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """These files with bytecode in place of sources."""
    keys = {
        name: cache.key(COMPILE, browser_packages.PLATFORM, name, contents)
        for name, contents in files.items()
        if name.endswith(".py")
    }
    found = {name: cache.find(key) for name, key in keys.items()}
    new = _bytecode({name: files[name] for name, bytecode in found.items() if bytecode is None})
    for name, bytecode in new.items():
        cache.keep(keys[name], bytecode)
    compiled = {f"{name}c": bytecode for name, bytecode in (found | new).items() if bytecode is not None}
    return {name: contents for name, contents in files.items() if name not in keys} | compiled


def _bytecode(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    if not modules:
        return {}
    with TemporaryDirectory() as made:
        folder, numbers = Path(made), {str(number): name for number, name in enumerate(modules)}
        for number, name in numbers.items():
            (folder / number).write_bytes(modules[name])
        (folder / "list.json").write_text(json.dumps(numbers))
        browser_python.run(COMPILE, {"/modules": folder})
        return {name: (folder / number).read_bytes() for number, name in numbers.items()}


def _archive(files: Mapping[str, bytes]) -> bytes:
    """Always the same for the same files. It is not compressed: whatever carries it is."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files, key=lambda name: (name.rpartition(".")[2], name)):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return written.getvalue()
