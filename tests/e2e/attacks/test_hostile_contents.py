"""Files made to fool, to blow up, to call home or to hold for ever whatever reads them, through the real program."""

import contextlib
import gzip
import io
import os
import random
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from pathlib import Path

import pytest

from simfinder.app.compare.compare_files import compare
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.contents.preview import load_preview
from simfinder.model.progress import Control
from tests.helpers.files import bad_archives, office_files, pdf_files
from tests.helpers.program import simfinder, simfinder_process, start, state

if sys.platform == "win32":
    pytest.skip("made for systems with pipes, links and holes", allow_module_level=True)

MIB = 1 << 20
LINES = [f"line {number} of a text with enough words to be compared by them" for number in range(60)]
WORDS = "".join(f"{line}\n" for line in LINES).encode()
GOOD = b"".join(b"what is said here is said nowhere else: %d\n" % number for number in range(80))
SECRET = "verysecretword"

LAUGHS = (
    '<!DOCTYPE d [<!ENTITY a "lol">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)
QUADRATIC = f'<!DOCTYPE d [<!ENTITY j "{"q" * 50_000}">]>'
DOCUMENTS = {
    "docx": (office_files.docx(LINES), "word/document.xml"),
    "xlsx": (
        office_files.xlsx({"S": [[office_files.cell("A1", "0", "s")]]}, LINES),
        "xl/sharedStrings.xml",
    ),
    "pptx": (office_files.pptx([(LINES, "a note")]), "ppt/slides/slide1.xml"),
    "odt": (office_files.odt(LINES), "content.xml"),
    "ods": (
        office_files.ods({"S": [office_files.ods_row(office_files.ods_cell(line)) for line in LINES]}),
        "content.xml",
    ),
}


def with_doctype(kind, doctype, word, encoding="utf-8"):
    """A document whose main part has a doctype, and names an entity in its text."""
    data, main = DOCUMENTS[kind]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[main].decode()
    text = text[text.index("?>") + 2 :] if text.startswith("<?xml") else text
    assert "line 7 " in text
    text = f'<?xml version="1.0" encoding="{encoding}"?>{doctype}{text.replace("line 7 ", f"{word} ")}'
    parts[main] = text.encode(encoding)
    return office_files.package(parts)


def pdf_of(content, *more, catalog=b"", trailer=b"", page=b""):
    """A PDF of one page with this content stream; ``more`` are objects 6 and following."""
    return pdf_files.assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R %b >>" % catalog,
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> %b >>" % page,
            content,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            *(more or (b"<< >>",)),
        ],
        trailer,
    )


def stream(keys, data, length=None):
    return b"<< %b /Length %b >>\nstream\n%b\nendstream" % (keys, length or b"%d" % len(data), data)


TEXT = b"BT /F1 10 Tf 50 800 Td " + b"".join(b"(%b) Tj T* " % line.encode() for line in LINES) + b"ET "
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"


def packed_often(times):
    data = TEXT
    for _ in range(times):
        data = zlib.compress(data)
    return stream(b"/Filter [%b]" % (b"/FlateDecode " * times), data)


def pdfs():
    """PDFs that lead in circles, lie about lengths, and nest without end."""
    plain = stream(b"", TEXT)
    table = pdf_of(plain).index(b"xref\n0")
    return {
        "table in a circle": pdf_of(plain, trailer=b"/Prev %d" % table),
        "length beyond the end": pdf_of(stream(b"", TEXT, b"99999999999")),
        "length below zero": pdf_of(stream(b"", TEXT, b"-5")),
        "length that is itself": pdf_of(stream(b"", TEXT, b"4 0 R")),
        "objects that extend themselves": pdf_of(
            plain, stream(b"/Type /ObjStm /N 1000000 /First 10 /Extends 6 0 R", b"6 0 4 5 <<>> <<>>")
        ),
        "arrays in arrays": pdf_of(stream(b"/A " + b"[" * 100_000, TEXT)),
        "content of brackets": pdf_of(stream(b"", b"[" * 100_000 + TEXT)),
        "saved and never restored": pdf_of(stream(b"", b"q " * 200_000 + TEXT)),
        "forty layers": pdf_of(packed_often(40)),
        "columns": pdf_of(
            stream(
                b"/Filter /FlateDecode /DecodeParms"
                b" << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >>",
                zlib.compress(TEXT),
            )
        ),
        "names in a circle": pdf_of(
            plain,
            b"<< /Kids [6 0 R 6 0 R] /Limits [(a) (z)] >>",
            catalog=b"/Names << /EmbeddedFiles 6 0 R >>",
        ),
        "a page as large as the world": pdf_of(plain, page=b"/CropBox [0 0 1e38 1e38]"),
        "script": pdf_of(plain, catalog=b"/OpenAction << /S /JavaScript /JS (while(1);) >>"),
    }


