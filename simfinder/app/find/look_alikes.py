"""Pictures of a scan that look, and recordings that sound, like the file asked about."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.av_readers import SoundReader
from simfinder.scan.media.decoders import is_installed
from simfinder.scan.media.picture_reader import PictureReader
from simfinder.scan.pipeline import ScanResult
from simfinder.search.similarity import MAX_ESTIMATE


def look_alikes(asked: FileRecord, result: ScanResult, control: Control) -> npt.NDArray[np.float32]:
    """Return what share of each file agrees with a picture or recording, (n,); NaN where they don't look alike.

    Args:
        asked: the file asked about, whatever it is.
        result: the scan.
        control: asked for a cancel.

    Raises:
        Cancelled: on request.
    """
    figures, representations = np.full(len(result.files), np.nan, np.float32), result.representations
    if (looks := representations.looks) is not None and len(looks):
        with PictureReader(control) as reader:
            look, _ = reader.read(asked, follow=True)
        rows = looks.rows(result.content_row)
        of_pictures = np.flatnonzero(rows >= 0)
        figures[of_pictures] = looks.beside(look)[rows[of_pictures]]
    if (recordings := representations.recordings) is not None and len(recordings) and is_installed("av"):
        with SoundReader(control) as listener:
            heard, _ = listener.read(asked, follow=True)
        rows = recordings.rows(result.content_row)
        heard_ones = np.flatnonzero(rows >= 0)
        figures[heard_ones] = recordings.beside(heard)[rows[heard_ones]]
    return np.minimum(figures, np.float32(MAX_ESTIMATE))
