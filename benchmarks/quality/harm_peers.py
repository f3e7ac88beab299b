"""What people would take instead of SimFinder to get rid of older versions, and SimFinder itself, run on a tree.

Each gives marks and clusters. The peers link files above a score, call connected ones a cluster, and keep the newest
file of each by its time. ssdeep and simhash(1) are run as programs; MinHash on words is written here, on text that the
libraries people use draw from documents.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import xxhash
from numpy.typing import NDArray

from quality.accuracy_peers import captured, lines, simhash_rows, ssdeep_rows
from quality.harm_scores import Answer, Mark

SSDEEP_SCORE = 0.75
SIMHASH_SCORE = 0.70
MINHASH_SCORE = 0.70
_PERMUTATIONS = 128
_BAND = 4  # values of a signature that must agree for a pair to be compared: found at .7 with 1 - 2e-4
_LARGE_PRIME = (1 << 31) - 1
_WORD = re.compile(r"\w+")


def simfinder(files: str, into: str, options: Sequence[str] = ()) -> Answer:
    """``plan`` and ``scan`` at their defaults, with folders of their own for cache and settings.

    Args:
        files: the tree.
        into: a folder of ours.
        options: further ones of ``plan``.
    """
    home = dict(os.environ) | {
        f"XDG_{name}_HOME": os.path.join(into, name.lower()) for name in ("CACHE", "CONFIG", "DATA", "STATE")
    }
    plan, scan = os.path.join(into, "plan"), os.path.join(into, "scan")
    program = [sys.executable, "-m", "simfinder"]
    folder = str(Path(__file__).resolve().parents[2])
    cost = captured([*program, "plan", files, "--json", "--quiet", *options], plan, folder, home)
    captured([*program, "scan", files, "--json", "--quiet"], scan, folder, home)
    with open(plan, encoding="utf-8") as file:
        marks = read_plan(json.load(file), files)
    with open(scan, encoding="utf-8") as file:
        clusters = [
            [os.path.relpath(one["path"], files) for one in cluster["files"]]
            for cluster in json.load(file)["clusters"]
        ]
    return Answer(marks, clusters, cost.wall)


def each_folder(files: str, into: str, options: Sequence[str] = ()) -> Answer:
    """The answers of SimFinder on each folder of a tree by itself, as one."""
    marks, clusters, seconds = {}, [], 0.0
    for name in sorted(os.listdir(files)):
        answer = simfinder(os.path.join(files, name), into, options)
        for mark in answer.marks.values():
            path, survivor = f"{name}/{mark.path}", f"{name}/{mark.survivor}" if mark.survivor else ""
            marks[path] = replace(mark, path=path, survivor=survivor)
        clusters += [[f"{name}/{path}" for path in cluster] for cluster in answer.clusters]
        seconds += answer.seconds
    return Answer(marks, clusters, seconds)


def read_plan(plan: Mapping[str, object], files: str) -> dict[str, Mark]:
    """Marks of a plan in JSON, by paths below a folder."""
    marks = {}
    for act in plan["acts"]:
        path = os.path.relpath(act["path"], files)
        survivor = (act.get("survivor") or {}).get("path")
        marks[path] = Mark(
            path,
            os.path.relpath(survivor, files) if survivor else "",
            act.get("similarity") or 0.0,
            act.get("relation") or "",
            act.get("reason") or "",
        )
    return marks


def connected(pairs: Iterable[tuple[str, str, float]]) -> list[list[str]]:
    """Connected components of linked paths."""
    above: dict[str, str] = {}

    def top(path: str) -> str:
        while above.setdefault(path, path) != path:
            above[path] = above[above[path]]
            path = above[path]
        return path

    for one, other, _ in pairs:
        above[top(one)] = top(other)
    groups: dict[str, list[str]] = defaultdict(list)
    for path in above:
        groups[top(path)].append(path)
    return [sorted(group) for group in groups.values()]


def keep_newest(files: str, pairs: Sequence[tuple[str, str, float]], seconds: float) -> Answer:
    """All but the newest file of each connected cluster are marked; of equal times the first path stays."""
    clusters, marks = connected(pairs), {}
    best: dict[str, tuple[float, str]] = {}
    for one, other, score in pairs:
        best[one] = max(best.get(one, (0.0, "")), (score, other))
        best[other] = max(best.get(other, (0.0, "")), (score, one))
    for cluster in clusters:
        times = {path: os.stat(os.path.join(files, path)).st_mtime_ns for path in cluster}
        kept = min(cluster, key=lambda path: (-times[path], path))
        for path in cluster:
            if path != kept:
                score, nearest = best[path]
                marks[path] = Mark(path, kept, score, "older", f"linked with {nearest}")
    return Answer(marks, clusters, seconds)


def identical(files: str, paths: Sequence[str]) -> list[tuple[str, str, float]]:
    """Pairs of equal contents: each with the first of its group."""
    first: dict[bytes, str] = {}
    found = []
    for path in paths:
        with open(os.path.join(files, path), "rb") as file:
            content = xxhash.xxh3_128_digest(file.read())
        if first.setdefault(content, path) != path:
            found.append((first[content], path, 1.0))
    return found


def _identical_only(files: str, paths: Sequence[str], _into: str) -> list[tuple[str, str, float]]:
    return identical(files, paths)


def _ssdeep(files: str, paths: Sequence[str], into: str) -> list[tuple[str, str, float]]:
    output = os.path.join(into, "ssdeep")
    try:
        captured(["ssdeep", "-r", "-l", "-s", "-c", "-d", "."], output, files)
    except RuntimeError:
        if os.path.getsize(output):
            raise
    known = set(paths)
    rows = ((os.path.normpath(a), os.path.normpath(b), score) for a, b, score in ssdeep_rows(lines(output)))
    found = [(a, b, score) for a, b, score in rows if score >= SSDEEP_SCORE and a in known and b in known]
    return found + identical(files, paths)


def _simhash(files: str, paths: Sequence[str], into: str) -> list[tuple[str, str, float]]:
    """By links with numbers for names: its matrix takes names of ASCII only, and all in one call."""
    output, folder = os.path.join(into, "simhash"), os.path.join(into, "numbered")
    os.mkdir(folder)
    names = {f"f{number}": path for number, path in enumerate(paths)}
    for name, path in names.items():
        os.symlink(os.path.join(files, path), os.path.join(folder, name))
    captured(["simhash", "-f", "128", "-m", *names], output, folder)
    rows = simhash_rows(lines(output))
    found = [(names[one], names[other], score) for one, other, score in rows if score >= SIMHASH_SCORE]
    return found + identical(files, paths)


def _minhash(files: str, paths: Sequence[str], _into: str) -> list[tuple[str, str, float]]:
    """Pairs whose signatures agree in 70 % of their values: MinHash of the distinct triples of words."""
    signed, signatures = [], []
    draw = np.random.default_rng(1)
    factors = draw.integers(1, _LARGE_PRIME, _PERMUTATIONS, dtype=np.uint64)
    offsets = draw.integers(0, _LARGE_PRIME, _PERMUTATIONS, dtype=np.uint64)
    for path in paths:
        triples = word_triples(extract_text(os.path.join(files, path)))
        if len(triples):
            hashed = (triples[:, None] * factors + offsets) % np.uint64(_LARGE_PRIME)
            signatures.append(hashed.min(axis=0))
            signed.append(path)
    table = np.array(signatures).reshape(len(signed), _PERMUTATIONS)
    found = {}
    for at in range(0, _PERMUTATIONS, _BAND):
        rooms: dict[bytes, list[int]] = defaultdict(list)
        for row, key in enumerate(table[:, at : at + _BAND]):
            rooms[key.tobytes()].append(row)
        for rows in rooms.values():
            for number, one in enumerate(rows[:-1]):
                others = rows[number + 1 :]
                scores = (table[others] == table[one]).mean(axis=1)
                for other, score in zip(others, scores, strict=True):
                    if score >= MINHASH_SCORE:
                        found[signed[one], signed[other]] = float(score)
    return [(one, other, score) for (one, other), score in found.items()] + identical(files, paths)


PEERS: dict[str, tuple[str, Callable[[str, Sequence[str], str], list[tuple[str, str, float]]]]] = {
    "ssdeep, 75": ("ssdeep", _ssdeep),
    "simhash(1), .7": ("simhash", _simhash),
    "MinHash of words, .7": ("", _minhash),
    "identical only": ("", _identical_only),
}
"""By the name of the row: the program that must be there, and what gives its pairs."""


def ask(name: str, files: str, paths: Sequence[str], into: str) -> Answer:
    """The answer of a peer on some files of a tree."""
    begin = time.monotonic()
    pairs = PEERS[name][1](files, paths, into)
    return keep_newest(files, pairs, time.monotonic() - begin)


def word_triples(text: str) -> NDArray[np.uint64]:
    """Hashes, below 2³¹, of the distinct triples of successive words of a text; of all its words if there are fewer."""
    words = _WORD.findall(text.lower())
    if not words:
        return np.zeros(0, np.uint64)
    triples = {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))}
    return np.array(
        [xxhash.xxh32_intdigest(one.encode("utf-8", "replace")) % _LARGE_PRIME for one in triples], np.uint64
    )


class _Words(HTMLParser):
    """Collects what a page says."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._silent += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data)


