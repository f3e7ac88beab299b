"""Leading bytes of the CRCs of all windows: where a CRC can be small, at a fraction of what whole CRCs cost.

A CRC is a sum (xor) of what each byte of the window adds by its value and its place. What the leading byte gets of a
half byte is one of sixteen bytes, which processors with AVX2 look up for 32 windows in one instruction. Others take
eight windows at once in the bytes of a 64-bit number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from simfinder.arrays.jit import intrinsic, njit, types

_WIDE = 32  # windows at once
_SHINGLE = 8


def _load_wide(_context: Any, near: Any, tables: Any, _out: Any, _at: Any) -> Any:
    """Write the leading bytes of the CRCs of 32 windows of eight bytes, from a position on; return whether it can.

    near: uint8, the bytes; tables: (16, 16) uint8, what half bytes add; out: uint8. The caller makes sure of the room.
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        codegen = context.codegen()
        if "+avx2" not in codegen._tm_features:
            return ir.Constant(ir.IntType(1), 0)
        byte = ir.IntType(8)
        narrow, wide = ir.VectorType(byte, _WIDE // 2), ir.VectorType(byte, _WIDE)

        def place(which: int, offset: Any) -> Any:
            array = context.make_array(signature.args[which])(context, builder, arguments[which])
            return builder.gep(builder.bitcast(array.data, byte.as_pointer()), [offset])

        def load(kind: Any, address: Any) -> Any:
            return builder.load(builder.bitcast(address, kind.as_pointer()), align=1)

        def all_of(value: int) -> Any:
            return ir.Constant(wide, [value] * _WIDE)

        number = ir.IntType(64)
        both = ir.Constant(ir.VectorType(ir.IntType(32), _WIDE), [*range(16), *range(16)])
        kind = ir.FunctionType(wide, [wide, wide])
        look_up = builder.module.declare_intrinsic("llvm.x86.avx2.pshuf.b", fnty=kind)
        total: Any = all_of(0)
        for age in range(_SHINGLE):
            behind = builder.add(arguments[3], number(_SHINGLE - 1 - age))
            those = load(wide, place(0, behind))
            halves = builder.and_(those, all_of(15)), builder.lshr(those, all_of(4))
            for half, index in enumerate(halves):
                table = load(narrow, place(1, number(16 * (2 * age + half))))
                adds = builder.call(look_up, [builder.shuffle_vector(table, table, both), index])
                total = builder.xor(total, adds)
        builder.store(total, builder.bitcast(place(2, arguments[3]), wide.as_pointer()), align=1)
        return ir.Constant(ir.IntType(1), 1)

    return types.boolean(near, tables, near, types.uint64), write


_write_wide: Any = intrinsic(_load_wide)


@njit(nogil=True, cache=True)
def first_bytes(
    data: np.ndarray, start: Any, count: Any, shingle: Any, leads: np.ndarray, firsts: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Write the leading byte of the CRC of each of ``count`` windows from ``start`` on.

    Args:
        data: the bytes.
        start: of the first window.
        count: number of windows.
        shingle: their length.
        leads: (256,) uint64, what a byte adds to the window it ends and to those that end one to seven bytes later.
        firsts: uint8, filled.
    """
    near, out = data[start : start + count + shingle - 1], firsts[:count]
    done = np.uint64(0)
    if shingle == _SHINGLE and count >= _WIDE:
        tables = np.empty(2 * 16 * _SHINGLE, dtype=np.uint8)
        for age in range(_SHINGLE):
            shift = np.uint64(8 * age)
            for half in range(16):
                tables[32 * age + half] = np.uint8(leads[half] >> shift)
                tables[32 * age + 16 + half] = np.uint8((leads[16 * half] ^ leads[0]) >> shift)
        last = np.uint64(count - _WIDE)
        while done < last and _write_wide(near, tables, out, done):
            done += np.uint64(_WIDE)
        if done >= last and _write_wide(near, tables, out, last):
            return
    _in_words(near, shingle, leads, out)


@njit(nogil=True, cache=True)
def _in_words(
    near: np.ndarray, shingle: Any, leads: np.ndarray, firsts: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Do so for all windows, four stretches at a time; the lowest byte of each number is complete."""
    count = firsts.size
    reach = np.uint64((count + 3) // 4)
    second = np.uint64(min(np.uint64(count) - reach, reach))
    third = np.uint64(min(np.uint64(count) - reach, reach + reach))
    fourth = np.uint64(count) - reach
    before = np.uint64(shingle - 1)
    eight = np.uint64(8)
    a = b = c = d = np.uint64(0)
    for number in range(before):
        i = np.uint64(number)
        a = (a >> eight) ^ leads[near[i]]
        b = (b >> eight) ^ leads[near[i + second]]
        c = (c >> eight) ^ leads[near[i + third]]
        d = (d >> eight) ^ leads[near[i + fourth]]
    for number in range(reach):
        i = np.uint64(number)
        end = i + before
        a = (a >> eight) ^ leads[near[end]]
        b = (b >> eight) ^ leads[near[end + second]]
        c = (c >> eight) ^ leads[near[end + third]]
        d = (d >> eight) ^ leads[near[end + fourth]]
        firsts[i], firsts[i + second] = np.uint8(a), np.uint8(b)
        firsts[i + third], firsts[i + fourth] = np.uint8(c), np.uint8(d)