HEADERS = b"From: a@b.example\nTo: c@d.example\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n"


def mails():
    """Mails that nest and never end."""
    layers = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(10_000))
    return {
        "ten thousand parts within parts": HEADERS + b"".join(layers) + WORDS,
        "mails within mails": HEADERS + b"Content-Type: message/rfc822\n\n" * 10_000 + WORDS,
        "nothing but boundaries": HEADERS
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\n" * 50_000,
        "a boundary that never comes": HEADERS
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + WORDS * 20,
        "encoded words without an end": HEADERS + b"Subject: " + b"=?a?q?" * 3000 + b"\n\n" + WORDS,
        "parameters": HEADERS + b"Content-Type: text/plain" + b'; a="' * 20_000 + b"\n\n" + WORDS,
        "headers": HEADERS + b"".join(b"X-%d: y\n" % n for n in range(30_000)) + b"\n" + WORDS,
    }


def pages():
    """Web pages that make parsers work, and one that is recognised in more ways than there are atoms."""
    start = b"<html><body>"
    return {
        "comments": b"<!---->" * 70 + b"<x" * 20,
        "letters": start + b"<b><i><u>" * 5000 + b"<p>" * 5000 + WORDS,
        "adopted": start + b"<b>" * 2000 + b"<p></b>" * 5000 + WORDS,
        "entities": start + b"&amp;&nosuch;&#x110000;" * 20_000 + WORDS,
        "tables": start + b"<table><tr><td>" * 5000 + WORDS,
        "choices": start + b"<select>" + b"<option><select>" * 20_000 + WORDS,
    }


def archives():
    """Archives of more than they hold, of themselves, and of lies."""
    return {
        "bombs in bombs.zip": bad_archives.nested_bomb(5, 12, 16 * MIB),
        "overlapping.zip": bad_archives.overlapping(300, 5000),
        "one member often.zip": bad_archives.same_member_twice(5000, b"x" * 5000),
        "in itself.zip": bad_archives.chain(1000, "zip"),
        "in itself.xz": bad_archives.chain(200, "xz"),
        "size.gz": gzip.compress(WORDS)[:-4] + b"\xff\xff\xff\xff",
        "size.tar": bad_archives.tar_header(b"a", 1 << 62) + b"x" * 512,
        "size.ar": b"!<arch>\n" + bad_archives.ar_header(b"a", 9_999_999_999) + b"x",
        "flips.7z": bad_archives.flipped(bad_archives.plain_7z({"a": WORDS * 9}), 3, 5, 32),
        "nothing often.gz": gzip.compress(b"") * 10_000,
        "empty blocks.gz": b"\x1f\x8b\x08\0\0\0\0\0\0\3" + b"\0\0\0\xff\xff" * 200_000 + b"\3\0" + bytes(8),
        "cells.xlsx": office_files.xlsx(
            {"S": [[office_files.cell("A1", "0", "s")] * 20_000] * 10}, ["x" * 30_000]
        ),
        "old.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + b"\xff" * 3000,  # tables that lead to the end of the disk
    }


def hostile():
    """Names and contents of all files that say too much of themselves."""
    made = {}
    for kind in DOCUMENTS:
        made[f"laughs.{kind}"] = with_doctype(kind, LAUGHS, "&j;")
        made[f"laughs in UTF-16.{kind}"] = with_doctype(kind, LAUGHS, "&j;", "utf-16")
        made[f"quadratic.{kind}"] = with_doctype(kind, QUADRATIC, "&j;" * 1000)
    made |= {f"{name}.pdf": data for name, data in pdfs().items()}
    made |= {f"{name}.eml": data for name, data in mails().items()}
    made |= {f"{name}.html": data for name, data in pages().items()}
    made["laughs.fodt"] = LAUGHS.encode() + b"<office:document>&j;</office:document>" + WORDS
    return made | archives()


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("hostile") / "tree"
    root.mkdir()
    for name, data in hostile().items():
        (root / name).write_bytes(data)
    for name in ("good 1.txt", "good 2.txt"):
        (root / name).write_bytes(GOOD)
    return root


