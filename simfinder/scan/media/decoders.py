"""Which libraries decode media that Pillow does not, and what people are told where one is not installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable

from simfinder.model.file_families import Family, family_of
from simfinder.model.file_record import Problem
from simfinder.model.file_type import type_of
from simfinder.text.message import say

HEIC = frozenset({"heic", "heif"})
RAW = frozenset(
    "3fr arw cr2 cr3 dng erf fff iiq kdc mef mos nef nrw orf pef raf raw rw2 rwl sr2 srw".split()  # noqa: SIM905
)
RAW_HEADS = b"IIU\0", b"IIRO", b"IIRS", b"MMOR", b"FUJIFILMCCD-RAW"
"""First bytes of raw pictures that are no TIFFs: Panasonic's, Olympus's and Fujifilm's; Canon's newer ones are MP4."""
HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
AVIF_BRANDS = frozenset({b"avif", b"avis"})
_CR3 = b"crx "
OPTIONAL: dict[str, Callable[[str], bool]] = {
    "av": lambda kind: family_of(kind) in (Family.SOUND, Family.VIDEO),
    "pillow_heif": lambda kind: kind in HEIC,
    "rawpy": lambda kind: kind in RAW,
}
"""Modules of the extra ``media``, and which types of files each one is for."""


def is_of_phone_or_camera(head: bytes) -> bool:
    """Return whether a file begins as HEIF, AVIF or as a camera's raw picture that is no TIFF.

    Args:
        head: at least its first 16 bytes.
    """
    if head[4:8] == b"ftyp":
        return head[8:12] in HEIF_BRANDS | AVIF_BRANDS or head[8:12] == _CR3
    return head.startswith(RAW_HEADS)


def is_installed(module: str) -> bool:
    """Return whether a module is there; nothing is imported."""
    return importlib.util.find_spec(module) is not None


def missed(paths: Iterable[str]) -> list[Problem]:
    """Return a warning for each library that is not installed, naming the first file it would have decoded.

    Args:
        paths: of pictures, recordings and films.
    """
    wanting = {module: kinds for module, kinds in OPTIONAL.items() if not is_installed(module)}
    found: dict[str, list[str]] = {}
    for path in paths if wanting else ():
        kind = type_of(path)
        for module, wants in wanting.items():
            if wants(kind):
                found.setdefault(module, []).append(path)
    return [
        Problem(
            its[0],
            say("{} is not installed: this file is compared by its bytes only", module)
            if len(its) == 1
            else say(
                "{} is not installed: {:,} such files are compared by their bytes only",
                module,
                len(its),
            ),
        )
        for module, its in found.items()
    ]
