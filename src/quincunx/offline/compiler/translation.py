"""From Numba's LLVM code to one object file of WebAssembly.

Each kernel gets an entry that reads its arguments from slots of eight bytes and writes its answer there: nested tuples
and arrays are taken apart in the order in which Numba itself does that.

The code was optimised for pointers of eight bytes, and says in bytes where the fields of a structure are. So that
stays: in memory a pointer takes eight bytes, of which four are used.
"""

import re
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from llvmlite import ir

from quincunx.offline.compiler.collection import Overload

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser has had since 2023."""

ITSELF = r'^@"\.numba\.unresolved\$([^"]+)" = .*$'
"""A function that calls itself does it by way of this pointer."""

MEMORY = """
declare ptr @malloc(i32)
declare void @free(ptr)

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %short = trunc i64 %size to i32
  %total = add i32 %short, 55
  %block = call ptr @malloc(i32 %total)
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %full, label %made
full:
  ret ptr null
made:
  %end = getelementptr i8, ptr %block, i32 55
  %data = call ptr @llvm.ptrmask.p0.i32(ptr %end, i32 -16)
  store [5 x i64] [i64 1, i64 0, i64 0, i64 0, i64 0], ptr %block
  %place = getelementptr i64, ptr %block, i32 3
  store ptr %data, ptr %place
  ret ptr %block
}

declare ptr @llvm.ptrmask.p0.i32(ptr, i32)

define void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}

define void @NRT_incref(ptr %block) {
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %done, label %held
held:
  %count = load i64, ptr %block
  %more = add i64 %count, 1
  store i64 %more, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %block) {
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %done, label %held
held:
  %count = load i64, ptr %block
  %less = add i64 %count, -1
  store i64 %less, ptr %block
  %unused = icmp eq i64 %less, 0
  br i1 %unused, label %last, label %done
last:
  call void @free(ptr %block)
  br label %done
done:
  ret void
}

