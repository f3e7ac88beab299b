"""``cache``: the signature cache, which is disposable and so never asks."""

from __future__ import annotations

import argparse
import contextlib

from simfinder.app.formatting import count_text, size_text
from simfinder.cli.commands.base import Command, print_json
from simfinder.cli.terminal import out, say, visible
from simfinder.store import folders
from simfinder.store.cache import Cache


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="info|clear", required=True)
    info = verbs.add_parser("info", help="where the cache lies and what it holds", allow_abbrev=False)
    info.add_argument("--json", action="store_true", help="the result as JSON")
    info.set_defaults(act=_info)
    clear = verbs.add_parser(
        "clear", help="forget all signatures; the next scan reads every file", allow_abbrev=False
    )
    clear.set_defaults(act=_clear)


def _run(arguments: argparse.Namespace) -> int:
    act = arguments.act
    return int(act(arguments))


def _info(arguments: argparse.Namespace) -> int:
    with contextlib.closing(Cache.open()) as cache:
        info = cache.info()
        warnings = cache.take_warnings()
    for warning in warnings:
        say(f"simfinder: {warning.path}: {warning.reason}")
    if arguments.json:
        print_json({
            "version": 1, "path": str(info.path), "bytes": info.bytes, "files": info.files, "contents": info.contents
        })  # fmt: skip
    else:
        out(
            f"{visible(str(info.path))}\n"
            f"{count_text(info.files)} files, {count_text(info.contents)} contents, {size_text(info.bytes)}\n"
        )
    return 0


def _clear(_: argparse.Namespace) -> int:
    with contextlib.closing(Cache.open()) as cache:
        cache.clear()
        warnings = cache.take_warnings()
    for warning in warnings:
        say(f"simfinder: {warning.path}: {warning.reason}")
    say(f"The cache in {folders.cache_folder()} is empty")
    return 0


CACHE = Command("cache", "Tell what the signature cache holds, or empty it.", _add, _run)
