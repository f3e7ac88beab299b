"""The files of a scan and what its methods say of any two of them: the part of a session that never changes.

Owns the look-ups (a file by its path, its type, its content) and the figures of single pairs. It knows nothing of
clusters, tolerances or marks.
"""

from __future__ import annotations

from collections.abc import Iterable

from simfinder.app.clusters.cluster_table import FileTable
from simfinder.app.linking.method_policy import Judge
from simfinder.app.session.path_index import PathPlaces
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.file_record import FileRecord
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.scan.extract.members import count_of
from simfinder.scan.pipeline import ScanResult
from simfinder.search import similarity


class Scanned:
    """A scan and how it is judged.

    Args:
        options: of the scan.
        result: of the scan.
        files: the columns of its files.
        judge: which method decides about which types.
    """

    def __init__(self, options: ScanOptions, result: ScanResult, files: FileTable, judge: Judge) -> None:
        self.options = options
        self.result = result
        self._files = files
        self._judge = judge
        self._places = PathPlaces(result.files)

    @property
    def methods(self) -> Methods:
        """Which method decides about which types."""
        return self._judge.methods

    @property
    def measures(self) -> bool:
        """Whether figures can be measured on the bytes: not where a method of its own decides about all types."""
        return self._judge.measures

    @property
    def project_count(self) -> int:
        """Project folders that files are in, each outermost one once."""
        project = self._files.project
        return len(sorted_set(project[project >= 0]))

    def record(self, file: int) -> FileRecord:
        """What the scan knows of a file."""
        return self._files.records[file]

    def file_of(self, path: str) -> int:
        """Index of a path, -1 where it is not in this session."""
        return self._places.of(path)

    def type_name(self, file: int) -> str:
        """The type of a file."""
        return self._files.type_names[int(self._files.types[file])]

    def member_count(self, file: int) -> int:
        """How many files an archive holds; 0 for what is none, or was not looked into."""
        return count_of(self.result.members.get(int(self._files.contents[file]), b""))

    def contents_of(self, files: Iterable[int]) -> list[tuple[bytes, str]]:
        """Content hash and path of files: what ``ignoring.add`` takes."""
        return [
            (self.result.table.content[self._files.contents[file]].tobytes(), self._files.records[file].path)
            for file in files
            if self._files.contents[file] >= 0
        ]

    def figures_of(self, file: int, other: int) -> dict[str, float]:
        """Each method's own figure of any two files; empty where they were not signed."""
        rows = self.signature_rows(file, other)
        return {} if rows is None else similarity.figures(self.result.faces.table, *rows)

    def signature_rows(self, file: int, other: int) -> tuple[int, int] | None:
        """Rows of the table of all faces by which two files are judged; None where they were not signed."""
        contents = self._files.contents[[file, other]]
        if self.options.identical or (contents < 0).any():
            return None
        a, b = self._judge.best_rows(contents[:1], contents[1:])
        return int(a[0]), int(b[0])