define i32 @release(i32 %address) {
  %block = inttoptr i32 %address to ptr
  call void @NRT_decref(ptr %block)
  ret i32 0
}
"""
"""The memory of arrays that kernels make. A block begins with what Numba expects there, eight bytes each: how many hold
it, a destructor with its argument, where the data are, and how many bytes. One thread runs at a time: nothing need be
atomic."""


WIDE_PRODUCT = """
define void @__multi3(ptr %out, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carried = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %p10_low = and i64 %p10, 4294967295
  %sum = add i64 %carried, %p01_low
  %middle = add i64 %sum, %p10_low
  %p00_low = and i64 %p00, 4294967295
  %shifted = shl i64 %middle, 32
  %low = or i64 %p00_low, %shifted
  store i64 %low, ptr %out
  %p01_high = lshr i64 %p01, 32
  %p10_high = lshr i64 %p10, 32
  %middle_high = lshr i64 %middle, 32
  %cross = mul i64 %a_high, %b
  %other_cross = mul i64 %a, %b_high
  %h1 = add i64 %p11, %p01_high
  %h2 = add i64 %h1, %p10_high
  %h3 = add i64 %h2, %middle_high
  %h4 = add i64 %h3, %cross
  %high = add i64 %h4, %other_cross
  %place = getelementptr i64, ptr %out, i32 1
  store i64 %high, ptr %place
  ret void
}
"""
"""The product of two numbers of 128 bits, which LLVM calls by this name where it counts the rounds of a loop. It is not
optimised: LLVM would see what it does, and call it."""


class Translated(NamedTuple):
    code: bytes
    """The object file."""
    manifest: dict[str, Any]


def translate(overloads: list[Overload]) -> Translated:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")
    layout = str(machine.target_data)
    whole = llvm.parse_assembly(_header(layout) + MEMORY + WIDE_PRODUCT)
    entries = []
    for number, overload in enumerate(overloads):
        name = f"k{number}"
        part = llvm.parse_assembly(_for_browser(overload, layout) + _entry(name, overload))
        _hide_all_but(part, {name})
        whole.link_in(part)
        entries.append({
            "kernel": overload.kernel,
            "export": name,
            "arguments": overload.arguments,
            "result": overload.result,
        })  # fmt: skip
    exports = {"release", *(entry["export"] for entry in entries)}
    _hide_all_but(whole, exports | {"__multi3"})
    whole.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(whole, builder)
    return Translated(machine.emit_object(whole), {"overloads": entries})


def _header(layout: str) -> str:
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{layout}"\n'


def _for_browser(overload: Overload, layout: str) -> str:
    code = re.sub(r'target triple = ".*"\n', "", overload.code)
    code = re.sub(r'target datalayout = ".*"\n', "", code)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    code = code.replace(" = common ", " = internal ")
    for name in ("NRT_incref", "NRT_decref"):  # Numba's own are atomic
        code = re.sub(rf"^define [^\n]*@{name}\(.*?^}}$", f"declare void @{name}(ptr)", code, flags=re.M | re.S)
    code = re.sub(ITSELF, r'@".numba.unresolved$\1" = internal constant ptr @\1', code, flags=re.M)
    code = re.sub(r"(?<= = alloca )[^\n]*(?=, align)", lambda kind: re.sub(r"\bptr\b", "i64", kind[0]), code)
    return _header(layout) + code


def _hide_all_but(module: Any, shown: set[str]) -> None:
    """Lets the optimiser remove what is never called: above all the wrappers for calls from CPython."""
    for item in (*module.functions, *module.global_variables):
        if not item.is_declaration and item.name not in shown:
            item.linkage = "internal"


def _entry(name: str, overload: Overload) -> str:
    """The function that takes a kernel's arguments from the slots and puts its answer there."""
    module = llvm.parse_assembly(overload.code)
    kinds = [str(argument.type) for argument in module.get_function(overload.function).arguments]
    leaves, size, _ = _laid_out(overload.result_type)
    lines = [f"  %answer = alloca [{max(size, 8)} x i8], align 16", "  %problem = alloca i64"]
    for number, kind in enumerate(kinds[2:]):
        lines.append(f"  %from{number} = getelementptr i64, ptr %slots, i32 {number}")
        lines.append(f"  %given{number} = load {kind}, ptr %from{number}")
    given = "".join(f", {kind} %given{number}" for number, kind in enumerate(kinds[2:]))
    lines.append(f'  %status = call i32 @"{overload.function}"(ptr %answer, ptr %problem{given})')
    for number, (offset, kind) in enumerate(leaves):
        lines += [
            f"  %leaf{number} = getelementptr i8, ptr %answer, i32 {offset}",
            f"  %found{number} = load {kind}, ptr %leaf{number}",
            *_widened(number, kind),
            f"  %to{number} = getelementptr i64, ptr %slots, i32 {number}",
            f"  store i64 %wide{number}, ptr %to{number}",
        ]
    body = "\n".join(lines)
    return f"\ndefine i32 @{name}(ptr %slots) {{\n{body}\n  ret i32 %status\n}}\n"


def _widened(number: int, kind: str) -> list[str]:
    change = {"i64": "add i64 0,", "double": "bitcast double", "ptr": "ptrtoint ptr"}.get(kind, f"zext {kind}")
    return [f"  %wide{number} = {change} %found{number}" + ("" if kind == "i64" else " to i64")]


def _laid_out(kind: Any) -> tuple[list[tuple[int, str]], int, int]:
    """Where the single values within a type are in memory, and their own types; its size and its alignment."""
    parts = [kind.element] * kind.count if isinstance(kind, ir.ArrayType) else getattr(kind, "elements", None)
    if parts is None:
        width = kind.width // 8 if isinstance(kind, ir.IntType) else 8
        return [(0, "ptr" if isinstance(kind, ir.PointerType) else str(kind))], width, width
    leaves: list[tuple[int, str]] = []
    end, widest = 0, 1
    for part in parts:
        inner, size, alignment = _laid_out(part)
        start = -(-end // alignment) * alignment
        leaves += [(start + offset, text) for offset, text in inner]
        end, widest = start + size, max(widest, alignment)
    return leaves, -(-end // widest) * widest, widest
