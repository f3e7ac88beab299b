"""``hash`` and ``score``: print signatures of files as text, and score pairs of such texts."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from simfinder.cli import options
from simfinder.cli.command import Command
from simfinder.cli.terminal import out, path_text, say
from simfinder.errors import SignatureError, SimFinderError
from simfinder.model.scan_options import Method, offered

if TYPE_CHECKING:
    from simfinder.app.paper_tools.hashing import HashOptions

_METHODS: Final = tuple(method.value for method in offered() if method is not Method.AUTO)
_UNITS: Final = ("auto", "characters", "bytes", "bits", "sample")
_TAILS: Final = ("spamsum", "spamspy", "legacy")


def _add_hash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="file to sign; - is standard input")
    parser.add_argument("--method", choices=_METHODS, required=True, help="method to sign with")
    parser.add_argument("--json", action="store_true", help="a JSON object a line")
    options.add_method_options(parser)
    more = parser.add_argument_group("further options")
    more.add_argument(
        "--ext-hash",
        choices=("crc32", "original"),
        help="tagcount: how an extension becomes a number (crc32; original: as the program of 2007 does)",
    )
    more.add_argument(
        "--length",
        type=options.whole,
        metavar="N",
        help="spamsum: one part of at most N characters at a block size of your own",
    )
    more.add_argument("--tail", choices=_TAILS, help="spamsum: one part, and what becomes of its last bytes")
    more.add_argument(
        "--ignore-whitespace", action="store_true", help="spamsum: leave out white space, as Tridgell's -W"
    )
    more.add_argument(
        "--ignore-headers", action="store_true", help="spamsum: leave out mail headers, as Tridgell's -H"
    )
    more.add_argument("--elimseq", action="store_true", help="spamsum: runs cut to three characters")
    more.add_argument("--notrunc", action="store_true", help="spamsum: second part up to 64 characters")
    more.add_argument(
        "--unit",
        choices=_UNITS,
        help="simhash: what shingles are made of (auto: characters of text, else a sample of windows of bytes)",
    )


def _hash(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools.hashing import hash_file, maker_of
    from simfinder.workers.thread_pool import each

    make = maker_of(arguments.method, _asked(arguments))
    problems = False
    for path, found in each(arguments.files, lambda path: hash_file(path, make)):
        if isinstance(found, SimFinderError):
            say(f"simfinder: {path}: {found.message}")
            problems = True
            continue
        if found.signature is None:
            say(f"simfinder: {path}: {found.reason}")
            problems = True
        if arguments.json:
            out(json.dumps(found.json(), ensure_ascii=True) + "\n")
        elif found.signature is not None:
            out(f"{found.signature}\t{path_text(path)}\n")
    return int(problems)


def _asked(arguments: argparse.Namespace) -> HashOptions:
    from simfinder.app.paper_tools.hashing import HashOptions

    return HashOptions(
        tags=options.tag_set(arguments),
        ext_hash=arguments.ext_hash,
        block_size=arguments.block_size,
        length=arguments.length,
        tail=arguments.tail,
        ignore_whitespace=arguments.ignore_whitespace,
        ignore_headers=arguments.ignore_headers,
        elimseq=arguments.elimseq,
        notrunc=arguments.notrunc,
        ngram=arguments.ngram,
        overlap=arguments.overlap,
        bits=arguments.bits,
        unit=arguments.unit,
        shingle=arguments.shingle,
        features=arguments.features,
    )


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read two signatures a line from standard input, a tab between them, and print a score a line. "
        "spamsum: 0 to 100, others 0 to 1."
    )
    parser.add_argument("--method", choices=_METHODS, required=True, help="method of the signatures")


def _score(arguments: argparse.Namespace) -> int:
    from simfinder.signatures.methods import registry

    problems = False
    for number, line in enumerate(_lines(), 1):
        try:
            a, tab, b = line.partition("\t")
            if not tab or "\t" in b:
                raise SignatureError("not two signatures with a tab between them")
            out(f"{registry.score(arguments.method, a, b)}\n")
        except SignatureError as error:
            problems = True
            out("-\n")
            say(f"simfinder: line {number}: {error.message}")
    return int(problems)


def _lines() -> Iterable[str]:
    """Yield the lines of standard input without their ends."""
    for line in sys.stdin.buffer:
        yield line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")


HASH = Command(_add_hash, _hash)
SCORE = Command(_add_score, _score)