def extract_text(path: str) -> str:
    """The words of a file, as the libraries of its format draw them; "" for what has none or is damaged."""
    with open(path, "rb") as file:
        data = file.read()
    suffix = path.rpartition(".")[2].lower()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if suffix in _EXTRACTORS:
                return _EXTRACTORS[suffix](data)
    except Exception:
        return ""
    if b"\0" in data[:4096] or data[:2] == b"\x1f\x8b":
        return ""
    return data.decode("utf-8", "replace")


def _html(data: bytes) -> str:
    words = _Words()
    words.feed(data.decode("utf-8", "replace"))
    return " ".join(words.found)


def _docx(data: bytes) -> str:
    import docx

    document = docx.Document(io.BytesIO(data))
    cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return "\n".join([*(one.text for one in document.paragraphs), *cells])


def _pptx(data: bytes) -> str:
    import pptx

    deck = pptx.Presentation(io.BytesIO(data))
    return "\n".join(
        shape.text_frame.text for slide in deck.slides for shape in slide.shapes if shape.has_text_frame
    )


def _xlsx(data: bytes) -> str:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    rows = (row for sheet in book.worksheets for row in sheet.iter_rows(values_only=True))
    return "\n".join(" ".join(str(value) for value in row if value is not None) for row in rows)


def _odf(data: bytes) -> str:
    from odf import opendocument, teletype
    from odf.text import H, P

    document = opendocument.load(io.BytesIO(data))
    parts = [*document.getElementsByType(H), *document.getElementsByType(P)]
    return "\n".join(teletype.extractText(part) for part in parts)


def _pdf(data: bytes) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


_EXTRACTORS: dict[str, Callable[[bytes], str]] = {
    "html": _html,
    "htm": _html,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "odt": _odf,
    "ods": _odf,
    "odp": _odf,
    "pdf": _pdf,
    **dict.fromkeys(("jpg", "jpeg", "png", "zip", "gz"), lambda _data: ""),
}
