"""The options that scanning commands share, and how their texts become values.

To add one to all scanning commands, add it to ``add_scan_options`` (or the function of its group) and pass its value on
in ``scan_options``.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from simfinder.actions.rules.mark_rules import RULES
from simfinder.cli.look import add_color_option
from simfinder.cli.terminal import say
from simfinder.errors import TagError, UsageError, reason_of
from simfinder.model import extension_points
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import EXTENSIONS, Method, Methods, ScanOptions, offered
from simfinder.model.tolerances import BUILT_IN, Tolerances
from simfinder.text.written_times import time_of

if TYPE_CHECKING:
    from simfinder.signatures.table.parameters import Parameters
    from simfinder.signatures.tagcount.tag_sets import TagSet

_LONGEST_TAG_FILE = 1 << 20
_SIZE = re.compile(r"^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?$", re.IGNORECASE)
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_ACTS_IN_PLACE = (ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK)
_HIGHEST_TOLERANCE = 95.0  # beyond, everything would be like everything


def share(text: str) -> float:
    """Read a share of 0 to 1.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1") from None
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and 1")
    return value


def add_scan_options(parser: argparse.ArgumentParser, *, or_result: bool = False) -> None:
    """Add the folders and the options of every scanning command.

    Args:
        parser: of the command.
        or_result: the command can also show what ``cluster`` has found, instead of folders.
    """
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="*" if or_result else "+", help="folder to look through"
    )
    if or_result:
        parser.add_argument(
            "--from",
            dest="result",
            metavar="DIR",
            help="show what 'simfinder cluster --out DIR' has found, instead of scanning a FOLDER: no file is read; "
            "--tolerance, --same-type, --forms and --protect go with it",
        )
    what = parser.add_argument_group("which files")
    what.add_argument(
        "--protect",
        metavar="FOLDER",
        action="append",
        default=[],
        help="compare the files in FOLDER, and never touch them (repeatable)",
    )
    add_which_options(what)
    add_kind_options(what)
    what.add_argument("--empty", action="store_true", help="compare empty files too")
    like = parser.add_argument_group("what counts as similar")
    like.add_argument(
        "--tolerance",
        metavar="[EXT=]PERCENT",
        action="append",
        default=[],
        type=tolerance,
        help=f"largest difference between similar files, for all types or for one (default {BUILT_IN:.0%}%)",
    )
    like.add_argument(
        "--method",
        metavar="[EXT=]METHOD",
        action=_MethodAction,
        default=Method.AUTO.value,
        help="compare by one method alone, for all types or for one: "
        f"{', '.join(method for method in offered() if method is not Method.CONTENT)} or "
        "content (finds identical files only); default: %(default)s",
    )
    like.add_argument("--same-type", action="store_true", help="no links across file types")
    like.add_argument(
        "--forms",
        action="store_true",
        help="also group files that only share a form or a template, or are parts of a series",
    )
    like.add_argument(
        "--identical", action="store_true", help="only identical files; reads only what can be identical"
    )
    like.add_argument(
        "--raw",
        action="store_true",
        help="compare archives and documents by their bytes, not by what is inside",
    )
    like.add_argument(
        "--no-media",
        action="store_true",
        help="compare pictures, recordings and films by their bytes, not by what they look or sound like",
    )
    like.add_argument(
        "--estimates",
        action="store_true",
        help="estimate similarity from the signatures instead of measuring it on the bytes: reads no file twice",
    )
    add_method_options(parser)
    parser.add_argument("--length", help=argparse.SUPPRESS)
    parser.add_argument("--tail", help=argparse.SUPPRESS)
    add_work_options(parser)
    add_talk_options(parser)


