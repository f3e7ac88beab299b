"""tar archives, compressed or not: their regular files in the order of the archive, read from front to back."""

from __future__ import annotations

import tarfile
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.views.outlet import Outlet


def stream(source: BinaryIO, out: Outlet) -> None:
    """The files of a tar.

    Args:
        source: need not be able to seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged or ends too early.
    """
    try:
        with tarfile.open(fileobj=source, mode="r|") as archive:
            for entry in archive:
                if not entry.isreg():
                    continue
                file = archive.extractfile(entry)
                assert file is not None
                out.member(entry.name.encode("utf-8", "surrogateescape"), file)
    except (tarfile.TarError, EOFError) as error:
        raise ViewError("is damaged or ends too early") from error
