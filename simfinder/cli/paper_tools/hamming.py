"""``hamming``: find pairs of 64-bit values from standard input that differ in few bits (Manku et al.)."""

from __future__ import annotations

import argparse
import sys

from simfinder.cli import options
from simfinder.cli.command import Command
from simfinder.cli.terminal import out, watch


def _add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read 64-bit values from standard input, one a line (0x and hex digits, or decimal), and print every pair that "
        "differs in at most D bits: two values a line, the smaller first, a tab between them, sorted. "
        "Equal values count once."
    )
    parser.add_argument(
        "--blocks",
        type=options.whole,
        metavar="B",
        required=True,
        help="blocks that values are cut into, more than D and at most 64; the result does not depend on it",
    )
    parser.add_argument(
        "--distance",
        type=options.whole,
        metavar="D",
        required=True,
        help="the most bits a pair may differ in",
    )


def _run(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools.hamming_lines import read, written
    from simfinder.search.hamming.bit_blocks import check_blocks
    from simfinder.search.hamming.find_all import find_all

    blocks, distance = arguments.blocks, arguments.distance
    check_blocks(blocks, distance)
    values = read(sys.stdin.buffer)
    a, b = watch(lambda control: find_all(values, blocks, distance, control.check), quiet=True)
    for text in written(a, b):
        out(text)
    return 0


HAMMING = Command(_add, _run)