def add_which_options(which: argparse._ArgumentGroup) -> None:
    """Add options that choose files by name and size."""
    for name, text in (("--exclude", "skip"), ("--include", "scan only")):
        which.add_argument(
            name,
            metavar="PATTERN",
            action="append",
            default=[],
            help=f"{text} files that match PATTERN, as in .gitignore (repeatable)",
        )
    which.add_argument(
        "--hidden", action="store_true", help="scan files and folders whose names begin with a dot too"
    )
    which.add_argument(
        "--no-development",
        action="store_true",
        help="skip development folders (with package.json, Cargo.toml, a Makefile beside sources and the like), caches "
        "and build results; never a FOLDER that is named, nor one with documents or photos beside such files",
    )
    which.add_argument("--follow", action="store_true", help="follow symbolic links")
    which.add_argument(
        "--min-size", type=size, metavar="SIZE", help="smallest file, as in 4096, 10k, 1.5M, 2GiB"
    )
    which.add_argument("--max-size", type=size, metavar="SIZE", help="largest file")


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Add options on how files are read."""
    work = parser.add_argument_group("how files are read")
    work.add_argument("--no-cache", action="store_true", help="read every file again and remember nothing")
    add_jobs(work)


def add_jobs(parser: argparse._ActionsContainer) -> None:
    """Add the option for the number of threads."""
    parser.add_argument(
        "--jobs", metavar="N", type=jobs, default=0, help="threads that read files (default: one per core)"
    )


def add_kind_options(what: argparse._ArgumentGroup) -> None:
    """Add options that choose files by type and time."""
    what.add_argument(
        "--type",
        metavar="EXT",
        action="append",
        default=[],
        type=types,
        help="scan only files of this type: an extension, 'none', or a family (documents, tables, pictures, sound, "
        "video, source, web, data, archives, programs, fonts); repeatable, or several with commas",
    )
    what.add_argument(
        "--not-type",
        metavar="EXT",
        action="append",
        default=[],
        type=types,
        help="skip files of this type (repeatable)",
    )
    what.add_argument(
        "--since",
        metavar="DATE",
        type=time,
        help="only files changed since then: 2026-03-01, '2026-03-01 14:30', or an age as 30d, 6w, 3m, 2y",
    )
    what.add_argument("--before", metavar="DATE", type=time, help="only files last changed before then")


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Add options on which files to keep, which to remove, and how."""
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--keep",
        default="newest",
        metavar="RULE[,RULE]",
        help="which file of a cluster to keep; the first rule decides, the next break ties: newest, oldest, largest, "
        "smallest, shortest-path, longest-path, best-name, best-place, "
        f"{_of_extensions(extension_points.KEEP_RULES)}"
        "in:FOLDER, not-in:FOLDER, name:PATTERN, or @NAME for rules saved with 'simfinder rules' (default %(default)s)",
    )
    rules.add_argument(
        "--remove",
        choices=RULES,
        default=RULES[0],
        help="what to remove: older versions of the kept file and copies of it (older, the default); only copies "
        "(identical); also files within the tolerance that nothing shows to be older (similar); or newer versions "
        "too (all)",
    )
    rules.add_argument(
        "--inside-projects",
        action="store_true",
        help="also remove single files from project folders (below .git, pyproject.toml, package.json and the like, "
        "in apps, libraries and mailboxes), which are left alone otherwise",
    )
    rules.add_argument(
        "--folders",
        dest="whole_folders",
        action="store_true",
        help="first remove whole folders that are in another one as a whole (with --remove older also older versions "
        "of folders in which all that differs is older), then single files; whole copies of projects too",
    )
    rules.add_argument(
        "--keep-archives",
        action="store_true",
        help="with --folders: where an archive holds all that lies loose in a folder, the folder goes, not the archive",
    )
    act = rules.add_mutually_exclusive_group()
    act.add_argument(
        "--to",
        metavar="trash|DIR",
        help="move to the Trash (default) or to a folder, which is created if missing; keeps the folder tree",
    )
    act.add_argument(
        "--act",
        metavar="delete|hardlink|symlink|reflink|copy:DIR",
        help="delete permanently; replace files identical to the kept file by links to it; or copy to a folder, "
        "keeping the folder tree",
    )


_OF_A_SCAN = (
    "exclude", "include", "hidden", "no_development", "follow", "min_size", "max_size", "type", "not_type", "since",
    "before", "empty", "identical", "raw", "no_media", "method_of", "tags", "weights", "block_size", "ngram", "overlap",
    "bits", "shingle", "features", "length", "tail", "partial", "whole_folders",
)  # fmt: skip
"""Options that say nothing about what was found before."""


