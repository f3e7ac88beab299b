"""Add to the site what is not in its folder: the page of all commands and options, and pictures. A hook of MkDocs."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import build_pages  # noqa: E402 - beside this file

_PICTURES = "resources/screenshots"


def on_files(files: Files, config: Any) -> Files:
    """Add the generated page, and the pictures that pages show from elsewhere in the project."""
    with tempfile.TemporaryDirectory() as place:
        build_pages.write_reference(Path(place))
        text = Path(place, "commands.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "commands.md", content=text))
    for path in sorted((ROOT / _PICTURES).glob("*.png")):
        files.append(File.generated(config, f"pictures/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Let links to pictures lead to where the site has them."""
    return markdown.replace(f"](../{_PICTURES}/", "](pictures/")
