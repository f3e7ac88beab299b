"""A squarified treemap: sizes become rectangles as close to squares as possible (Bruls, Huizing & van Wijk, 2000).

Folders are drawn inside folders; those too small to see become one area "others". Only what can be seen is laid out,
so the cost depends on the size of the picture, not on the number of folders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simfinder.app.views.space_map import SpaceMap


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        return self.width * self.height

    def inset(self, edge: float, top: float) -> Box:
        """Return the box without a border, and without a strip at the top."""
        width, height = self.width - 2 * edge, self.height - top - edge
        return Box(self.x + edge, self.y + top, max(0.0, width), max(0.0, height))


@dataclass(frozen=True, slots=True)
class Cell:
    """One drawn rectangle: a folder, the files directly in one, or folders too small to show.

    Attributes:
        folder: its index; for own files and others, the folder they are in.
        box: its rectangle.
        depth: 0 for what is directly in the shown folder.
        own: the files directly in the folder, not its folders.
        others: number of folders too small to show; 0 for any other cell.
        open: its content is drawn inside it.
        kinds: bytes by kind.
        files: how many.
    """

    folder: int
    box: Box
    depth: int
    kinds: tuple[int, ...]
    files: int
    own: bool = False
    others: int = 0
    open: bool = False

    @property
    def bytes(self) -> int:
        return sum(self.kinds)


@dataclass(frozen=True, slots=True)
class Looks:
    """Measures of the picture in pixels.

    Attributes:
        smallest: area of the smallest cell.
        open_width: least width of a folder to be opened.
        open_height: least height of a folder to be opened.
        title: height of the strip with its name.
        edge: gap between a folder and its content.
        depth: most levels of folders.
    """

    smallest: float = 220.0
    open_width: float = 90.0
    open_height: float = 64.0
    title: float = 20.0
    edge: float = 3.0
    depth: int = 4


def squarify(sizes: Sequence[int], box: Box) -> list[Box]:
    """Fill a box with rectangles whose areas are in proportion to sizes.

    Args:
        sizes: descending, none below 0.
        box: to be filled.

    Returns:
        A rectangle per size; empty ones where sizes are 0.
    """
    total = sum(sizes)
    if total <= 0 or box.area <= 0:
        return [Box(box.x, box.y, 0.0, 0.0) for _ in sizes]
    scale = box.area / total
    areas = [size * scale for size in sizes if size > 0]
    found: list[Box] = []
    first = 0
    while first < len(areas):
        side = min(box.width, box.height)
        last, filled, worst = first + 1, areas[first], _worst(areas[first], areas[first], areas[first], side)
        while last < len(areas):
            more = filled + areas[last]
            next_worst = _worst(areas[first], areas[last], more, side)
            if next_worst > worst:
                break
            last, filled, worst = last + 1, more, next_worst
        row, box = _row(areas[first:last], filled, box)
        found += row
        first = last
    return found + [Box(box.x, box.y, 0.0, 0.0)] * (len(sizes) - len(areas))


def _worst(largest: float, smallest: float, filled: float, side: float) -> float:
    """Return the worst aspect ratio of a row: 1 for squares."""
    if side <= 0:
        return float("inf")  # the box is used up by rounding
    thick = filled / side
    return max(largest / thick / thick, thick / smallest * thick)


def _row(areas: list[float], filled: float, box: Box) -> tuple[list[Box], Box]:
    """Lay a row of rectangles along the shorter side of a box; return them and the rest of the box."""
    row: list[Box] = []
    if box.width >= box.height:
        width = min(box.width, filled / box.height if box.height else 0.0)
        y = box.y
        for area in areas:
            height = area / width if width else 0.0
            row.append(Box(box.x, y, width, height))
            y += height
        return row, Box(box.x + width, box.y, box.width - width, box.height)
    height = min(box.height, filled / box.width if box.width else 0.0)
    x = box.x
    for area in areas:
        width = area / height if height else 0.0
        row.append(Box(x, box.y, width, height))
        x += width
    return row, Box(box.x, box.y + height, box.width, box.height - height)


def lay_out(space: SpaceMap, top: int, box: Box, looks: Looks | None = None) -> list[Cell]:
    """Return the cells of everything in a folder; a folder comes before what is drawn inside it.

    Args:
        space: the figures.
        top: the shown folder; it has no cell of its own.
        box: where to draw it.
        looks: measures.
    """
    looks = looks or Looks()
    cells: list[Cell] = []
    pending = [(top, box, 0)]
    while pending:
        folder, room, depth = pending.pop()
        for cell in _content(space, folder, room, depth, looks):
            cells.append(cell)
            if cell.open:
                pending.append((cell.folder, cell.box.inset(looks.edge, looks.title), depth + 1))
    return cells


def _content(space: SpaceMap, folder: int, room: Box, depth: int, looks: Looks) -> list[Cell]:
    """Return the cells directly in a folder: its folders, its own files, and one for those too small."""
    inside = space.inside(folder)
    bytes_of = space.folders[inside].sum(axis=1)
    own = int(space.own[folder].sum())
    total = int(bytes_of.sum()) + own
    if total <= 0 or room.area <= 0:
        return []
    seen = int((bytes_of * (room.area / total) >= looks.smallest).sum())  # sizes descend
    parts: list[tuple[int, Cell]] = []
    nowhere = Box(0, 0, 0, 0)
    for child in inside[:seen].tolist():
        kinds = tuple(space.folders[child].tolist())
        parts.append((sum(kinds), Cell(child, nowhere, depth, kinds, int(space.files[child]))))
    if own:
        kinds = tuple(space.own[folder].tolist())
        parts.append((own, Cell(folder, nowhere, depth, kinds, int(space.own_files[folder]), own=True)))
    rest = inside[seen:]
    if len(rest) and int(bytes_of[seen:].sum()):
        kinds = tuple(space.folders[rest].sum(axis=0).tolist())
        cell = Cell(folder, nowhere, depth, kinds, int(space.files[rest].sum()), others=len(rest))
        parts.append((sum(kinds), cell))
    parts.sort(key=lambda part: -part[0])
    boxes = squarify([size for size, _ in parts], room)
    return [_placed(cell, box, looks) for (_, cell), box in zip(parts, boxes, strict=True)]


def _placed(cell: Cell, box: Box, looks: Looks) -> Cell:
    opened = (
        not cell.own
        and not cell.others
        and cell.depth < looks.depth
        and box.width >= looks.open_width
        and box.height >= looks.open_height
    )
    return Cell(cell.folder, box, cell.depth, cell.kinds, cell.files, cell.own, cell.others, opened)
