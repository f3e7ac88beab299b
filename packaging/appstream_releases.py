"""Write the releases of the change log into the AppStream data, which software centres read.

    python packaging/appstream_releases.py

A test fails while the two differ. Standard library only.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
CHANGELOG = HERE / "CHANGELOG.md"
METAINFO = HERE / "io.github.simfinder.SimFinder.metainfo.xml"

_RELEASE = re.compile(
    r"^## (?P<version>\d[\w.]*) - (?P<day>\d{4}-\d\d-\d\d)\n(?P<text>.*?)(?=^## |\Z)",
    re.MULTILINE | re.DOTALL,
)
_SECTION = re.compile(r"^### (?P<title>[^\n]+)\n(?P<text>.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^- (?P<text>.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
_LISTED = re.compile(r" *<releases>.*</releases>\n", re.DOTALL)


def releases(changelog: str) -> str:
    """Return the ``releases`` element for a change log, newest first as there; what is unreleased is not in it."""
    lines = ["  <releases>"]
    for release in _RELEASE.finditer(changelog):
        lines += [
            f'    <release version="{release["version"]}" date="{release["day"]}" type="stable">',
            "      <description>",
        ]
        for section in _SECTION.finditer(release["text"]):
            lines += [f"        <p>{_plain(section['title'])}</p>", "        <ul>"]
            lines += [
                f"          <li>{_plain(item['text'])}</li>" for item in _ITEM.finditer(section["text"])
            ]
            lines += ["        </ul>"]
        lines += ["      </description>", "    </release>"]
    return "\n".join([*lines, "  </releases>", ""])


def _plain(text: str) -> str:
    """Return a text of the change log as AppStream has it: in one line, code marked, no other markup."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"`([^`]+)`", re.sub(r"\*+([^*]+)\*+", r"\1", text))
    return "".join(
        f"<code>{escape(part)}</code>" if at % 2 else escape(part) for at, part in enumerate(parts)
    )


def filled(metainfo: str, changelog: str) -> str:
    """Return AppStream data with the releases of a change log."""
    return _LISTED.sub(lambda _: releases(changelog), metainfo, count=1)


if __name__ == "__main__":
    METAINFO.write_text(filled(METAINFO.read_text("utf-8"), CHANGELOG.read_text("utf-8")), "utf-8")
