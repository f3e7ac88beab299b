"""How results look: colours, and paths below the current folder without it, where a person reads them on a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from enum import IntEnum

from simfinder.cli.terminal import visible

WHEN = ("auto", "always", "never")


class Style(IntEnum):
    """Ways to paint a text, by their numbers in ECMA-48 (8.3.117, select graphic rendition)."""

    BOLD = 1
    FAINT = 2
    RED = 31
    GREEN = 32
    YELLOW = 33
    CYAN = 36


@dataclass(frozen=True, slots=True)
class Look:
    """How results look.

    Attributes:
        colors: texts are painted.
        folder: paths below this folder are shown from there; "" shows all paths in full.
    """

    colors: bool = False
    folder: str = ""

    def paint(self, text: str, *styles: Style) -> str:
        """Return a text in some styles; it must be one that no terminal obeys, see ``visible``."""
        if not (self.colors and text and styles):
            return text
        return f"\x1b[{';'.join(str(int(style)) for style in styles)}m{text}\x1b[0m"

    def path(self, path: str) -> str:
        """Return a path as a person would name it here, its folder faint."""
        if self.folder and path.startswith(self.folder):
            path = path[len(self.folder) :]
            if path.startswith("-"):
                path = os.path.join(os.curdir, path)
        folder, name = path[: -len(os.path.basename(path)) or None], os.path.basename(path)
        if not name:
            folder, name = "", path
        return self.paint(visible(folder), Style.FAINT) + visible(name)

    def sentence(self, text: str) -> str:
        """Return a sentence with the paths in it as a person would name them here."""
        return visible(text.replace(f" {self.folder}", " ") if self.folder else text)


PLAIN = Look()
"""No colours, and paths in full."""


def add_color_option(parser: argparse.ArgumentParser) -> None:
    """Add the option on colours."""
    parser.add_argument(
        "--color",
        choices=WHEN,
        default=WHEN[0],
        help="paint results: on a terminal (auto, the default; never if NO_COLOR is set), always, or never",
    )


def chosen_look(arguments: argparse.Namespace) -> Look:
    """Return how the results of a command look on the standard output."""
    on_screen = sys.stdout.isatty()
    colors = on_screen and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if arguments.color != "auto":
        colors = arguments.color == "always"
    return Look(colors, _here() if on_screen else "")


def _here() -> str:
    try:
        return os.path.join(os.getcwd(), "")
    except OSError:  # the folder is gone
        return ""