def check_source(arguments: argparse.Namespace) -> None:
    """Check that a command has folders to scan or a result to show, and no options that don't go with the result.

    Raises:
        UsageError: it is not so.
    """
    if arguments.result is None:
        if not arguments.folders:
            raise UsageError(
                "name a FOLDER to look through, or --from DIR with what 'simfinder cluster' has found"
            )
        return
    if arguments.folders:
        raise UsageError("--from shows what was found before: no FOLDER goes with it")
    wrong = [name for name in _OF_A_SCAN if getattr(arguments, name, None)]
    if arguments.method != Method.AUTO:
        wrong.append("method")
    if wrong:
        word = {"method_of": "method", "whole_folders": "folders"}.get(wrong[0], wrong[0]).replace("_", "-")
        raise UsageError(f"--{word} is for a scan: it does not go with --from, which reads no file")


def check_folders(keep_rules: str, folders: Sequence[str]) -> None:
    """Check that the folders of keep rules are there, and say which of them hold no file that will be scanned.

    Raises:
        UsageError: one of them does not exist.
    """
    from simfinder.actions.rules.keep_rules import KeepRules

    roots = [os.path.join(os.path.abspath(folder), "") for folder in folders]
    for rule in KeepRules.parse(keep_rules).rules:
        if rule.word not in ("in", "not-in"):
            continue
        if not os.path.isdir(rule.value):
            raise UsageError(f"keep rule {rule}: there is no such folder")
        place = os.path.join(rule.value, "")
        if not any(root.startswith(place) or place.startswith(root) for root in roots):
            say(f"simfinder: keep rule {rule} decides nothing: no file in that folder is looked at")


def act_wanted(arguments: argparse.Namespace) -> tuple[ActKind, str | None]:
    """Return the act that ``--to`` and ``--act`` ask for, and its target folder.

    Raises:
        UsageError: there is no such act, or no folder is given.
    """
    if arguments.act is None:
        if arguments.to in (None, "trash"):
            return ActKind.TRASH, None
        kind, folder = ActKind.MOVE, arguments.to
    else:
        word, colon, folder = arguments.act.partition(":")
        if word in _ACTS_IN_PLACE and not colon:
            return ActKind(word), None
        if word != ActKind.COPY or not colon:
            raise UsageError(
                f"unknown act {arguments.act} (known: {' '.join(_ACTS_IN_PLACE)} copy:DIR; --to moves files)"
            )
        kind = ActKind.COPY
    if not folder:
        raise UsageError(f"a {kind} needs a folder to {kind} to")
    return kind, os.path.abspath(folder)


def add_method_options(parser: argparse.ArgumentParser) -> None:
    """Add the parameters of the methods that a scan and ``hash`` share."""
    of = parser.add_argument_group("parameters of the methods")
    of.add_argument(
        "--tags",
        metavar="FILE",
        help="tagcount: a line per tag: hex value, length in bits, weights of the keys",
    )
    of.add_argument(
        "--weights",
        metavar="[NAME=]W,W...",
        action="append",
        default=[],
        help="tagcount: a key of your own, a weight per tag (repeatable)",
    )
    of.add_argument(
        "--block-size", type=whole, metavar="N", help="spamsum: use this block size for files of any length"
    )
    of.add_argument("--ngram", type=whole, metavar="N", help="simhash: length of a shingle")
    of.add_argument(
        "--overlap",
        type=whole,
        metavar="M",
        help="simhash: length that neighbouring shingles share (default N-1)",
    )
    of.add_argument(
        "--bits", type=int, choices=(32, 64), help="simhash: size of the fingerprint (default 64)"
    )
    of.add_argument("--shingle", type=whole, metavar="N", help="shingleprint: bytes of a shingle (default 8)")
    of.add_argument(
        "--features", type=whole, metavar="N", help="shingleprint: values kept at most (default 128)"
    )


def tag_set(arguments: argparse.Namespace) -> TagSet | None:
    """Return the tags and weights a command line asks for; None if it asks for none.

    Raises:
        TagError: the file or the weights are malformed, with the path where it is the file.
        UsageError: the file can't be read.
    """
    from simfinder.signatures.tagcount.tag_sets import DEFAULT, parse_tags, with_weights

    if arguments.tags is None and not arguments.weights:
        return None
    tags = DEFAULT
    if arguments.tags is not None:
        try:
            with open(arguments.tags, encoding="utf-8") as file:
                tags = parse_tags(file.read(_LONGEST_TAG_FILE))
        except OSError as error:
            raise UsageError(reason_of(error), arguments.tags) from error
        except UnicodeDecodeError as error:
            raise UsageError("is no text in UTF-8", arguments.tags) from error
        except TagError as error:
            raise TagError(error.message, arguments.tags) from error
    for text in arguments.weights:
        tags = with_weights(tags, text)
    return tags


