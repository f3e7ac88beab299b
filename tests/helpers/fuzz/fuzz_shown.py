"""Damaged files and hostile names on their way to a person's eye: pictures, texts, comparisons, reports. Every maker
returns samples, what changes one of them, and what reads the changed one.
"""

from __future__ import annotations

import csv
import html.parser
import io
import json
import os
import random
import re
import shlex
import struct
import zlib
from pathlib import Path
from typing import Any

from simfinder.actions.file_names.hints import hints_of
from simfinder.actions.plan import json_file, shell_script
from simfinder.actions.rules.explain_relation import name_order
from simfinder.app.compare.compare_files import ComparisonKind, compare, compare_parts
from simfinder.app.compare.contents.byte_window import window_of
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.contents.preview import PreviewKind, load_preview
from simfinder.app.compare.contents.text_decoding import LONG, decode, lines_of
from simfinder.app.compare.contents.text_parts import encoding_of, line_offset, paragraphs, part_of, sentences
from simfinder.app.reports import write_report
from simfinder.app.session.session import Session
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.text.printable_names import cell, path_of, uri, visible
from tests.helpers.files.mutants import mutate
from tests.helpers.fuzz.fuzz_changes import by_words
from tests.helpers.fuzz.fuzz_texts import Format

_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "cp1251",
"shift_jis",
              "gb18030", "big5", "euc-kr", "koi8-r", "utf-7")  # fmt: skip


# pictures


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png_inside(dice: random.Random, data: bytes) -> bytes:
    """Chunks of a PNG changed, with right sums; their pixels under a right packing."""
    at, found = 8, []
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        found.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    place = dice.randrange(len(found))
    kind, body = found[place]
    way = dice.randrange(5)
    if kind == b"IDAT" and way < 3:
        body = zlib.compress(mutate(dice, zlib.decompress(body), [body]))
    elif kind == b"IHDR" and way < 3:
        fields = list(struct.unpack(">IIBBBBB", body))
        some = dice.randrange(7)
        fields[some] = dice.choice(
            (0, 1, 3, 6, 8, 16, 255) if some > 1 else (0, 1, 2**31 - 1, 2**32 - 1, 65536, 20000)
        )
        body = struct.pack(">IIBBBBB", *fields)
    elif way == 3:
        kind = dice.choice(
            (b"tRNS", b"PLTE", b"iCCP", b"acTL", b"tEXt", b"zTXt", b"IDAT", b"gAMA", b"eXIf", b"cHRM")
        )
        body = (
            zlib.compress(bytes(1 << dice.choice((4, 20, 24))))
            if dice.random() < 0.3
            else dice.randbytes(dice.randrange(800))
        )
        found.insert(place, (kind, body))
    else:
        body = mutate(dice, body, [body])
    found[place] = (kind, body)
    return data[:8] + b"".join(_chunk(*one) for one in found)


_SVG_WORDS = [
    b"<svg>", b"</svg>", b"<g>", b"<g " * 5, b"</g>", b"<use href='#a'/>", b"<g id='a'>",
    b"<image href='file:///etc/passwd'/>", b"<text>x</text>",
    b"<path d='M0 0L1e30 1e30z'/>", b"<path d='M0 0 A 1 1 1 1 1 NaN 5'/>", b"<rect width='1e9' height='1e9'/>",
    b"<rect x='-1e308' width='9e307' height='1'/>",
    b"<linearGradient id='a' href='#a'/>", b"<style>*{fill:url(#a)}</style>", b"fill='url(#a)'",
    b"transform='scale(1e9)'", b"<!ENTITY a 'b'>", b"&a;",
    b"<pattern id='a' width='1' height='1'><use href='#a'/></pattern>",
    b"<filter id='a'><feGaussianBlur stdDeviation='1e6'/></filter>", b"stroke-dasharray='0.0001'",
    b"<animate attributeName='x' dur='1e-9s'/>", b"<svg viewBox='0 0 1e-30 1e30'>", b"width='99999999'",
    b"<tspan>" * 9, b"<circle r='1e7'/>",
]  # fmt: skip


