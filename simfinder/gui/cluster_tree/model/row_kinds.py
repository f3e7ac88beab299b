"""Names for the kinds of rows, the columns and the roles of the cluster tree."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class Row(IntEnum):
    """Kinds of rows."""

    CLUSTER = 0
    FILE = 1  # of a cluster
    NOTE = 2  # below the files of a cluster: one of them is inside a file, or contains one
    HEADING = 3  # of the section of files that are inside others
    WHOLE = 4
    PART = 5  # below a whole
    MORE = 6  # below the files of a cluster: the rest of them is not listed yet
    HELD = 7  # a part that several files contain
    HOLDER = 8  # below it: a file that contains it


OF_GROUPS = (Row.WHOLE, Row.HELD)
"""Kinds of top-level rows below the heading of the section."""

OF_PAIRS = (Row.NOTE, Row.PART, Row.HOLDER)
"""Kinds of rows whose keys have a whole and a part."""


RowKey = tuple[Row, int, int]
"""What finds a row again in any order: its kind and file; of notes, parts and holders the whole and the part."""


class Column(IntEnum):
    """Columns of the tree, left to right."""

    NAME = 0
    SHARED = 1
    VERSION = 2
    MODIFIED = 3
    SIZE = 4
    FOLDER = 5


class Role(IntEnum):
    """Roles that the delegates ask for besides Qt's own."""

    FILE = Qt.ItemDataRole.UserRole + 1  # file index; of a cluster its kept file's
    SIMILARITY = Qt.ItemDataRole.UserRole + 2  # 0..1, None for the kept file and for clusters
    RELATION = Qt.ItemDataRole.UserRole + 3  # Relation, None for clusters
    PROTECTED = Qt.ItemDataRole.UserRole + 4
    WITHIN = Qt.ItemDataRole.UserRole + 5  # within the tolerance of the kept file itself
    SUMMARY = Qt.ItemDataRole.UserRole + 6  # of a cluster
    ESTIMATED = Qt.ItemDataRole.UserRole + 7  # the similarity is not checked on the bytes yet
    ROW = Qt.ItemDataRole.UserRole + 8  # Row
    FILTERED_OUT = (
        Qt.ItemDataRole.UserRole + 9
    )  # the filter does not name the file, only others of its cluster
    THROUGH = Qt.ItemDataRole.UserRole + 10  # through which file it is in its cluster; "" for most
