"""Damaged answers of sandboxed processes, messages from storage, and infos of the Trash: what comes from hands that are
not ours and goes on to the window, the cache and the disk. Every maker returns samples, what changes one of them, and
what reads the changed one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simfinder.actions.filesystem import freedesktop_trash
from simfinder.app.verify import large_files
from simfinder.app.verify.containment.matching_ranges import Range
from simfinder.errors import UsageError
from simfinder.gui.widgets.image_decoder.protocol import Head, Trouble, pack_head, unpack_head
from simfinder.model.file_record import FileRecord
from simfinder.scan.extract import members, view_reader
from simfinder.scan.extract.members import Member
from simfinder.scan.extract.view_reader import Made
from simfinder.scan.extract.view_service import pack_answer
from simfinder.scan.sign_views import ViewRecord
from simfinder.text.message import decode, encode, say
from tests.helpers.fuzz.fuzz_changes import by_words
from tests.helpers.fuzz.fuzz_texts import Format

_MARKS = "\u2061\u2062\u2063\u2064\u2065"
_SIDE = 400  # pixels of a picture that was asked for
_MOST_TIMES = 4  # a sentence is at most so many times as long as what was stored, and some


def answers(_folder: Path) -> Format:
    """Answers of the process that makes views: a view whose numbers fit, a reason, or nonsense."""
    listed = members.pack([Member(f"name {n}".encode(), n << 20, bytes([n]) * 16) for n in range(5)])
    words = ("", "zip", "243", "0", "1234", "0", "1", "1", "2", "3", "4")
    samples = [
        pack_answer(words, listed),
        pack_answer(("", "office", "240", "1", "9", "1", "0", "1", "2", "3", "4"), listed),
        pack_answer(("", "raw", "0", "0", "0", "0", "1")),
        pack_answer((encode(say("holds more than {:,} files", 7)), "1", "1", "2", "3", "4")),
    ]
    grammar = [b"\0", b"0", b"1", b"-1", b"9" * 30, b"243", b"", b"zip", *(mark.encode() for mark in _MARKS)]

    def look(path: Path) -> Any:
        try:
            made = view_reader._understood(path.read_bytes(), "/file")
        except ValueError as error:  # and so is a text that is no UTF-8
            raise UsageError(f"nonsense: {type(error).__name__}") from None
        if isinstance(made, Made):
            for piece in (made.members, made.media):
                assert members.count_of(piece) == len(members.unpack(piece))
            return made.name, made.made, made.kind
        assert len(made.message) <= _MOST_TIMES * path.stat().st_size + 100
        return made.message, made.lasting

    return samples, by_words(grammar, 20), look


def comparisons(_folder: Path) -> Format:
    """Answers of the process that compares large files: figures and ranges that lie in the files, or nonsense."""
    sizes = 5000, 70_000
    files = tuple(FileRecord(f"/{size}", 1, size, size, 1, 1) for size in sizes)
    whole: dict[str, Any] = {"figures": [4000, 4100, 5000, 66_000], "identical": False}
    whole["of_a"] = [[0, 900], [700, 5000], [10, 60_000], [710, 64_100], [650, 4000]]
    whole["of_b"] = [[10, 60_000], [710, 64_100], [0, 900], [700, 5000], [650, 4000]]
    whole["padding"] = [[[700, 900]], [[1000, 2000], [2000, 4000]]]
    samples = [
        json.dumps(told).encode()
        for told in (
            whole,
            {"figures": [-1, 3, 4, 5]},
            {"lost": 1},
            {"figures": [0, 0, 0, 0], "padding": [[], []]},
        )
    ]
    grammar = [
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b"-1",
        b"1e999",
        b"NaN",
        b"null",
        b"9" * 30,
        b'"padding":',
        b'"of_a":',
    ]
    grammar += [b"[" * 2000, b'"lost":', b"true", b"[[0,5000]]", b'""', b".5", b"70001"]

    def look(path: Path) -> Any:
        try:
            told = large_files._understood((files[0], files[1]), path.read_bytes())
        except ValueError as error:  # and so is a text that is no UTF-8
            raise UsageError(f"nonsense: {type(error).__name__}") from None
        if isinstance(told, int):
            assert told in (0, 1)
            return told
        for runs, size in zip(told.padding, sizes, strict=True):
            assert all(0 <= begin < end <= size for begin, end in runs)
            assert [at for run in runs for at in run] == sorted(at for run in runs for at in run)
        for columns, size in ((told.of_a, sizes[0]), (told.of_b, sizes[1])):
            rows = [Range(*row) for row in zip(*(columns or []), strict=True)]
            assert all(0 <= row.begin < row.end <= size for row in rows)
        return told.figures, told.of_a, told.of_b, told.identical, told.padding

    return samples, by_words(grammar, 12), look


def views(_folder: Path) -> Format:
    """Views as the cache keeps them: what is read is written as it was, whatever the members and media."""
    listed = members.pack([Member(f"name {n}".encode(), n << 20, bytes([n]) * 16) for n in range(3)])
    records = [
        ViewRecord("zip", b"c" * 16, 1234, b"piece" * 9, listed, kind=243),
        ViewRecord("office", b"d" * 16, 9, b"p", kind=240, media=listed),
        ViewRecord(problem=say("is damaged ({})", "x")),
        ViewRecord("raw", kind=240),
    ]
    grammar = [b"\0", b"\xff", b"\xff" * 4, b"\1\0\0\0", b"zip", *(mark.encode() for mark in _MARKS)]

    def look(path: Path) -> Any:
        stored = path.read_bytes()
        seen = ViewRecord.parse(stored)
        if seen is None:
            raise UsageError("nonsense")
        for piece in (seen.members, seen.media):
            assert members.count_of(piece) == len(members.unpack(piece))
        assert seen.size >= 0
        assert len(seen.problem) <= _MOST_TIMES * len(stored) + 100
        assert ViewRecord.parse(seen.pack()) == seen
        return seen

    return [record.pack() for record in records], by_words(grammar, 30), look


def heads(_folder: Path) -> Format:
    """Heads of decoded pictures: never of more pixels than were asked for."""
    samples = [
        pack_head(Head(width=30, height=20, full_width=3000, full_height=2000, form="png")),
        pack_head(Head(Trouble.UNREADABLE, number=13)),
        pack_head(Head(width=_SIDE, height=1, frames=9, form="gif")),
    ]

    def look(path: Path) -> Any:
        try:
            head = unpack_head(path.read_bytes(), _SIDE)
        except ValueError as error:
            raise UsageError(f"nonsense: {type(error).__name__}") from None
        assert 0 <= head.size <= 4 * _SIDE * _SIDE
        return head

    return samples, by_words([b"\0", b"\xff", b"\x7f", b"\1\0\0\0", b"png"], 40), look


def messages(_folder: Path) -> Format:
    """Messages from the cache, the journal and session files: not much longer than what is stored, and stable."""
    told = [
        say("can't be read: {}", "a/b"),
        say("{} of {} files, {:,}", 3, say("{} after {}", "x", say("is gone")), 5),
        say("{}; {}", say("is gone"), say("{:,} bytes", 7)),
    ]
    samples = [encode(message).encode("utf-8", "surrogatepass") for message in told]
    grammar = [*(mark.encode() for mark in _MARKS), b"%1", b"%2", b"%9", b"%", b"{}", b"a", b"\n", b"%1" * 9]

    def look(path: Path) -> Any:
        stored = path.read_bytes().decode("utf-8", "replace")
        message = decode(stored)
        assert len(message) <= _MOST_TIMES * len(stored) + 100
        assert decode(encode(message)) == message
        return str(message), [(part.template, str(part)) for part in message.parts()]

    return samples, by_words(grammar, 40), look


def infos(folder: Path) -> Format:
    """Infos of a Trash that others share: a path, or none; another's info is never removed."""
    folder.mkdir(parents=True, exist_ok=True)
    ours = b"[Trash Info]\nPath=a%20b\nDeletionDate=2026-01-01T00:00:00\n"
    samples = [ours, ours.replace(b"a%20b", b"/etc/%2E%2E/x"), b"[Trash Info]\nPath=\n", b"Path=%FF%00\n"]
    grammar = [b"Path=", b"%", b"%2F", b"%00", b"..", b"/", b"\n", b"\r", b"\xff", b"[Trash Info]", b"a b"]

    def look(path: Path) -> Any:
        text = path.read_bytes()
        named = freedesktop_trash.original_path(text)
        removed = freedesktop_trash.remove_info(str(path), ours)
        assert removed is not path.exists()
        assert not removed or ours.startswith(text) or named == b"a b"
        path.write_bytes(text)
        return named, removed

    return samples, by_words(grammar, 20), look
