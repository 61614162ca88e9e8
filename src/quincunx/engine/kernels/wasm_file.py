"""The file of kernels for the browser: a WebAssembly module that can be placed anywhere in a memory that it shares.

`quincunx.offline.compiler` writes it, and `ahead_of_time` reads it. It is a valid module without data of its own; three
custom sections hold its data, the places in code and data where addresses have to be moved, and the manifest: which
export is which kernel, for which arguments.
"""

import json
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

HEADER = b"\0asm\1\0\0\0"
CUSTOM, CODE = 0, 10
DATA, PLACES, MANIFEST = "quincunx.data", "quincunx.places", "quincunx.manifest"
LEB, SLEB, WORD = range(3)
"""How an address is written: as an unsigned or a signed LEB128 of five bytes, in code; as a word, in data."""
ALIGNMENT = 16


class KernelFile(NamedTuple):
    module: bytes
    """What a browser compiles."""
    data: bytes
    places: list[tuple[int, int]]
    """How the address is written, and where: within the contents of the code section, or within the data."""
    manifest: dict[str, Any]


class PlacedFile(NamedTuple):
    module: bytes
    data: bytes


def write(kernels: KernelFile) -> bytes:
    places = b"".join(struct.pack("<BI", kind, offset) for kind, offset in kernels.places)
    manifest = json.dumps(kernels.manifest, separators=(",", ":")).encode()
    customs = ((DATA, kernels.data), (PLACES, places), (MANIFEST, manifest))
    return kernels.module + b"".join(custom_section(name, contents) for name, contents in customs)


def read(file: bytes) -> KernelFile:
    module = HEADER
    customs: dict[str, bytes] = {}
    for number, contents in sections(file):
        name, rest = read_name(contents) if number == CUSTOM else ("", b"")
        if name in (DATA, PLACES, MANIFEST):
            customs[name] = rest
        else:
            module += section(number, contents)
    places = list(struct.iter_unpack("<BI", customs[PLACES]))
    return KernelFile(module, customs[DATA], places, json.loads(customs[MANIFEST]))


def placed_at(kernels: KernelFile, base: int) -> PlacedFile:
    """The module and its data, with all addresses moved by `base`."""
    data = bytearray(kernels.data)
    parts = {number: bytearray(contents) for number, contents in sections(kernels.module) if number != CUSTOM}
    for kind, offset in kernels.places:
        _move(data if kind == WORD else parts[CODE], kind, offset, base)
    moved = (section(number, bytes(parts.get(number, contents))) for number, contents in sections(kernels.module))
    return PlacedFile(HEADER + b"".join(moved), bytes(data))


def _move(target: bytearray, kind: int, offset: int, base: int) -> None:
    if kind == WORD:
        (address,) = struct.unpack_from("<I", target, offset)
        struct.pack_into("<I", target, offset, address + base & 0xFFFFFFFF)
        return
    address = sum((target[offset + k] & 127) << 7 * k for k in range(5)) + base & 0xFFFFFFFF
    if kind == SLEB and address >> 31:
        address |= 7 << 32  # the sign, in the three bits of five times seven that are left
    for k in range(5):
        target[offset + k] = address >> 7 * k & 127 | (128 if k < 4 else 0)


# The parts that a module is made of.


def sections(file: bytes) -> Iterator[tuple[int, bytes]]:
    """The number and the contents of every section."""
    at = len(HEADER)
    while at < len(file):
        number = file[at]
        size, at = read_leb(file, at + 1)
        yield number, file[at : at + size]
        at += size


def section(number: int, contents: bytes) -> bytes:
    return bytes([number]) + leb(len(contents)) + contents


def custom_section(name: str, contents: bytes) -> bytes:
    return section(CUSTOM, write_name(name) + contents)


def read_name(contents: bytes, at: int = 0) -> tuple[str, bytes]:
    """A name, and what follows it."""
    size, at = read_leb(contents, at)
    return contents[at : at + size].decode(), contents[at + size :]


def write_name(name: str) -> bytes:
    return leb(len(name.encode())) + name.encode()


def read_leb(file: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128, and where it ends."""
    value = shift = 0
    while True:
        byte = file[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def leb(value: int) -> bytes:
    written = bytearray()
    while value >= 128:
        written.append(value & 127 | 128)
        value >>= 7
    written.append(value)
    return bytes(written)
