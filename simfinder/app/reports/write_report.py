"""Write results to a file, whole or not at all: as JSON, CSV or HTML, the same as on the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from enum import StrEnum

from simfinder.app.reports.csv_report import csv_text
from simfinder.app.reports.image_bytes import Picture, small_picture
from simfinder.app.reports.json_report import scan_text
from simfinder.app.session.session import Session
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.store.atomic_write import written_whole


class Form(StrEnum):
    """Formats of results, by the extensions of their files."""

    JSON = "json"
    CSV = "csv"
    HTML = "html"


def text(
    session: Session,
    form: Form,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
    picture: Picture = small_picture,
) -> Iterator[str]:
    """Return results as text, in pieces; ASCII in JSON, valid Unicode in the others.

    Args:
        session: to report.
        form: of the text.
        problems: of the scan and what came after; None for those of the scan alone. CSV has none.
        parts: files that lie in others: whole, part, share. CSV has none.
        picture: returns thumbnails for HTML.
    """
    if form is Form.CSV:
        yield from csv_text(session)
    elif form is Form.HTML:
        from simfinder.app.reports.html_report import (
            html_text,  # with folders, a tenth of all that a scan imports
        )

        yield from html_text(session, problems, parts, picture)
    else:
        yield from scan_text(session, problems, parts)


def write(
    session: Session,
    path: str | os.PathLike[str],
    form: Form,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
    picture: Picture = small_picture,
    control: Control | None = None,
) -> int:
    """Write results to a file; return its bytes.

    Args:
        session: as for ``text``; it must not change meanwhile.
        path: of the file, which is replaced; its folder must be there.
        form: of the file.
        problems: as for ``text``.
        parts: as for ``text``.
        picture: as for ``text``.
        control: cancelling, between pieces.

    Raises:
        StoreUnavailableError: it can't be written; an existing file is unchanged.
        Cancelled: on request; an existing file is unchanged.
    """
    with written_whole(path) as file:
        for piece in text(session, form, problems, parts, picture):
            if control:
                control.check()
            file.write(piece.encode())
        return file.tell()
