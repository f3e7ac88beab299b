"""Licences of the parts that the program is made of: the packages it needs, and in a bundle what else lies in it."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

__all__ = ["FOLDER", "Part", "parts"]

FOLDER = "licences"
"""Name of the folder in a bundle with the texts for all that is no Python package; one file a part."""
_PROGRAM = "simfinder"
_TEXT = re.compile(r"(^|/)((licen[sc]e|copying|notice)[^/]*|licen[sc]es/.+)$", re.IGNORECASE)
_IN_METADATA = re.compile(r"^[^/]+\.dist-info/")
_NAME = re.compile(r"[\w.-]+")
_LONGEST = 60  # characters of a licence's name; some packages put its text there


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the program that others have written.

    Attributes:
        name: of the package or library.
        version: of a package; "" for a library.
        licence: its name, in the words of its authors; "" if they only give the text.
        text: of the licence; "" if it does not lie beside the part.
    """

    name: str
    version: str
    licence: str
    text: str


def parts(program: str = _PROGRAM) -> list[Part]:
    """Return all parts of the installed program, by name; those of its own extras, too, if they are installed.

    Args:
        program: name of the package whose requirements are followed.
    """
    found: dict[str, Part] = {}
    names = [program]
    while names:
        name = _key(names.pop())
        if name in found:
            continue
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # for another system, or an extra that is not installed
            continue
        found[name] = _part(package)
        for requirement in package.requires or ():
            match = _NAME.match(requirement)
            if match and ("extra ==" not in requirement or name == _key(program)):
                names.append(match[0])
    found.pop(_key(program), None)
    return sorted([*found.values(), *_beside()], key=lambda part: part.name.lower())


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _part(package: metadata.Distribution) -> Part:
    about = package.metadata
    (licence, *_) = about.get_all("License-Expression") or about.get_all("License") or [""]
    if not licence or len(licence) > _LONGEST or "\n" in licence:
        classes = [line for line in about.get_all("Classifier") or () if line.startswith("License ::")]
        licence = ", ".join(line.rpartition(" :: ")[2] for line in classes)
    files = [
        str(path)
        for path in package.files or ()
        if _IN_METADATA.search(str(path)) and _TEXT.search(str(path))
    ]
    files.sort(key=lambda name: (name.count("/"), name))  # its own licence before those of what it holds
    texts = [Path(str(package.locate_file(name))) for name in files]
    whole = "\n\n".join(text.read_text("utf-8", "replace").strip() for text in texts if text.is_file())
    return Part(about["Name"], package.version, licence, whole)


def _beside() -> list[Part]:
    place = getattr(sys, "_MEIPASS", None)  # of a bundle
    files = sorted(Path(place, FOLDER).glob("*.txt")) if place else []
    return [
        Part(file.stem, "", "", file.read_text(encoding="utf-8", errors="replace").strip()) for file in files
    ]
