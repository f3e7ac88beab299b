"""A small good file of every format that has a view, by the name of the format in ``formats.FORMATS``."""

from __future__ import annotations

import base64
import bz2
import gzip
import lzma
import random

from tests.helpers.files import bad_archives, font_files
from tests.helpers.files.documents import web_page, words
from tests.helpers.files.media_files import picture_with_notes, programs
from tests.helpers.files.mutants import _zstd as zstd
from tests.helpers.files.office_files import saved
from tests.helpers.files.pdf_files import Page, pdf

TEXT = words(random.Random(5), 150)
FILES = {"a.txt": TEXT, "b/c.txt": TEXT[::-1]}
MAIL = (
    b"From: a@example.org\nTo: b@example.org\nSubject: words\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\n" + TEXT
)


GOOD_FILES = {
    "zip": lambda: bad_archives.plain_zip(FILES),
    "gzip": lambda: gzip.compress(TEXT, mtime=0),
    "bzip2": lambda: bz2.compress(TEXT),
    "xz": lambda: lzma.compress(TEXT),
    "zstd": lambda: zstd(TEXT),
    "tar": lambda: bad_archives.plain_tar(FILES),
    "7z": lambda: bad_archives.plain_7z(FILES),
    "ar": lambda: bad_archives.plain_ar(FILES),
    "pdf": lambda: pdf([Page(lines=["These are the words of a page.", "And these, too."])]),
    "html": lambda: web_page(random.Random(1)),
    "mail": lambda: MAIL,
    "datauris": lambda: (
        b"a { background: url(data:image/png;base64," + base64.b64encode(TEXT) + b") }\n" + TEXT
    ),
    "json": lambda: b'{"note": "' + TEXT.replace(b'"', b"").replace(b"\n", b" ") + b'", "a": [1, 2]}',
    "yaml": lambda: (
        b"b: 1\na: [1, 2]\nnote: |\n" + b"".join(b"  " + line + b"\n" for line in TEXT.splitlines())
    ),
    "minified": lambda: b"a{color:#fff;margin:0 1px}b>i{top:0}" * 9,
    "metadata": lambda: picture_with_notes(random.Random(7)),
    "diskimage": lambda: saved("image-gzip.squashfs"),
    "rtf": lambda: saved("office.rtf"),
    "doc": lambda: saved("word97.doc"),
    "font": lambda: font_files.woff2(font_files.tables(font_files.FONT), font=font_files.FONT, tight=True),
    "program": lambda: programs()[0],
}
