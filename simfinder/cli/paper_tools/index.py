"""``index``: find indexed files that hold parts of a file, by n-grams of block signatures."""

from __future__ import annotations

import argparse
import datetime as dt
import os
from typing import TYPE_CHECKING, Any

from simfinder.cli import options
from simfinder.cli.command import Command, ShortUsage, print_json, say_problems
from simfinder.cli.skipped import say_skipped
from simfinder.cli.terminal import out, path_text, say, visible, watch
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.text.number_formats import count_text, counted, size_text

if TYPE_CHECKING:
    from simfinder.app.paper_tools.ngram_indexing import Answer, Indexed

_NANO = 1_000_000_000
_CANCELLED = 130
_LINES = 2000  # of one write


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="build|add|find|info", required=True)
    build = _verb(verbs, "build", "make an index of the files in some folders", _build)
    build.add_argument("folders", metavar="FOLDER", nargs="+", help="folder (or file) to index")
    _add_index(build)
    _add_parameters(build, "default 2048", "default 5")
    build.add_argument("--force", action="store_true", help="replace an existing index")
    _add_which(build)
    add = _verb(verbs, "add", "add files to an index; those already in it are read again", _add_files)
    add.add_argument("folders", metavar="FOLDER|FILE", nargs="+", help="what to add")
    _add_index(add)
    _add_parameters(add, "refuse an index of another one", "refuse an index of another one")
    add.add_argument(
        "--prune", action="store_true", help="remove indexed files below these folders that are gone"
    )
    _add_which(add)
    find = _verb(verbs, "find", "list the indexed files that hold parts of a file, best first", _find)
    find.add_argument("file", metavar="FILE", help="file to look up; - is standard input")
    _add_index(find)
    _add_parameters(find, "refuse an index of another one", "refuse an index of another one")
    find.add_argument(
        "--min-grams",
        metavar="N",
        type=_positive,
        help="n-grams a match has in common, at least (default 2: one alone is often chance)",
    )
    find.add_argument("--limit", metavar="N", type=_positive, help="list the best N matches only")
    find.add_argument("--json", action="store_true", help="the result as JSON")
    options.add_talk_options(find)
    info = _verb(verbs, "info", "show what an index was made with and what it holds", _info)
    _add_index(info)
    info.add_argument("--json", action="store_true", help="the result as JSON")


