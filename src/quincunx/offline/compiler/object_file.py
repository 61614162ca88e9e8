"""From an object file of WebAssembly to a module that can be placed anywhere in memory.

There is one object file, so that nothing has to be linked: functions are numbered as in the file, and only addresses of
data move. Relocations of the file say where these are.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from quincunx.engine.kernels.wasm_file import (
    ALIGNMENT,
    CODE,
    CUSTOM,
    HEADER,
    LEB,
    SLEB,
    WORD,
    KernelFile,
    custom_section,
    leb,
    read_leb,
    read_name,
    section,
    sections,
    write_name,
)

IMPORT, EXPORT, DATA_SECTION, DATA_COUNT = 2, 7, 11, 12
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
"""The kinds of imports."""
SYMBOL_TABLE = 8
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
MEMORY_KINDS = {3: LEB, 4: SLEB, 5: WORD}
"""Relocations of addresses, by their numbers in the tool conventions, and how the addresses are written."""
WITH_ADDEND = {3, 4, 5, 8, 9}
TABLE_INDEX_KINDS = {1, 2}
ALLOWED_IMPORTS = {"malloc", "free", "emscripten_get_now", "memcpy", "memmove", "memset"}
"""What Python's own runtime in the browser offers. Anything else would be a function of CPython that no kernel may
reach."""
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)


class Relocation(NamedTuple):
    kind: int
    offset: int


def kernel_file(object_file: bytes, manifest: dict[str, Any]) -> KernelFile:
    parts: dict[int, bytes] = {}
    customs: dict[str, bytes] = {}
    for number, contents in sections(object_file):
        if number == CUSTOM:
            name, rest = read_name(contents)
            customs[name] = rest
        else:
            parts[number] = contents
    numbers = list(dict.fromkeys(number for number, _ in sections(object_file)))
    data, starts = _data(parts.pop(DATA_SECTION, b"\0"))
    parts.pop(DATA_COUNT, None)
    places = [*_code_places(customs.get("reloc.CODE", b"")), *_data_places(customs.get("reloc.DATA", b""), starts)]
    parts[IMPORT] = _imports(parts[IMPORT])
    wanted = {"release", *(entry["export"] for entry in manifest["overloads"])}
    parts[EXPORT] = _exports(customs["linking"], wanted)
    assert CODE in numbers
    module = HEADER + custom_section("dylink.0", b"\1" + leb(4) + b"\0\0\0\0")
    module += b"".join(section(number, parts[number]) for number in ORDER if number in parts)
    return KernelFile(module, data, places, manifest)


def _data(contents: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """The data as they lie in memory, and for each segment where its bytes are in the section and in memory."""
    memory = bytearray()
    starts = []
    count, at = read_leb(contents, 0)
    for _ in range(count):
        flags, at = read_leb(contents, at)
        assert flags == 0, "a segment that begins at an address"
        assert contents[at] == 0x41, "i32.const"
        address, at = read_leb(contents, at + 1)
        assert contents[at] == 0x0B
        size, at = read_leb(contents, at + 1)
        memory.extend(bytes(max(0, address + size - len(memory))))
        memory[address : address + size] = contents[at : at + size]
        starts.append((at, address))
        at += size
    return bytes(memory) or bytes(ALIGNMENT), starts


def _relocations(contents: bytes) -> Iterator[Relocation]:
    _, at = read_leb(contents, 0)
    count, at = read_leb(contents, at)
    for _ in range(count):
        kind = contents[at]
        offset, at = read_leb(contents, at + 1)
        _, at = read_leb(contents, at)
        if kind in WITH_ADDEND:
            _, at = read_leb(contents, at)
        assert kind not in TABLE_INDEX_KINDS, "a pointer to a function: kernels have none"
        yield Relocation(kind, offset)


def _code_places(contents: bytes) -> list[tuple[int, int]]:
    if not contents:
        return []
    return [(MEMORY_KINDS[kind], offset) for kind, offset in _relocations(contents) if kind in MEMORY_KINDS]


def _data_places(contents: bytes, starts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Addresses within the data: the file counts from the beginning of the section."""
    if not contents:
        return []
    places = []
    for kind, offset in _relocations(contents):
        start, address = max(pair for pair in starts if pair[0] <= offset)
        places.append((MEMORY_KINDS[kind], address + offset - start))
    return places


def _imports(contents: bytes) -> bytes:
    """The same imports, with the memory by the name that Python's runtime has for it."""
    count, at = read_leb(contents, 0)
    kept = []
    for _ in range(count):
        module, rest = read_name(contents, at)
        name, rest = read_name(rest)
        kind = rest[0]
        size = _import_size(rest)
        assert kind != FUNCTION or name in ALLOWED_IMPORTS, f"a kernel calls {name}, which a browser does not have"
        shown = "memory" if kind == MEMORY else name
        kept.append(write_name(module) + write_name(shown) + rest[:size])
        at = len(contents) - len(rest) + size
    return leb(len(kept)) + b"".join(kept)


def _import_size(rest: bytes) -> int:
    """How many bytes describe an import, its kind included."""
    if rest[0] == FUNCTION:
        return read_leb(rest, 1)[1]
    if rest[0] == GLOBAL:
        return 3
    at = 1 if rest[0] == MEMORY else 2
    flags, at = read_leb(rest, at)
    _, at = read_leb(rest, at)
    return read_leb(rest, at)[1] if flags & 1 else at


def _exports(linking: bytes, wanted: set[str]) -> bytes:
    entries = [
        write_name(name) + bytes([FUNCTION]) + leb(index)
        for name, index in sorted(_functions(linking))
        if name in wanted
    ]
    assert len(entries) == len(wanted)
    return leb(len(entries)) + b"".join(entries)


def _functions(linking: bytes) -> Iterator[tuple[str, int]]:
    """The names and numbers of the functions that the file defines."""
    _, at = read_leb(linking, 0)
    while at < len(linking):
        kind = linking[at]
        size, at = read_leb(linking, at + 1)
        if kind == SYMBOL_TABLE:
            yield from _symbols(linking[at : at + size])
        at += size


def _symbols(table: bytes) -> Iterator[tuple[str, int]]:
    count, at = read_leb(table, 0)
    for _ in range(count):
        kind = table[at]
        flags, at = read_leb(table, at + 1)
        if kind == 1:  # data: a name, and where it is unless it is elsewhere
            size, at = read_leb(table, at)
            at += size
            if not flags & UNDEFINED:
                for _ in range(3):
                    _, at = read_leb(table, at)
            continue
        index, at = read_leb(table, at)
        if kind == 3 or (flags & UNDEFINED and not flags & EXPLICIT_NAME):  # a section, or an import by its own name
            continue
        size, at = read_leb(table, at)
        name = table[at : at + size].decode()
        at += size
        if kind == 0 and not flags & UNDEFINED:
            yield name, index
