"""Write results to a file, whole or not at all: as JSON, CSV or HTML, the same as on the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from simfinder.app.reports.csv_report import csv_text
from simfinder.app.reports.image_bytes import Picture, small_picture
from simfinder.app.reports.json_report import scan_text
from simfinder.app.session.session import Session
from simfinder.model import extension_points
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.store.atomic_write import written_whole


class Reported(NamedTuple):
    """What a report is about.

    Attributes:
        session: the results.
        problems: of the scan and what came after; None for those of the scan alone. CSV has none.
        parts: files that lie in others: whole, part, share. CSV has none.
        picture: returns thumbnails for HTML.
    """

    session: Session
    problems: Sequence[Problem] | None = None
    parts: Sequence[tuple[str, str, float]] = ()
    picture: Picture = small_picture


class Form(NamedTuple):
    """A format of results.

    Attributes:
        text: yields a report as text, in pieces.
    """

    text: Callable[[Reported], Iterator[str]]


def _html(of: Reported) -> Iterator[str]:
    from simfinder.app.reports.html_report import (
        html_text,  # with folders, a tenth of all that a scan imports
    )

    yield from html_text(*of)


FORMS: Final = extension_points.ExtensionPoint(
    extension_points.REPORTS,
    Form,
    {
        "json": Form(lambda of: scan_text(of.session, of.problems, of.parts)),
        "csv": Form(lambda of: csv_text(of.session)),
        "html": Form(_html),
    },
)
"""Formats of results, by the extensions of their files."""


def text(
    session: Session,
    form: str,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
    picture: Picture = small_picture,
) -> Iterator[str]:
    """Return results as text, in pieces; ASCII in JSON, valid Unicode in the others.

    Args:
        session: to report.
        form: one of ``FORMS``.
        problems: as for ``Reported``.
        parts: as for ``Reported``.
        picture: as for ``Reported``.

    Raises:
        UsageError: nothing has this form, or the extension that has it can't be loaded.
    """
    return FORMS[form].text(Reported(session, problems, parts, picture))


def write(
    session: Session,
    path: str | os.PathLike[str],
    form: str,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
    picture: Picture = small_picture,
    control: Control | None = None,
) -> int:
    """Write results to a file; return its bytes.

    Args:
        session: as for ``text``; it must not change meanwhile.
        path: of the file, which is replaced; its folder must be there.
        form: of the file, one of ``FORMS``.
        problems: as for ``text``.
        parts: as for ``text``.
        picture: as for ``text``.
        control: cancelling, between pieces.

    Raises:
        StoreUnavailableError: it can't be written; an existing file is unchanged.
        Cancelled: on request; an existing file is unchanged.
        UsageError: as for ``text``.
    """
    with written_whole(path) as file:
        for piece in text(session, form, problems, parts, picture):
            if control:
                control.check()
            file.write(piece.encode())
        return file.tell()
