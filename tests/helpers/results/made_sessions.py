"""Sessions of files that were never on a disk: clusters of identical files, as many as a test needs, at once."""

import numpy as np

from simfinder.app.linking.pipeline import Linked
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import Representations
from simfinder.signatures.table.signature_table import SignatureTable


def made_session(sizes, types=("txt", "bin", "md")):
    """A session of a cluster for each size: the first the one that frees most, its first file the newest.

    Args:
        sizes: files of each cluster.
        types: of the files, in turn.
    """
    count = sum(sizes)
    contents = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    within = np.arange(count) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    files = [
        FileRecord(
            f"/made/{content:06d}/copy {place:05d}.{types[content % len(types)]}",
            1,
            file + 1,
            1_000_000 - content,
            10**18 - place,
        )
        for file, (content, place) in enumerate(zip(contents.tolist(), within.tolist(), strict=True))
    ]
    table = SignatureTable.blank(len(sizes))
    table.content[:, :8] = np.arange(len(sizes), dtype=">u8")[:, None].view(np.uint8).reshape(-1, 8)
    none = np.zeros(0, np.int32)
    result = ScanResult(
        files=FileColumns.of(files),
        content_row=contents,
        representations=Representations.plain(table),
        members={},
        passed_over={},
        problems=(),
        warnings=(),
        bytes=sum(file.size for file in files),
        from_cache=0,
        seconds=0.0,
    )
    return Session(
        ScanOptions(roots=("/made",)),
        result,
        Linked.of(result, Links(none, none, np.zeros(0, np.float32)), Methods()),
    )