def test_a_scan_names_them_and_finds_what_is_good(tree):
    before, began = state(tree), time.monotonic()
    done = simfinder_process("scan", tree, "--json", "--no-cache", timeout=150)
    assert done.code in (0, 1), done.err
    assert time.monotonic() - began < 50
    names = set(os.listdir(tree))
    assert done.json["files"] == len(names)
    problems = {os.path.basename(problem["path"]): problem["reason"] for problem in done.json["problems"]}
    assert {name for name in names if "laughs" in name or "quadratic" in name} - {"laughs.fodt"} <= set(
        problems
    )
    for name, reason in problems.items():
        assert reason.isprintable(), name
        assert not any(word in reason for word in ("Error", "Traceback", "takes longer", "process")), (
            name,
            reason,
        )
    together = [
        {os.path.basename(file["path"]) for file in cluster["files"]} for cluster in done.json["clusters"]
    ]
    assert {"good 1.txt", "good 2.txt"} in together
    assert state(tree) == before


def test_a_plan_marks_the_good_copy_and_nothing_hostile(tree):
    done = simfinder("plan", tree, "--remove", "identical", "--json")
    assert done.code in (0, 1)
    assert [os.path.basename(act["path"]) for act in done.json["acts"]] in (["good 1.txt"], ["good 2.txt"])


def test_each_can_be_looked_at_and_compared(tree):
    contents, began = Contents(), time.monotonic()
    try:
        for path in sorted(map(str, tree.iterdir())):
            shown = load_preview(path, contents, Control())
            assert len(shown.text) < 4 * MIB, path
            compare(path, str(tree / "good 1.txt"), Control(), contents)
    finally:
        contents.close()
    assert time.monotonic() - began < 50


# --- what is named in a document stays where it is ---------------------------------------------------


@pytest.fixture
def called():
    """An address that documents name, and the list of those who called there."""
    calls = []
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(0.1)
        ended = threading.Event()

        def listen():
            while not ended.is_set():
                with contextlib.suppress(TimeoutError):
                    calls.append(server.accept()[1])

        thread = threading.Thread(target=listen)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/x", calls
        ended.set()
        thread.join()


def naming(place):
    """Documents that name a place in every way their kind knows."""
    external = f'<!DOCTYPE d [<!ENTITY x SYSTEM "{place}">]>'
    outer = f'<!DOCTYPE d SYSTEM "{place}">'
    parameter = f'<!DOCTYPE d [<!ENTITY % x SYSTEM "{place}"> %x;]>'
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{place}" parse="text"/>'
    relation = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}" TargetMode="External"'
        f' Target="{place}"/></Relationships>'
    )
    body = office_files.word_xml(include + "".join(map(office_files.paragraph, LINES)))
    made = {
        "include.docx": office_files.docx_of(body),
        "template.docx": office_files.docx(
            LINES, {"word/_rels/settings.xml.rels": relation.format("attachedTemplate")}
        ),
        "picture.docx": office_files.docx(
            LINES, {"word/_rels/document.xml.rels": relation.format("image")}, stamp="b"
        ),
        "entity.html": f"{external}<html><body>&x;{WORDS.decode()}".encode(),
        "frame.html": (
            f'<html><head><base href="{place}"><link rel=stylesheet href="{place}"></head><body>'
            f'<iframe src="{place}"></iframe><img src="{place}"><script src="{place}"></script>{WORDS.decode()}'
        ).encode(),
        "picture.svg": (
            f'<?xml-stylesheet href="{place}"?><svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{place}"/><use href="{place}#a"/>'
            f'<style>@import url({place});</style><script href="{place}"/>{"<g/>" * 90}</svg>'
        ).encode(),
        "entity.svg": f'{external}<svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'.encode(),
        "flat.fodt": f"{external}<office:document>&x;{WORDS.decode()}</office:document>".encode(),
        "file.pdf": pdf_of(
            b"<< /Length 0 /F << /FS /URL /F (%b) >> >>\nstream\n\nendstream" % place.encode(),
            b"<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /F (%b) /Length 0 >>\nstream\n\nendstream"
            % place.encode(),
        ),
        "open.pdf": pdf_of(
            stream(b"", TEXT), catalog=b"/OpenAction << /S /URI /URI (%b) >>" % place.encode()
        ),
        "mail.eml": HEADERS
        + f'Content-Type: message/external-body; access-type=URL; URL="{place}"\n\n'.encode()
        + WORDS,
    }
    for kind in DOCUMENTS:
        made[f"entity.{kind}"] = with_doctype(kind, external, "&x;")
        made[f"doctype.{kind}"] = with_doctype(kind, outer, "line 7")
        made[f"parameter.{kind}"] = with_doctype(kind, parameter, "line 7")
    return made


