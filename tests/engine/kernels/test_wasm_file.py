"""The file of kernels for the browser: what is written is read again, and addresses move."""

import struct

import pytest

from quincunx.engine.kernels import wasm_file
from quincunx.engine.kernels.wasm_file import LEB, SLEB, WORD, KernelFile


def padded(value: int) -> bytes:
    """A LEB128 of five bytes, as object files write addresses."""
    return bytes(value >> 7 * k & 127 | (128 if k < 4 else 0) for k in range(5))


CODE = b"\x41" + padded(100) + b"\x0b" + padded(200)
FILE = KernelFile(
    wasm_file.HEADER + wasm_file.section(wasm_file.CODE, CODE),
    data=struct.pack("<II", 7, 300),
    places=[(SLEB, 1), (LEB, 7), (WORD, 4)],
    manifest={"overloads": []},
)


def test_a_file_that_was_written_is_read_again() -> None:
    assert wasm_file.read(wasm_file.write(FILE)) == FILE


@pytest.mark.parametrize("base", [0, 1 << 20, 0x7FFFFFF0, 0x80000000, 0xC0000000])
def test_all_addresses_move_and_nothing_else(base: int) -> None:
    placed = wasm_file.placed_at(FILE, base)
    ((number, code),) = wasm_file.sections(placed.module)
    assert number == wasm_file.CODE
    assert (code[:1], code[6:7], len(code)) == (b"\x41", b"\x0b", len(CODE))
    assert wasm_file.read_leb(code, 7) == (200 + base, 12)
    signed = sum((code[1 + k] & 127) << 7 * k for k in range(5))
    assert (signed - (1 << 35) if signed >> 34 else signed) % (1 << 32) == 100 + base
    assert struct.unpack("<II", placed.data) == (7, 300 + base)
