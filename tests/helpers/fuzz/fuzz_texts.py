"""Damaged texts that people hand over: prints, lists of signatures and values, tags, rules; each read, and held against
a slow twin or against itself where there is one.

Every maker returns samples, what changes one of them, and what reads the changed one.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from simfinder.actions.rules.keep_rules import KeepRules, rank
from simfinder.app.paper_tools import hamming_lines, sim_files, ssdeep_lists, ssdeep_matching
from simfinder.app.settings import scan_rules
from simfinder.app.settings.scan_rules import RuleTexts, words_in
from simfinder.errors import UsageError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.walk.selection_rules import FolderFilter
from simfinder.signatures.shingleprint.fingerprint import shingleprint, to_sim
from simfinder.signatures.tagcount.counter import keys_of, tag_counts
from simfinder.signatures.tagcount.tag_sets import parse_tags, with_weights
from tests.helpers.files.mutants import mutate
from tests.helpers.fuzz.fuzz_changes import by_words

Look = Callable[[Path], Any]
"""Reads a file: something that can be compared, or a SimFinderError."""
Mutate = Callable[[random.Random, bytes, list[bytes]], bytes]
Format = tuple[list[bytes], Mutate, Look]


def sims(_folder: Path) -> Format:
    """Prints of simhash: values must ascend, and come out as they went in."""
    dice = random.Random(1)
    made = [to_sim(shingleprint(dice.randbytes(size)), 8) for size in (0, 5, 9, 300, 5000)]

    def change(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        if dice.random() < 0.5:
            return mutate(dice, data, others)
        values = np.unique(np.frombuffer(dice.randbytes(4 * dice.randrange(40)), np.uint32))
        head = b"\xcb\x01" + dice.choice((4, 8, 3, 0, 65535, dice.randrange(65536))).to_bytes(2, "big")
        body = bytearray(values[::-1].astype(">u4").tobytes())
        if body and dice.random() < 0.5:
            at = 4 * dice.randrange(len(body) // 4)
            body[at : at + 4] = dice.choice((b"\0" * 4, b"\xff" * 4, bytes(body[:4]), bytes(body[-4:]), b""))
        return head + bytes(body)

    def look(path: Path) -> Any:
        shingle, values = sim_files.read_sim(str(path))
        assert (np.diff(values.astype(np.int64)) > 0).all()
        assert to_sim(values, shingle) == path.read_bytes()
        return shingle, values.tolist()

    return made, change, look


def lists(_folder: Path) -> Format:
    """Lists of ssdeep: what is read can be written and is read the same again."""
    head = b"ssdeep,1.1--blocksize:hash:hash,filename\n"
    lines = [
        b'3:abcdefgh:ijklmnop,"a name"\n',
        b'96:s4Ud1Lj96tHHlZDrwciQmA+4uy1I0G4HYuL8N3TzS8QsO/wqWXLcMSx:sF1LjEtHHlZDrJzrhuyZvHYm8tKp/RWO,"/b \\"c\\""\n',
        b"3072:" + b"Ab3" * 20 + b":" + b"xY9" * 10 + b',"new\nline"\n',
    ]
    made = [
        head + b"".join(lines),
        head + lines[0] * 30,
        head,
        b"ssdeep,1.0--blocksize:hash:hash,filename\n" + lines[1],
    ]
    words = [
        *lines, head, b"3:", b"6:", b"12:", b"0:", b"-3:", b"4294967295:", b"99999999999999999999:", b"03:", b":",
        b"::",
        b"AAAAAAAA", b"abcdefghij", b"x" * 64, b"y" * 65, b"+/", b"=", b",", b'"', b'\\"', b"\\", b'"\n', b'",',
        b"\n", b"\r\n",
        b"\0", b"\xff", b"\xef\xbb\xbf", "é".encode(), b'"name"', b" ",
    ]  # fmt: skip

    in_words = by_words(words, 12)

    def change(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        changed = in_words(dice, data, others)
        return changed if changed.startswith(head) or dice.random() < 0.2 else head + changed

    def look(path: Path) -> Any:
        found = ssdeep_lists.read(str(path))
        entries = list(found.entries)[:60]
        matches = [match for part in ssdeep_matching.each_with_all(entries, 0, Control()) for match in part]
        told = [entry for entry in found.entries if entry.name != ssdeep_lists.NO_NAME]
        written = ssdeep_lists.HEADER + "\n" + "".join(ssdeep_lists.line(e.signature, e.name) for e in told)
        again = ssdeep_lists.parse(written, str(path))
        assert not [p for p in again.problems if "quote" not in p.reason], again.problems
        return len(found.entries), len(matches)

    return made, change, look


_VALUE = re.compile(rb"0[xX][0-9a-fA-F]+|[0-9]+")


def values(_folder: Path) -> Format:
    """Lists of values, beside a reader that is slow and obviously right."""
    even = b"".join(b"0x%016x\n" % (i * 0x9E3779B97F4A7C15 % 2**64) for i in range(40))
    made = [
        b"0x00000000000000ff\n12\n",
        b"0x1\n" * 50,
        b" 18446744073709551615 \n\n0xffffffffffffffff",
        b"",
        even,
        even.replace(b"\n", b"\r\n"),
    ]
    words = [
        b"0x", b"0X", b"x", b"0", b"00", b"f" * 16, b"F" * 17, b"9" * 19, b"9" * 20, b"18446744073709551616", b"a",
        b"\n", b"\n\n",
        b"\r\n", b"\r", b" ", b"\t", b"\v", b"\f", b"\0", b"\x85", b"\xa0", b"\xff", b"-", b"+1", b"1_0",
        "٣".encode(), b"#",
    ]  # fmt: skip

    def slowly(data: bytes) -> list[int]:
        found = []
        for line in data.split(b"\n"):
            word = line.strip(b" \t\n\v\f\r")
            if word:
                if not _VALUE.fullmatch(word):
                    raise UsageError("no value")
                number = int(word, 16 if word[1:2] in (b"x", b"X") else 10)
                if number >> 64:
                    raise UsageError("too large")
                found.append(number)
        return found

    def look(path: Path) -> Any:
        data = path.read_bytes()
        try:
            right: list[int] | None = slowly(data)
        except (UsageError, ValueError):
            right = None
        try:
            found = hamming_lines.read(io.BytesIO(data)).tolist()
        except UsageError:
            assert right is None, "a right list is refused"
            raise
        assert found == right, "other values"
        return found

    return made, by_words(words, 30), look


def tags(_folder: Path) -> Format:
    """Files of tags: what is read says itself, and counts."""
    made = [b"00 8 1 2 3\n74 8 4 5 6\n", b"tag bits one two\nff 9 1 .25\n", b"8badf00d 32 0 0 0\n"]
    words = [
        b"tag bits", b"tag bits uniform skew\n", b"uniform", b"one", b" ", b"\t", b"\n", b"\r\n", b"#", b"0x", b"0",
        b"ff",
        b"deadbeef", b"1ffffffff", b"32", b"33", b"08", b"1", b"1000000", b"1000000.01", b".5", b"5.", b".",
        b"1.005", b"-1",
        b"1e3", b"NaN", b"inf", "½".encode(), "٣".encode(), b"\xef\xbb\xbf", b"\x0c", b"\x1c", b"\0", b"=", b",",
        b"00 8 1 2 3\n",
    ]  # fmt: skip
    data = random.Random(3).randbytes(3000)

    def look(path: Path) -> Any:
        text = path.read_bytes().decode("utf-8", "replace")
        found = parse_tags(text)
        assert parse_tags(found.describe().replace("; ", "\n")) == found
        with_weights(found, text[:200] if len(text) % 9 == 0 else f"own1={','.join('1' * len(found.tags))}")
        counts = tag_counts(data, found)
        assert len(counts) == len(found.tags)
        return repr(found), counts.tolist(), repr(keys_of(counts, found))

    return made, by_words(words, 14), look


_PATHS = (
    "a" * 200,
    "a/" * 120 + "b",
    "build/lib/x.py",
    "é\udcff/…\n.txt",
    "[a]/{b}!#\\*?.tmp",
    "ab" * 100 + "c",
    "x",
)


def rules(_folder: Path) -> Format:
    """Rules of a scan and of keeping as a person types them: a line each, by its first sign."""
    made = [
        b"*.o\nbuild/\n!keep.o\n/top/**/x\n",
        b"T pictures, docx; .py none\nS 2026-03-01 14:30\nS 30d\n",
        b"K newest,in:/home/x,name:*.txt\nK not-in:/tmp\\,x,shortest-path\n",
    ]
    words = [
        b"*", b"**", b"?", b"/", b"**/", b"/**", b"a", b"b", b"ab", b"[a]", b"[!a]", b"[", b"]", b"[]]", b"[!",
        b"[z-a]", b"[[:alpha:]]", b"\\",
        b"\\ ", b"!", b"#", b" ", b"\n", b"*a*a*a*a*a*b", b"(a+)+$", b"{a,b}", b".", b"$", b"^", b"|", b"\nT ",
        b"\nS ", b"\nK ", b"30d", b"9999y",
        b"2026-02-30", b"0001-01-01", b"9999-12-31T23:59:59.999999+14:00", b"none", b"pictures", b",", b";",
        b"newest", b"in:", b"not-in:", b"name:",
        b"\\,", b"\xff", b"\0", "é".encode(), b"x" * 300,
    ]  # fmt: skip
    files = [FileRecord("/" + path, 1, n, 5 + n % 2, n // 2, 1) for n, path in enumerate(_PATHS)]

    def look(path: Path) -> Any:
        said: list[Any] = []
        lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
        taken = [line for line in lines[:12] if line[:2] not in ("T ", "S ", "K ")]
        for line in lines[:12]:
            word, rest = line[:2], line[2:]
            if word == "K ":
                said.append(_kept(rest, files))
            elif word in ("T ", "S "):
                said.append(_read(rest, types=word == "T "))
        wrong = scan_rules.first_wrong(scan_rules.lines_of("\n".join(taken)))
        texts = RuleTexts(exclude=scan_rules.lines_of("\n".join(taken)))
        if wrong:
            raise UsageError("a pattern is wrong: " + ascii(wrong)[:1000])
        compiled = FolderFilter(texts.for_folder(""))
        said += [compiled.of_name(name) for name in _PATHS] + [compiled.of_folder(name) for name in _PATHS]
        return said

    return made, by_words(words, 14), look


def _kept(text: str, files: list[FileRecord]) -> list[int]:
    try:
        found = KeepRules.parse(text)
    except UsageError:
        return []
    assert KeepRules.parse(str(found)) == found, "rules say something else than they are"
    return rank(files, found).tolist()


def _read(text: str, *, types: bool) -> Any:
    texts = RuleTexts(types=words_in(text)) if types else RuleTexts(since=text)
    try:
        texts.check()
        values = texts.for_folder("")
    except ValueError:
        return None
    again = RuleTexts.of(values).for_folder("")
    assert (set(again.types), again.since) == (set(values.types), values.since), (
        f"{text!r} comes back as {again!r}"
    )
    return repr(values)