def test_what_a_document_names_is_neither_read_nor_called(tmp_path, called):
    place, calls = called
    secret = tmp_path / "secret.txt"
    secret.write_text(f"{SECRET} " * 50)
    (tmp_path / "tree").mkdir()
    for way, named in (("file", secret.as_uri()), ("path", str(secret)), ("net", place)):
        for name, data in naming(named).items():
            (tmp_path / "tree" / f"{way} {name}").write_bytes(data)
    done = simfinder_process("scan", tmp_path / "tree", "--json", "--no-cache", timeout=150)
    assert done.code in (0, 1), done.err
    assert SECRET not in done.out.decode() + done.err
    contents = Contents()
    try:
        for path in sorted(map(str, (tmp_path / "tree").iterdir())):
            assert SECRET not in load_preview(path, contents).text, path
            assert SECRET.encode() not in contents.open(path, Control()).data, path
    finally:
        contents.close()
    assert calls == []


# --- files that are none, and files without an end ---------------------------------------------------


@pytest.mark.timeout(100)
def test_what_is_no_file_is_passed_over_whatever_its_name(tmp_path):
    here = os.getcwd()
    (tmp_path / "tree").mkdir()
    os.chdir(tmp_path / "tree")  # a socket's path may not be longer than 108 bytes
    try:
        os.mkfifo("report.docx")
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as server:
            server.bind("table.xlsx")
        with contextlib.suppress(OSError):  # needs root
            os.mknod("archive.zip", stat.S_IFCHR | 0o600, os.makedev(1, 5))
        os.symlink("/dev/zero", "zeros.txt")
        os.symlink(".", "again")
        os.symlink("circle.txt", "circle.txt")
    finally:
        os.chdir(here)
    there = sorted(os.listdir(tmp_path / "tree"))
    for options in ([], ["--follow"]):
        done = simfinder_process("scan", tmp_path / "tree", "--json", *options, timeout=60)
        assert done.json["files"] == 0
        assert done.json["clusters"] == []
    for name in set(there) - {"again"}:
        for verb in (["scan"], ["find", tmp_path / "tree" / name]):
            done = simfinder(*verb, tmp_path / "tree" / name)
            assert done.code == 2, name
            assert done.err.startswith("simfinder: "), name
            assert done.err.count("\n") == 1, name


def holes(path, size, head=b""):
    path.write_bytes(head)
    try:
        os.truncate(path, size)
    except OSError:
        pytest.skip("so large a file is not available on this file system")
    if path.stat().st_blocks * 512 > 64 * MIB:
        pytest.skip("files with holes are not available on this file system")


def test_files_of_many_gigabytes_that_hold_nothing(tmp_path):
    for number in (1, 2):
        holes(tmp_path / f"disk {number}.iso", 12 << 30)
        holes(tmp_path / f"archive {number}.zip", 3 << 30, b"PK\3\4")
    done = simfinder_process("scan", tmp_path, "--json", "--no-cache", timeout=120)
    assert done.code in (0, 1), done.err
    assert sorted(len(cluster["files"]) for cluster in done.json["clusters"]) == [2, 2]


