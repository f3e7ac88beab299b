"""``cache``: show, check, tidy or empty the signature cache; it is disposable, so nothing asks."""

from __future__ import annotations

import argparse
import contextlib
import time
from typing import TYPE_CHECKING

from simfinder.cli.command import Command, print_json, say_problems
from simfinder.cli.options import add_talk_options, size, whole
from simfinder.cli.terminal import out, say, visible, watch
from simfinder.model.progress import Control
from simfinder.store import app_dirs
from simfinder.store.cache.defaults import DAYS, SAMPLE
from simfinder.text.number_formats import count_text, counted, size_text

if TYPE_CHECKING:
    from simfinder.app.maintenance.cache_maintenance import Verdict
    from simfinder.store.cache.maintenance import Pruned


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="info|verify|prune|clear", required=True)
    info = verbs.add_parser("info", help="show where the cache is and what it holds", allow_abbrev=False)
    info.add_argument("--json", action="store_true", help="the result as JSON")
    info.set_defaults(act=_info)
    verify = verbs.add_parser(
        "verify",
        help="read files again, check the cache against them and remove wrong entries",
        allow_abbrev=False,
    )
    how_many = verify.add_mutually_exclusive_group()
    how_many.add_argument(
        "--sample",
        type=whole,
        default=SAMPLE,
        metavar="N",
        help="check N files, chosen at random (default %(default)s)",
    )
    how_many.add_argument("--all", action="store_true", help="check all files")
    verify.set_defaults(act=_verify)
    prune = verbs.add_parser(
        "prune",
        help="remove entries of files that are gone (but not from drives that are not mounted) or not seen for long",
        allow_abbrev=False,
    )
    prune.add_argument(
        "--days",
        type=whole,
        default=DAYS,
        metavar="N",
        help="remove files not seen for N days (default %(default)s)",
    )
    prune.add_argument(
        "--max-size",
        type=size,
        metavar="SIZE",
        help="remove what was not seen longest until the cache is no larger than this",
    )
    prune.set_defaults(act=_prune)
    for verb in (verify, prune):
        verb.add_argument("--json", action="store_true", help="the result as JSON")
        add_talk_options(verb)
    clear = verbs.add_parser(
        "clear", help="remove all entries; the next scan reads every file", allow_abbrev=False
    )
    clear.set_defaults(act=_clear)


def _run(arguments: argparse.Namespace) -> int:
    act = arguments.act
    return int(act(arguments))


def _info(arguments: argparse.Namespace) -> int:
    from simfinder.store.cache.cache import Cache

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
            f"{counted(info.files, 'file', 'files')}, {counted(info.contents, 'content', 'contents')}, "
            f"{size_text(info.bytes)}\n"
        )
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance.cache_maintenance import verify
    from simfinder.app.reports.json_report import problems_json
    from simfinder.store.cache.cache import Cache

    with contextlib.closing(Cache.open()) as cache:

        def work(control: Control) -> Verdict:
            return verify(
                cache, control, count=None if arguments.all else arguments.sample, seed=time.time_ns()
            )

        verdict = watch(work, quiet=arguments.quiet)
        warnings = cache.take_warnings()
    say_problems([*warnings, *verdict.wrong, *verdict.unreadable])
    if arguments.json:
        print_json({
            "version": 1, "files": verdict.known, "checked": verdict.checked, "changed": verdict.changed,
            "gone": verdict.gone, "wrong": problems_json(verdict.wrong),
            "unreadable": problems_json(verdict.unreadable), "damage": verdict.damage,
        })  # fmt: skip
    else:
        out(
            f"{count_text(verdict.checked)} of {counted(verdict.known, 'file', 'files')} read again: "
            f"{count_text(len(verdict.wrong))} wrong; {count_text(verdict.changed)} changed since, "
            f"{count_text(verdict.gone)} gone, {count_text(len(verdict.unreadable))} unreadable\n"
        )
    if verdict.damage:
        say(f"simfinder: the cache is damaged ({verdict.damage}); 'simfinder cache clear' starts a new one")
    return int(bool(verdict.wrong or verdict.unreadable or verdict.damage or warnings))


def _prune(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance.cache_maintenance import prune
    from simfinder.store.cache.cache import Cache

    with contextlib.closing(Cache.open()) as cache:
        before = cache.info().bytes

        def work(control: Control) -> Pruned:
            return prune(cache, control, days=arguments.days, most_bytes=arguments.max_size)

        pruned = watch(work, quiet=arguments.quiet)
        after = cache.info().bytes
        warnings = cache.take_warnings()
    say_problems(warnings)
    if arguments.json:
        print_json({
            "version": 1, "files": pruned.files, "contents": pruned.contents, "pairs": pruned.overlaps,
            "bytes_before": before, "bytes": after,
        })  # fmt: skip
    else:
        out(
            f"Forgot {counted(pruned.files, 'file', 'files')}, {counted(pruned.contents, 'content', 'contents')}, "
            f"{counted(pruned.overlaps, 'compared pair', 'compared pairs')}; the cache takes {size_text(after)}, "
            f"it took {size_text(before)}\n"
        )
    return int(bool(warnings))


def _clear(_: argparse.Namespace) -> int:
    from simfinder.store.cache.cache import Cache

    with contextlib.closing(Cache.open()) as cache:
        cache.clear()
        warnings = cache.take_warnings()
    for warning in warnings:
        say(f"simfinder: {warning.path}: {warning.reason}")
    say(f"The cache in {app_dirs.cache_folder()} is empty")
    return 0


CACHE = Command(_add, _run)