def pictures(folder: Path) -> Format:
    """Pictures in the process that decodes them: pixels, or a word of trouble, within what the process may take."""
    from PySide6.QtGui import QImage

    from simfinder.gui.widgets.image_decoder.client import MEMORY, Pictures
    from simfinder.gui.widgets.image_decoder.messages import remarks, trouble_text
    from simfinder.gui.widgets.image_decoder.protocol import Trouble
    from tests.helpers.files.pictures import drawing, moving_gif, picture, save, turned_jpeg

    made = [
        moving_gif(3),
        drawing("<g id='a'><path d='M0 0L5 5'/></g><use href='#a'/>"),
        drawing("", 10**6, 10**6),
    ]
    kinds = QImage.Format
    forms = (
        kinds.Format_RGB32,
        kinds.Format_RGBA64,
        kinds.Format_Indexed8,
        kinds.Format_Mono,
        kinds.Format_Grayscale16,
    )
    for number, form in enumerate(forms):
        made.append(Path(save(folder / f"{number}.png", picture(40, 30, form))).read_bytes())
    for suffix in ("jpg", "bmp", "tif", "webp", "ico", "ppm", "pbm", "xbm", "xpm", "cur"):
        with_form = picture(40, 30)
        if with_form.save(str(folder / f"a.{suffix}")):
            made.append((folder / f"a.{suffix}").read_bytes())
    made.append(Path(turned_jpeg(folder / "turned.jpg")).read_bytes())
    gone: dict[str, int] = {}
    asked = Pictures()
    in_words = by_words(_SVG_WORDS, 8)

    def change(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        if data.startswith(b"\x89PNG") and dice.random() < 0.7:
            return _png_inside(dice, data)
        if data.startswith(b"<svg") and dice.random() < 0.8:
            return in_words(dice, data, others)
        return mutate(dice, data, others)

    def look(path: Path) -> Any:
        found = asked.read(str(path), Control(), side=300)
        remarks(found, str(path))
        _within(asked.pid, MEMORY)
        trouble = found.head.trouble
        if found.is_drawn:
            assert max(found.image.width(), found.image.height()) <= 300
            return found.head.form
        assert trouble is not Trouble.NONE
        assert trouble_text(found)
        if trouble in (
            Trouble.DIED,
            Trouble.TOO_SLOW,
        ):  # that is what the process is for; kept to be looked at
            gone[trouble.name] = gone.get(trouble.name, 0) + 1
            if gone[trouble.name] <= 20:
                path.with_name(f"{trouble.name} {gone[trouble.name]}").write_bytes(path.read_bytes())
        raise UsageError(trouble.name)

    look.close = asked.close  # type: ignore[attr-defined]
    look.told = gone  # type: ignore[attr-defined]
    return made, change, look


def _within(pid: int, most: int) -> None:
    try:
        with open(f"/proc/{pid}/status") as file:
            peak = int(next(line for line in file if line.startswith("VmHWM")).split()[1]) << 10
    except (OSError, StopIteration):
        return  # it has ended, or the system does not tell
    assert peak < most, f"{peak >> 20} MB"


# texts


def texts(folder: Path) -> Format:
    """Texts in many encodings: previews, parts from any place on, comparisons with another one."""
    plain = (
        "def f(a, b):\n\treturn {'é': \"日本語\", 'Ж': a};\r\n" * 30
        + "x" * 3000
        + ";{}" * 400
        + "\n\n1. An item. And more…\n" * 20
    )
    made = [plain.encode(name, "ignore") for name in _ENCODINGS]
    made += [b"\n" * 3000, b"a" * 20000, b"\r" * 500 + b"\0", bytes(range(256)) * 8]
    words = [
        b"\r\n", b"\r", b"\n", b"\0", b"\t" * 50, b"\x1b[31m", b"\xe2\x80\xa8", b"\xc2\x85", b"\xe2\x80\xae",
        b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf",
        b"\xff\xfe\0\0", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"{" * 400, b"a." * 300,
        b" " * 400, b"1.1.1. " * 60, b";" * 400,
        b"<p>" * 200, b"\xc3", b"\x80" * 30, b'"' * 300, b"." * 300, b"a" * 700, b"\x0c", b"\x1a",
    ]  # fmt: skip
    other = folder / "other"
    other.write_bytes(plain.encode())
    contents = Contents()

    def look(path: Path) -> Any:
        data = path.read_bytes()
        shown = load_preview(str(path), contents)
        assert shown.kind is not PreviewKind.UNREADABLE
        found = decode(data)
        if found is not None:
            for lines in (
                lines_of(found.text),
                paragraphs(found.text),
                sentences(found.text),
                sentences(found.text, joined=True),
            ):
                assert not any(
                    sign in line for line in lines for sign in "\n\r\x0b\x0c\x85\u2028\u2029\0\x1b"
                )
            assert all(len(line) <= LONG for line in lines_of(found.text))
        window = window_of(str(path))
        encoding = encoding_of(window)
        if encoding is not None:
            for at in (0, len(data) // 3, len(data) - 1, len(data) + 5):
                part = part_of(window, encoding, at, Control())
                assert 0 <= part.begin <= part.end <= part.size == len(data)
                assert len(part.lines) == len(part.starts) == len(part.numbers)
                assert list(part.starts) == sorted(part.starts)
            assert 0 <= line_offset(window, encoding, 7, Control()) <= len(data)
        compared = compare(str(other), str(path), contents=contents)
        assert compared.kind is not ComparisonKind.UNREADABLE
        if compared.kind is ComparisonKind.TEXT and compared.left_window is not None:
            compare_parts(compared, 100, len(data) // 2, Control())
        return shown.kind, encoding, compared.kind

    look.close = contents.close  # type: ignore[attr-defined]
    return made, by_words(words, 20), look


# names


class _Page(html.parser.HTMLParser):
    """What a report has that no name may bring in."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[tuple[str, tuple[str, ...]]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.told.add((tag, tuple(name for name, _ in attrs)))


def names(folder: Path) -> Format:
    """Names of files: read for what they say of themselves, shown, and written into every form of report."""
    made = [
        "Report v2 (copy) 2024-03-01 final.txt", "a.tar.gz.bak~", "=cmd|' /C calc'!A0",
        "<script>alert(1)</script>.html", "Kopie von x - Kopie (3).docx",
        "2024年3月1日 資料 最終版.pdf", "IMG_20240301_140533.jpg", "ﬁ①２.txt",
        "draft 3 of 31.12.2023 14.05.33 conflicted copy.odt",
    ]  # fmt: skip
    words = [
        *(word.encode() for word in (
            "copy", "Kopie", "(1)", " (2)", "v", "V3", "1.2.3", "final", "old", "bak", "2024", "-03-", "20240301",
            "0" * 40, "9" * 100, "kw", "q1 ", "年3月", "最終版",
            "=", "+", "@", ",", ";", "\"", "'", "<b onclick=x>", "&amp;", "\\", "$(x)", "`", "\n", "\r", "\t",
            "\x1b[2J", "\x07", "\u202e", "\u2066", "\ufeff", "é", "e\u0301",
            "ﷺ", "٣", "½", " ", ".", "..", "~", "#", "%2f", "-", "_", "–", "conflicted copy", "sept ",
            "1st of march 2020", "at 5.30pm",
        )),
        b"\xff", b"\xed\xa0\x80", b"\xc3", b"a" * 120, b"- " * 60, b"(" * 100, b"1." * 100, b"01-" * 60,
    ]  # fmt: skip
    root = folder / "named"
    right: dict[str, Any] = {}

    def a_tree(some: list[bytes]) -> Session:
        for path in sorted(root.rglob("*"), reverse=True) if root.exists() else ():
            path.unlink()
        root.mkdir(exist_ok=True)
        for number, name in enumerate(some):
            with open(os.path.join(os.fsencode(root), name), "wb") as file:
                file.write(b"the same words in all of them " * 30 + b"%d" % (number % 2))
        session = Session.run(ScanOptions((str(root),), jobs=1, hidden=True), cache=None, control=Control())
        session.mark_rule("identical")
        return session

    def tags_of(session: Session) -> set[tuple[str, tuple[str, ...]]]:
        page = _Page()
        page.feed("".join(write_report.text(session, "html")))
        return page.told

    right["tags"] = tags_of(a_tree([b"a.txt", b"b.txt", b"c.txt", b"d.txt"]))

    def look(path: Path) -> Any:
        some = [
            part[:250] for part in path.read_bytes().replace(b"\0", b"0").replace(b"/", b"|").split(b"~~")
        ]
        known = list(dict.fromkeys(part for part in some if part not in (b"", b".", b"..")))[:3]
        plain = [os.fsdecode(name) for name in known]
        for name in plain:
            hints = hints_of(name)
            assert hints_of(name) == hints
            assert "\n" not in visible(name)
            assert not re.search(r"(^|[,;|\"])\s*[=+@-]", cell(name)), cell(name)
            assert path_of(uri("/" + name)) == "/" + name
            for other in plain:
                one, back = name_order("/x/" + name, "/x/" + other), name_order("/x/" + other, "/x/" + name)
                assert one.sign == -back.sign
        session = a_tree(known)
        stray = tags_of(session) - right["tags"]
        assert not stray, stray
        rows = list(csv.reader(io.StringIO("".join(write_report.text(session, "csv")), newline="")))
        listed = {path_of(row[-1]) for row in rows[1:]}
        assert listed == {str(root / name) for name in plain} or len(known) < 2
        told = json.loads("".join(write_report.text(session, "json")))
        stored = json_file.StoredPlan(session.plan(ActKind.TRASH), (str(root),))
        assert json_file.parse("".join(json_file.text(stored)).encode()).plan.acts == stored.plan.acts
        written = "".join(shell_script.script(stored, "x", "x"))
        calls = [act.file.path for act in stored.plan.acts]
        assert not calls or all(call in shlex.split(written, comments=True) for call in calls)
        return told["files"], len(rows)

    samples = [b"~~".join(name.encode() for name in made[i : i + 3]) for i in range(len(made) - 2)]
    return samples, by_words([*words, b"~~"], 12), look