def test_a_file_that_nobody_can_read_to_its_end_is_a_problem():
    """Eight exabytes are made within a second; hashing them takes centuries."""
    memory = "/dev/shm"
    if not os.path.isdir(memory):
        pytest.skip("a file system in memory is not available")
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        for name in ("a.iso", "b.iso"):
            holes(Path(folder) / name, 2**63 - 1)
        for name in ("1.txt", "2.txt"):
            (Path(folder) / name).write_bytes(WORDS)
        for options in ([], ["--identical"]):
            done = simfinder_process("scan", folder, "--json", "--no-cache", *options, timeout=60)
            assert {problem["reason"] for problem in done.json["problems"]} == {
                "has more holes than can be read"
            }
            assert [len(cluster["files"]) for cluster in done.json["clusters"]] == [2]


def test_files_that_grow_while_they_are_read(tmp_path):
    """They are read as they were, or named as changing; the scan ends."""
    (tmp_path / "tree").mkdir()
    names = ("log.txt", "archive.tar", "report.docx")
    begins = (WORDS, bad_archives.tar_member(b"a", WORDS), DOCUMENTS["docx"][0])
    files = [(tmp_path / "tree" / name).open("ab", buffering=0) for name in names]
    for file, data in zip(files, begins, strict=True):
        file.write(data)
    (tmp_path / "tree" / "still.txt").write_bytes(WORDS)
    ended = threading.Event()

    def grow():
        while not ended.is_set():
            for file in files:
                file.write(WORDS)
            time.sleep(0.001)

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        done = simfinder_process("scan", tmp_path / "tree", "--json", timeout=60)
    finally:
        ended.set()
        writer.join()
        for file in files:
            file.close()
    assert done.code in (0, 1), done.err
    assert done.json["files"] + len({p["path"] for p in done.json["problems"]}) >= 4
    assert not any("still" in problem["path"] for problem in done.json["problems"])


# --- places ------------------------------------------------------------------------------------------


def test_the_longest_names_in_the_deepest_folders_there_and_back(tmp_path):
    """4,000 levels, each named; and names of 255 bytes."""
    root = tmp_path / "tree"
    root.mkdir()
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(root)
        for level in range(4000):
            os.mkdir(f"level {level}")
            os.chdir(f"level {level}")
            if level in (0, 2000, 3999):
                with open("\N{CJK UNIFIED IDEOGRAPH-7248}" * 84 + ".md", "wb") as file:
                    file.write(WORDS)
                os.utime(file.name, (1_600_000_000 + level,) * 2)
        found = simfinder_process("clean", root, "--remove", "identical", "--yes", "--json", timeout=100)
        assert found.code == 0, found.err[-300:]
        assert [act["state"] for act in found.json["acts"]] == ["done", "done"]
        assert simfinder_process("undo", timeout=100).code == 0
    finally:
        os.fchdir(here)
        os.close(here)
        subprocess.run(["rm", "-rf", str(root)], check=True)


def test_thousands_of_files_of_one_beginning_in_one_folder(tmp_path):
    for number in range(8000):
        (tmp_path / f"report {number} final.txt").write_bytes(b"%d words %d\n" % (number, number * 7) * 30)
    began = time.monotonic()
    done = simfinder_process("clean", tmp_path, "--dry-run", "--json", timeout=100)
    assert done.code == 0
    assert done.json["acts"] == []
    assert time.monotonic() - began < 40


def test_a_file_that_is_swapped_again_and_again_while_it_is_scanned(tmp_path):
    """A pipe, a link out of the folder and a file take turns at one name: nothing waits, nothing outside is read."""
    (tmp_path / "outside.txt").write_bytes(SECRET.encode() * 30)
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(300):
        (tree / f"{number}.txt").write_bytes(b"%d " % number * 300)
    program = start("scan", tree, "--json", "--no-cache")
    dice, until = random.Random(1), time.monotonic() + 60
    while program.poll() is None and time.monotonic() < until:
        path = tree / f"{dice.randrange(300)}.txt"
        new = tmp_path / "new"
        way = dice.randrange(3)
        if way == 0:
            os.mkfifo(new)
        elif way == 1:
            os.symlink(tmp_path / "outside.txt", new)
        else:
            new.write_bytes(b"other words " * 30)
        os.replace(new, path)
    assert program.wait(1) in (0, 1)
