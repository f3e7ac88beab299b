"""Write what the command line says of itself for other programs: manual pages, completions, the reference of the site.

    python packaging/pages/build_pages.py man|completions|reference FOLDER

All of it is made of the definitions that the program parses its arguments by. Needs argparse-manpage and shtab.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import simfinder
from simfinder.cli.main import make_parser
from simfinder.cli.verbs import named

_COMPLETIONS = {"bash": "simfinder", "zsh": "_simfinder", "fish": "simfinder.fish"}
_PATHS = ("FOLDER", "FILE", "DIR", "PATH")


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser with the arguments of all commands; the program itself fills in one at a time."""
    parser = make_parser()
    for name, sub in commands(parser):
        named(name).add_arguments(sub)
        sub.description = str(sub.description)
    return parser


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def write_completions(folder: Path) -> None:
    """Write a file for each shell; names of files and folders are completed where one is asked for."""
    import shtab

    for shell, name in _COMPLETIONS.items():
        parser = whole_parser()
        for each in every(parser):
            for action in each._actions:
                words = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,)
                if action.choices is None and any(str(word).endswith(_PATHS) for word in words):
                    only = any(str(word).endswith(("FOLDER", "DIR")) for word in words)
                    action.complete = shtab.DIRECTORY if only else shtab.FILE
        (folder / name).write_text(shtab.complete(parser, shell), encoding="utf-8")


def every(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of all commands below it."""
    yield parser
    for _, sub in commands(parser):
        yield from every(sub)


def write_manuals(folder: Path, day: str) -> None:
    """Write ``simfinder.1.gz``.

    Args:
        folder: to write to.
        day: of the release, as 2026-11-21.
    """
    from argparse_manpage.manpage import Manpage

    parser = whole_parser()
    parser.usage = "simfinder [FOLDER ...] | simfinder COMMAND ..."
    parser.man_short_description = "find similar files and remove older versions"
    parser._manpage = [{"heading": "SEE ALSO", "content": "ssdeep(1), simhash(1), jdupes(1), rdfind(1)"}]
    facts = {
        "version": simfinder.__version__,
        "date": day,
        "project_name": "SimFinder",
        "manual_title": "SimFinder",
    }
    # a line that begins with a quote would be a macro of troff
    page = re.sub("^'", r"\\&'", str(Manpage(parser, facts)), flags=re.MULTILINE)
    (folder / "simfinder.1.gz").write_bytes(gzip.compress(page.encode(), mtime=0))


def write_reference(folder: Path) -> None:
    """Write ``commands.md``: the help of every command."""
    lines = ["# All commands and options", "", "What `simfinder COMMAND --help` says of each.", ""]
    for name, sub in commands(whole_parser()):
        sub.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=100)
        lines += [f"## {name}", "", "```text", re.sub(r"\s+$", "", sub.format_help()), "```", ""]
    (folder / "commands.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("man", "completions", "reference"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--day", default="", help="of the release")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.what == "man":
        write_manuals(asked.folder, asked.day)
    elif asked.what == "completions":
        write_completions(asked.folder)
    else:
        write_reference(asked.folder)
    sys.exit(0)
