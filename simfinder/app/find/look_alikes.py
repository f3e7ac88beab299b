"""Pictures of a scan that look like the file asked about."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.picture_reader import PictureReader
from simfinder.scan.pipeline import ScanResult
from simfinder.search.similarity import MAX_ESTIMATE


def look_alikes(asked: FileRecord, result: ScanResult, control: Control) -> npt.NDArray[np.float32]:
    """Return what share of each file of a scan agrees with a picture, (n,); NaN where they don't look alike.

    Args:
        asked: the file asked about, whatever it is.
        result: the scan.
        control: asked for a cancel.

    Raises:
        Cancelled: on request.
    """
    figures, looks = np.full(len(result.files), np.nan, np.float32), result.representations.looks
    if looks is None or not len(looks):
        return figures
    with PictureReader(control) as reader:
        look, _ = reader.look(asked, follow=True)
    rows = looks.rows(result.content_row)
    of_pictures = np.flatnonzero(rows >= 0)
    figures[of_pictures] = looks.beside(look)[rows[of_pictures]]
    return np.minimum(figures, np.float32(MAX_ESTIMATE))