def _verb(verbs: Any, name: str, text: str, act: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(
        name, help=text, description=text, allow_abbrev=False, formatter_class=ShortUsage
    )
    parser.set_defaults(act=act)
    return parser


def _add_index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--index", metavar="FILE", required=True, help="the index")


def _add_parameters(parser: argparse.ArgumentParser, block_size: str, ngram: str) -> None:
    parser.add_argument(
        "--block-size", metavar="N", type=_positive, help=f"bytes of a block on average ({block_size})"
    )
    parser.add_argument("--ngram", metavar="N", type=_positive, help=f"blocks in a row, 3 to 10 ({ngram})")


def _add_which(parser: argparse.ArgumentParser) -> None:
    options.add_which_options(parser.add_argument_group("which files"))
    options.add_jobs(parser)
    options.add_talk_options(parser)


def _positive(text: str) -> int:
    if options.whole(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not 1 or more")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    return int(arguments.act(arguments))


def _build(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools import ngram_indexing
    from simfinder.store.ngram_index.index_schema import IndexParameters

    what = _what(arguments)
    parameters = IndexParameters(
        arguments.block_size or ngram_indexing.BLOCK_SIZE, arguments.ngram or ngram_indexing.NGRAM
    )

    def work(control: Control) -> Indexed:
        return ngram_indexing.build(arguments.index, what, parameters, control, force=arguments.force)

    return _tell(arguments, work, "nothing was built")


def _add_files(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools import ngram_indexing

    what = _what(arguments)

    def work(control: Control) -> Indexed:
        return ngram_indexing.add(
            arguments.index,
            what,
            control,
            block_size=arguments.block_size,
            ngram=arguments.ngram,
            prune=arguments.prune,
        )

    return _tell(arguments, work, "nothing was added")


def _tell(arguments: argparse.Namespace, work: Any, nothing: str) -> int:
    """Change the index, and say what became of the files."""
    try:
        done: Indexed = watch(work, quiet=arguments.quiet)
    except Cancelled:
        say(f"simfinder: cancelled; {nothing}")
        return _CANCELLED
    say_problems(done.problems)
    if arguments.quiet:
        return int(bool(done.problems))
    parts = [
        f"{counted(done.files, 'file', 'files')} with {counted(done.grams, 'n-gram', 'n-grams')}",
        size_text(done.bytes),
    ]
    if done.replaced:
        parts.append(f"{count_text(done.replaced)} old ones forgotten")
    say("Indexed " + ", ".join(parts))
    if done.too_short:
        say(f"{counted(done.too_short, 'file is', 'files are')} too short to be found at this block size")
    say_skipped(done.passed_over)
    return int(bool(done.problems))


def _what(arguments: argparse.Namespace) -> ScanOptions:
    options.check_sizes(arguments)
    return ScanOptions(
        roots=tuple(os.path.abspath(folder) for folder in arguments.folders),
        include=tuple(arguments.include),
        exclude=tuple(arguments.exclude),
        hidden=arguments.hidden,
        no_development=arguments.no_development,
        follow=arguments.follow,
        min_size=arguments.min_size,
        max_size=arguments.max_size,
        jobs=arguments.jobs,
    )


def _find(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools import ngram_indexing

    def work(control: Control) -> Answer:
        return ngram_indexing.find(
            arguments.index,
            arguments.file,
            control,
            block_size=arguments.block_size,
            ngram=arguments.ngram,
            least=arguments.min_grams,
        )

    answer = watch(work, quiet=True)
    shown = answer.matches[: arguments.limit]
    if arguments.json:
        print_json({
            "version": 1,
            "file": answer.path,
            "grams": answer.grams,
            "min_grams": answer.least,
            "found": len(answer.matches),
            "matches": [{"path": m.path, "count": m.count, "covered": m.covered} for m in shown],
        })  # fmt: skip
    else:
        for start in range(0, len(shown), _LINES):
            out(
                "".join(
                    f"{m.covered:.4f}\t{m.count}\t{path_text(m.path)}\n"
                    for m in shown[start : start + _LINES]
                )
            )
    if not arguments.quiet:
        rest = f", {count_text(len(shown))} shown" if len(shown) < len(answer.matches) else ""
        places = counted(answer.grams, "n-gram", "n-grams")
        files = counted(len(answer.matches), "file holds", "files hold")
        say(f"{files} {count_text(answer.least)} or more of {places}{rest}")
        if answer.least == 1:
            say("One n-gram alone may be chance")
    return 0


def _info(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools import ngram_indexing

    found = ngram_indexing.info(arguments.index)
    made = found.parameters
    if arguments.json:
        print_json({
            "version": 1,
            "path": found.path,
            "format": found.format,
            "block_size": made.block_size,
            "ngram": made.ngram,
            "files": found.files,
            "too_short": found.too_short,
            "grams": found.grams,
            "bytes": found.bytes,
            "created": found.created_ns / _NANO,
            "created_ns": str(found.created_ns),
        })  # fmt: skip
        return 0
    created = dt.datetime.fromtimestamp(found.created_ns / _NANO).astimezone()
    out(
        f"{visible(found.path)}\n"
        f"block size {made.block_size}, n-grams of {made.ngram}, format {found.format},"
        f" created {created:%Y-%m-%d %H:%M}\n"
        f"{counted(found.files, 'file', 'files')} ({count_text(found.too_short)} too short),"
        f" {counted(found.grams, 'n-gram', 'n-grams')}, {size_text(found.bytes)}\n"
    )
    return 0


INDEX = Command(_add, _run)
