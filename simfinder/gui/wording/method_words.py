"""What the methods are called in the window, and what each looks at, in the menu of a type and in the details.

A method without words here has its own name everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from simfinder.model.scan_options import FIGURES, Method


class MethodWords(NamedTuple):
    """Words for one method.

    Attributes:
        name: in a few words.
        tip: a sentence for choosing it.
        figure: a sentence on its figure for two files.
    """

    name: str
    tip: str = ""
    figure: str = ""


def method_words(method: str) -> MethodWords:
    """Return the words for a method, or for "sketch"."""
    words = {
        Method.AUTO: MethodWords(
            _tr("Shared content (automatic)"),
            _tr("All methods propose pairs; what two files share decides, and is verified byte by byte."),
        ),
        "sketch": MethodWords(
            _figure("Sampled pieces"),
            "",
            _figure(
                "Share of 128 sampled 8-byte pieces (shingles) that are in both files. Moved blocks cost nothing."
            ),
        ),
        Method.TAGCOUNT: MethodWords(
            _tr("Bit pattern counts"),
            _tr("How often certain short bit patterns occur: quick and rough."),
            _figure(
                "How alike the counts of sixteen bit patterns are. Also high for unrelated files of one kind."
            ),
        ),
        Method.SPAMSUM: MethodWords(
            _tr("Pieces in order"),
            _tr(
                "Pieces in the same order: for text that was edited here and there. The method is"
                " spamsum, as in ssdeep."
            ),
            _figure(
                "How alike the pieces are in their order: the score of the spamsum signatures, as ssdeep gives it."
            ),
        ),
        Method.SIMHASH: MethodWords(
            _tr("Fingerprint bits"),
            _tr(
                "64 bits that differ little where two files do: for texts of about one length. The"
                " method is SimHash."
            ),
            _figure(
                "Share of equal bits of two 64-bit fingerprints (SimHash). Unrelated files have about"
                " half of them in common."
            ),
        ),
        Method.SHINGLEPRINT: MethodWords(
            _tr("Piece checksums"),
            _tr("A sample of short pieces, wherever they are in the file. The method is shingleprint."),
            _figure(
                "Share of common checksums of pieces (shingleprint), as simhash(1) gives it: much like"
                " the sampled pieces above."
            ),
        ),
        Method.CONTENT: MethodWords(
            _tr("Identical content only"), _tr("Only files whose every byte is equal.")
        ),
    }
    return words.get(method, MethodWords(method))


def figure_words() -> list[tuple[str, MethodWords]]:
    """Return the methods that have a figure for two files, in their order, with their words."""
    return [(name, method_words(name)) for name in FIGURES]


def _tr(text: str) -> str:
    return QCoreApplication.translate("TolerancePanel", text)


def _figure(text: str) -> str:
    return QCoreApplication.translate("SharedRangesView", text)