def parameters(arguments: argparse.Namespace) -> Parameters:
    """Return the parameters of the methods a command line asks for.

    Raises:
        UsageError: options that only ``hash`` takes.
        SignatureError: values the methods are not defined for.
    """
    from simfinder.signatures.table.parameters import PLAIN, WINDOW, Parameters

    if arguments.length is not None or arguments.tail is not None:
        raise UsageError("--length and --tail make signatures that a scan can't compare; 'hash' takes them")
    if arguments.block_size == 0:
        raise UsageError("--block-size must be 1 or more")
    window = WINDOW if arguments.ngram is None else arguments.ngram
    return Parameters(
        tags=tag_set(arguments) or PLAIN.tags,
        block_size=arguments.block_size or 0,
        window=window,
        overlap=window - 1 if arguments.overlap is None else arguments.overlap,
        bits=arguments.bits or 64,
        shingle=PLAIN.shingle if arguments.shingle is None else arguments.shingle,
        features=PLAIN.features if arguments.features is None else arguments.features,
    )


def add_talk_options(parser: argparse.ArgumentParser) -> None:
    """Add options on how much is written to standard error, and on colours."""
    add_color_option(parser)
    talk = parser.add_mutually_exclusive_group()
    talk.add_argument("--quiet", action="store_true", help="print only problems")
    talk.add_argument("--verbose", action="store_true", help="print more details")
    parser.add_argument(
        "--profile",
        metavar="FILE",
        help="write to FILE how long each phase took, for a bug report",
    )


def check_sizes(arguments: argparse.Namespace) -> None:
    """Check that the bounds of the size fit together.

    Raises:
        UsageError: they contradict each other.
    """
    if None not in (arguments.min_size, arguments.max_size) and arguments.min_size > arguments.max_size:
        raise UsageError("--min-size is larger than --max-size")


def folders_to_protect(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the protected folders.

    Raises:
        UsageError: one of them does not exist.
    """
    for folder in arguments.protect:
        if not os.path.isdir(folder):
            raise UsageError("there is no such folder to protect", folder)
    return tuple(os.path.abspath(folder) for folder in arguments.protect)


def scan_options(arguments: argparse.Namespace) -> ScanOptions:
    """Return the options of the scan a command line asks for.

    Raises:
        UsageError: the bounds contradict each other, or a protected folder does not exist.
    """
    check_sizes(arguments)
    if None not in (arguments.since, arguments.before) and arguments.since >= arguments.before:
        raise UsageError("--since is not earlier than --before: no file would be taken")
    return ScanOptions(
        roots=tuple(os.path.abspath(folder) for folder in arguments.folders),
        protected=folders_to_protect(arguments),
        include=tuple(arguments.include),
        exclude=tuple(arguments.exclude),
        hidden=arguments.hidden,
        no_development=arguments.no_development,
        follow=arguments.follow,
        min_size=arguments.min_size,
        max_size=arguments.max_size,
        empty=arguments.empty,
        identical=arguments.identical,
        raw=arguments.raw,
        no_media=arguments.no_media,
        jobs=arguments.jobs,
        types=tuple(name for names in arguments.type for name in names),
        not_types=tuple(name for names in arguments.not_type for name in names),
        since=arguments.since,
        before=arguments.before,
    )


def tolerances(arguments: argparse.Namespace) -> Tolerances:
    """Combine all ``--tolerance`` options; of several for one type the last counts.

    A tolerance for all types holds for each of them: the built-in limits of some types only apply if none is given.
    """
    default = None
    by_type: dict[str, float] = {}
    for file_type, value in arguments.tolerance:
        if file_type is None:
            default = value
        else:
            by_type[file_type] = value
    own = MappingProxyType(by_type)
    from simfinder.app.settings.type_limits import limits

    return Tolerances(BUILT_IN, own, limits()) if default is None else Tolerances(default, own)


def other_tolerances(arguments: argparse.Namespace, known: Tolerances) -> Tolerances:
    """Return the tolerances of a result with those of a command line in their place; see ``tolerances``."""
    if not arguments.tolerance:
        return known
    found = tolerances(arguments)
    if all(file_type is not None for file_type, _ in arguments.tolerance):
        found = replace(known, by_type=MappingProxyType({**known.by_type, **found.by_type}))
    return found


def methods(arguments: argparse.Namespace) -> Methods:
    """Combine all ``--method`` options; of several for one type the last counts.

    Raises:
        UsageError: one of them is of an extension that can't be loaded.
    """
    chosen = Methods(Method(arguments.method), MappingProxyType(dict(getattr(arguments, "method_of", {}))))
    for name in {chosen.default, *chosen.by_type.values()} & EXTENSIONS:
        from simfinder.search.candidates.registry import pair_search

        pair_search(name)
    return chosen


def _of_extensions(group: str) -> str:
    """Return the names of a group of extensions, each with a comma behind it."""
    return "".join(f"{extension.name}, " for extension in extension_points.of_group(group))


class _MethodAction(argparse.Action):
    """Store ``spamsum`` in ``method``, and ``py=spamsum`` in ``method_of`` by type."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        _option: str | None = None,
    ) -> None:
        file_type, equals, name = str(values).rpartition("=")
        if name not in set(offered()):
            known = " ".join(offered())
            raise argparse.ArgumentError(self, f"invalid choice: {values!r} (known: {known}, or EXT=METHOD)")
        if not equals:
            namespace.method = name
            return
        by_type = dict(getattr(namespace, "method_of", {}))
        by_type[file_type.strip().lstrip(".").lower()] = Method(name)
        namespace.method_of = by_type


