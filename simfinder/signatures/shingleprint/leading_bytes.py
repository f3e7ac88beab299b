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


def _look_up(_context: Any, near: Any, tables: Any, out: Any, at: Any) -> Any:
    """Write the leading bytes of the CRCs of 32 windows of eight bytes, from a position on; return whether it can.

    The caller makes sure of the room. near: uint8, the bytes. tables: (256,) uint8, what half bytes add. out: uint8.
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "+avx2" not in context.codegen()._tm_features:
            return ir.Constant(ir.IntType(1), 0)
        byte, number = ir.IntType(8), ir.IntType(64)
        half, wide = ir.VectorType(byte, 16), ir.VectorType(byte, _WIDE)
        bytes_at, tables_at, out_at = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
        )

        def load(kind: Any, begin: Any, offset: Any) -> Any:
            place = builder.bitcast(builder.gep(begin, [offset]), kind.as_pointer())
            return builder.load(place, align=1)

        def all_of(value: int) -> Any:
            return ir.Constant(wide, [value] * _WIDE)

        twice = ir.Constant(ir.VectorType(ir.IntType(32), _WIDE), [*range(16), *range(16)])
        kind = ir.FunctionType(wide, [wide, wide])
        shuffle = builder.module.declare_intrinsic("llvm.x86.avx2.pshuf.b", fnty=kind)
        total: Any = all_of(0)
        for age in range(_SHINGLE):
            those = load(wide, bytes_at, builder.add(arguments[3], number(_SHINGLE - 1 - age)))
            halves = (builder.and_(those, all_of(15)), builder.lshr(those, all_of(4)))
            for place, which in enumerate(halves):
                table = load(half, tables_at, number(32 * age + 16 * place))
                adds = builder.call(shuffle, [builder.shuffle_vector(table, table, twice), which])
                total = builder.xor(total, adds)
        place = builder.gep(out_at, [arguments[3]])
        builder.store(total, builder.bitcast(place, wide.as_pointer()), align=1)
        return ir.Constant(ir.IntType(1), 1)

    return types.boolean(near, tables, out, at), write


_write_wide: Any = intrinsic(_look_up)


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
        tables = np.empty(32 * _SHINGLE, dtype=np.uint8)  # of the lower half byte, then of the higher one
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
