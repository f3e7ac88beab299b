"""``ignore``: keep files apart that are not the same, by content."""

from __future__ import annotations

import argparse
import os

from simfinder.cli.command import Command, print_json
from simfinder.cli.options import add_talk_options
from simfinder.cli.render import date_text
from simfinder.cli.terminal import out, say, visible, watch
from simfinder.errors import UsageError
from simfinder.model.progress import Control


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of an entry ('simfinder ignore list' shows them)"
        )
    return int(text)


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="list|add|remove", required=True)
    shown = verbs.add_parser("list", help="list what is kept apart, oldest first", allow_abbrev=False)
    shown.set_defaults(act=_list)
    new = verbs.add_parser(
        "add", help="never put any two of these files into one cluster", allow_abbrev=False
    )
    new.add_argument("files", nargs="+", metavar="FILE", help="two or more files")
    new.set_defaults(act=_new)
    gone = verbs.add_parser("remove", help="remove entries by their numbers", allow_abbrev=False)
    gone.add_argument("numbers", nargs="+", metavar="NUMBER", type=_number)
    gone.set_defaults(act=_remove)
    for verb in (shown, new, gone):
        verb.add_argument("--json", action="store_true", help="the result as JSON")
        add_talk_options(verb)


def _run(arguments: argparse.Namespace) -> int:
    act = arguments.act
    return int(act(arguments))


def _list(arguments: argparse.Namespace) -> int:
    from simfinder.app.linking import ignore_list

    known = ignore_list.entries()
    if arguments.json:
        entries = [
            {
                "id": entry.id,
                "created_ns": str(entry.created_ns),
                "first_only": entry.first_only,
                "files": [
                    {"path": path, "content": content.hex()}
                    for content, path in zip(entry.contents, entry.paths, strict=True)
                ],
            }
            for entry in known
        ]
        print_json({"version": 1, "entries": entries})
        return 0
    for entry in known:
        out(f"{entry.id}  {date_text(entry.created_ns)}\n")
        first, *others = entry.paths
        out(f"  {visible(first)}\n")
        if entry.first_only:
            out("  is not the same as any of\n")
        if entry.of_file:
            out("  stays out of every cluster; its copies do not\n")
        out("".join(f"  {visible(path)}\n" for path in others))
    if not known and not arguments.quiet:
        say("Nothing is kept apart")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from simfinder.app.linking import ignore_list

    paths = list(dict.fromkeys(os.path.abspath(path) for path in arguments.files))
    if len(paths) < 2:
        raise UsageError("name at least two different files")

    def work(control: Control) -> list[tuple[bytes, str]]:
        return [(ignore_list.of_file(path, control), path) for path in paths]

    number = ignore_list.add(watch(work, quiet=arguments.quiet))
    if arguments.json:
        print_json({"version": 1, "id": number})
    elif not arguments.quiet:
        say(f"Entry {number}: these files are kept apart; 'simfinder ignore remove {number}' undoes it")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from simfinder.app.linking import ignore_list

    gone = ignore_list.remove(arguments.numbers)
    unknown = sorted(set(arguments.numbers) - set(gone))
    if arguments.json:
        print_json({"version": 1, "removed": sorted(gone)})
    if unknown:
        raise UsageError("no such entry: " + ", ".join(map(str, unknown)))
    return 0


IGNORE = Command(_add, _run)