def tolerance(text: str) -> tuple[str | None, float]:
    """Parse ``20``, ``20%``, ``py=10`` → type (None for all) and share."""
    file_type, equals, number = text.rpartition("=")
    try:
        percent = float(number.strip().removesuffix("%"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage, as in 20 or py=10") from None
    if not 0.0 <= percent <= _HIGHEST_TOLERANCE:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and {_HIGHEST_TOLERANCE:.0f} percent")
    return (file_type.strip().lstrip(".").lower() if equals else None), percent / 100.0


def size(text: str) -> int:
    """Parse ``4096``, ``10k``, ``1.5M``, ``2GiB`` → bytes (k = 1000, Ki = 1024)."""
    match = _SIZE.match(text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size, as in 4096, 10k, 1.5M or 2GiB")
    number, unit, binary = match.groups()
    return int(float(number) * (1024 if binary else 1000) ** _POWER[unit.lower()])


def types(text: str) -> tuple[str, ...]:
    """Parse ``docx``, ``.docx``, ``docx,odt``, ``pictures`` → types."""
    from simfinder.app.settings import scan_rules

    words = scan_rules.words_in(text)
    try:
        found = scan_rules.types_of(words)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{str(error)!r} is no file type") from None
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no file type")
    return found


def say_unknown_types(arguments: argparse.Namespace, found: Collection[str]) -> None:
    """Say which types a command line names that no file has and that are in no family.

    Args:
        arguments: of a scanning command.
        found: types of the files that were looked at.
    """
    from simfinder.model.file_families import Family, family_of

    families = sorted(set(Family) - {Family.OTHER})
    for name in dict.fromkeys(name for names in arguments.type for name in names):
        if name and name not in found and family_of(name) is Family.OTHER:
            meant = difflib.get_close_matches(name, families, 1)
            advice = f"; did you mean {meant[0]}?" if meant else f" (families: {' '.join(families)})"
            say(f"simfinder: no file is of type {name}{advice}")


def time(text: str) -> int:
    """Parse ``2026-03-01``, ``2026-03-01 14:30``, ``30d`` → nanoseconds since 1970."""
    try:
        return time_of(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no date, as in 2026-03-01, and no age, as in 30d"
        ) from None


def whole(text: str) -> int:
    """Parse a whole number from 0 up."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def jobs(text: str) -> int:
    """Parse a whole number from 1 up."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads")
    return int(text)
