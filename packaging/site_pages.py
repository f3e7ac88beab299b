"""Add to the site what is made from the program: the page of all commands and options. A hook of MkDocs."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import build_pages  # noqa: E402 - beside this file


def on_files(files: Files, config: Any) -> Files:
    """Add the generated page to those of the folder."""
    with tempfile.TemporaryDirectory() as place:
        build_pages.write_reference(Path(place))
        text = Path(place, "commands.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "commands.md", content=text))
    return files
