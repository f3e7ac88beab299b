"""A folder of every hostile archive and document, and good ones among them, through the real program."""

import gzip
import os
import random
import resource
import sys
import time

import pytest

from simfinder.model.progress import Control
from simfinder.scan.extract.view_reader import SERVICE, NoViewError, ViewReader
from simfinder.workers.sandbox import client
from simfinder.workers.sandbox.client import FLAG
from tests.helpers.files import bad_archives, bad_documents, office_files, pdf_files
from tests.helpers.files.documents import report
from tests.helpers.files.views import children, gone, read
from tests.helpers.program import kill_when, simfinder, simfinder_process, start

RNG = random.Random(12)
TEXT = report(RNG, paragraphs=40, topic="town").decode()
MIB = 1 << 20


def hostile():
    """Names and contents; each must be a listed problem."""
    good = bad_archives.plain_zip({"a.txt": TEXT.encode(), "b.bin": RNG.randbytes(4000)})
    document = office_files.docx(TEXT.splitlines())
    page = pdf_files.pdf([pdf_files.Page(TEXT.splitlines()[:40])])
    return {
        "bomb.zip": bad_archives.zip_bomb(300 * MIB),
        "bomb.gz": bad_archives.zeros("gzip", 300 * MIB),
        "bomb.xz": bad_archives.zeros("xz", 300 * MIB),
        "encrypted.zip": bad_archives.zip_crypto({"a.txt": TEXT.encode()}, b"secret"),
        "encrypted.7z": bad_archives.plain_7z({"a.txt": TEXT.encode()}, password="secret"),
        "half.zip": good[: len(good) // 2],
        "half.docx": document[: len(document) * 2 // 3],
        "half.tar.gz": gzip.compress(bad_archives.plain_tar({"a": TEXT.encode()}))[:-100],
        "entities.docx": bad_documents.entity_bomb(),
        "external.docx": bad_documents.external_entity("/etc/passwd"),
        "locked.pdf": pdf_files.pdf([pdf_files.Page(["secret"])], password="secret"),
    }, {
        "no table.pdf": bad_documents.without_table(page),
        "chain.gz": bad_archives.chain(50, "gzip"),
        "nested bomb.zip": bad_archives.nested_bomb(4, 8, 4 * MIB),
        "text.jar": b"this is no jar\n" * 40,
        "zip.txt": good,
        "names.tar": b"".join(
            bad_archives.tar_member(name, TEXT.encode())
            for name in (b"../../up.txt", b"/etc/absolute", b"\xff\xfe", b"new\nline")
        )
        + bytes(1024),
        "device.tar": bad_archives.tar_header(b"dev/sda", 0, b"4") + bytes(1024),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All of them, and where nothing may be left: the program's temporary folder."""
    root = tmp_path_factory.mktemp("views")
    bad, odd = hostile()
    for name, data in {**bad, **odd}.items():
        (root / "tree").mkdir(exist_ok=True)
        (root / "tree" / name).write_bytes(data)
    (root / "temporary").mkdir()
    return root


def scan(folder, *options):
    return simfinder_process(
        "scan",
        str(folder / "tree"),
        "--json",
        *options,
        env={"TMPDIR": str(folder / "temporary")},
        timeout=300,
    )


def test_hostile_files_are_problems_and_nothing_else_happens(folder):
    before = {path: path.stat() for path in folder.rglob("*")}
    began, children = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = scan(folder, "--no-cache")
    assert time.monotonic() - began < 60
    assert done.code == 1, done.err
    bad, odd = hostile()
    problems = {os.path.basename(p["path"]): p["reason"] for p in done.json["problems"]}
    assert set(problems) == set(bad), problems
    assert done.json["files"] == len(bad) + len(odd)
    assert "encrypted" in problems["encrypted.zip"]
    assert "encrypted" in problems["encrypted.7z"]
    assert "encrypted" in problems["locked.pdf"]
    assert all("200 times" in problems[name] for name in ("bomb.zip", "bomb.gz", "bomb.xz"))
    for reason in problems.values():
        assert "\n" not in reason
        assert "Traceback" not in reason
    after = {path: path.stat() for path in folder.rglob("*")}
    assert after.keys() == before.keys()
    assert all(after[path].st_mtime_ns == before[path].st_mtime_ns for path in before if path.is_file())
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert now.ru_maxrss - children.ru_maxrss < 600 * 1024  # kilobytes


def test_the_same_the_second_time_and_by_any_number_of_threads(folder):
    first = scan(folder, "--no-cache", "--jobs", "1").json
    assert first == scan(folder, "--jobs", "3").json
    assert first == scan(folder).json  # from the cache


def test_raw_has_no_problems(folder):
    done = scan(folder, "--raw", "--no-cache")
    assert done.code == 0, done.err
    assert done.json["problems"] == []
    assert {f["view"] for c in done.json["clusters"] for f in c["files"]} <= {"raw"}


def test_documents_meet_and_say_by_which_view(tmp_path):
    tree = tmp_path / "tree"
    tree.mkdir()
    lines = TEXT.splitlines()
    for day, (name, data) in enumerate(
        {
            "plan.txt": TEXT.encode(),
            "plan.odt": office_files.odt(lines),
            "plan.docx": office_files.docx(lines),
            "plan v2.docx": office_files.docx([*lines, "one line more"]),
        }.items()
    ):
        (tree / name).write_bytes(data)
        os.utime(tree / name, (1_700_000_000 + day * 86_400,) * 2)
    (tree / "all.tar.gz").write_bytes(gzip.compress(bad_archives.plain_tar({"docs/plan.txt": TEXT.encode()})))
    done = simfinder("scan", str(tree), "--json", "--no-cache")
    assert done.code == 0, done.err
    (cluster,) = done.json["clusters"]
    views = {os.path.basename(f["path"]): f["view"] for f in cluster["files"]}
    assert views == {
        "plan v2.docx": "office", "plan.docx": "office", "plan.odt": "office", "plan.txt": "raw", "all.tar.gz": "tar"
    }  # fmt: skip
    assert {
        "whole": str(tree / "all.tar.gz"),
        "part": str(tree / "plan.txt"),
        "containment": 1.0,
    } in done.json["contains"]
    pairs = simfinder("pairs", str(tree), "--json", "--no-cache").json
    assert [str(tree / "all.tar.gz"), str(tree / "plan.txt"), 1.0] in pairs["contains"]
    found = simfinder("find", str(tree / "plan.odt"), str(tree), "--json", "--no-cache").json
    assert {os.path.basename(m["path"]): m["relation"] for m in found["matches"]}["plan.docx"] == "similar"


def test_the_program_itself_can_be_the_worker(tmp_path, monkeypatch):
    """As a frozen program is: there is no other Python to start."""
    words = [sys.executable, "-m", "simfinder", FLAG, SERVICE, str(1 << 30), "60"]
    monkeypatch.setattr(client, "command", lambda *_: words)
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"content"))
    with ViewReader(Control()) as worker:
        assert read(worker, tmp_path / "a.gz")[1] == b"content"
        with pytest.raises(NoViewError, match="No such file"):
            read(worker, tmp_path / "gone", 2)


def test_a_killed_scan_leaves_no_process_and_no_file(tmp_path, monkeypatch):
    tree, temporary = tmp_path / "tree", tmp_path / "temporary"
    tree.mkdir()
    temporary.mkdir()
    long = gzip.compress(RNG.randbytes(MIB) * 40, 1)
    for i in range(6):
        (tree / f"{i}.gz").write_bytes(gzip.compress(RNG.randbytes(MIB), 1) + long)
    monkeypatch.setenv("TMPDIR", str(temporary))
    program, workers = start("scan", tree, "--no-cache"), []

    def work_has_begun():
        workers[:] = children(program.pid)
        return bool(workers)

    assert kill_when(program, work_has_begun)
    assert all(gone(pid, 10) for pid in workers)
    assert os.listdir(temporary) == []
