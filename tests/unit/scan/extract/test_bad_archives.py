"""Hostile archives through the real worker: each ends in bounded time and memory with a plain reason, and harms neither
the file system nor the files read after it."""

import json
import lzma
import os
import re
import subprocess
import sys
import time
import zlib

import pytest

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE, HEAD, TEXT, recognise
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import unpack
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from tests.helpers.files.bad_archives import (
    EVIL_NAMES,
    MIB,
    PACKERS,
    PPMD_7Z,
    TAR_END,
    Entry,
    ar_header,
    central_header,
    chain,
    crc_of_zeros,
    cuts,
    flipped,
    local_header,
    nested_bomb,
    overlapping,
    plain_7z,
    plain_ar,
    plain_tar,
    plain_zip,
    raw_zip,
    same_member_twice,
    tar_chain,
    tar_header,
    tar_member,
    zeros,
    zip_bomb,
    zip_crypto,
    zip_end,
)

QUICK = [{"id": lzma.FILTER_LZMA2, "preset": 0}]
TIGHT = Bounds(ratio=2, free=16 * MIB, members=2000, seconds=20)
FILES = {"a.txt": b"words " * 3000, "b/c": bytes(range(256)) * 90}
HONEST = plain_zip(FILES)
SUM = b"".join(FILES.values())


@pytest.fixture(scope="module")
def worker():
    worker = ViewReader(Control(), TIGHT)
    yield worker
    worker.close()


def viewed(worker, path, data=None):
    """Return name, members and bytes of a view."""
    if data is not None:
        path.write_bytes(data)
    with open(path, "rb") as file:
        code = recognise(file.read(HEAD))
    parts = []
    made = worker.read(str(path), code, lambda part: parts.append(bytes(part)))
    return made.name, unpack(made.members), b"".join(parts)


TOO_MUCH = r"holds more than 2 times its size"
TOO_MANY = r"holds more than 2,000 files"
DAMAGED = r"is damaged or ends too early|is damaged|ends too early"
ENCRYPTED = r"is encrypted"

BAD = {
    "a zip of zeros": (lambda: zip_bomb(4096 * MIB), TOO_MUCH),
    "a gzip of zeros": (lambda: zeros("gzip", 4096 * MIB), TOO_MUCH),
    "a bzip2 of zeros": (lambda: zeros("bzip2", 4096 * MIB), TOO_MUCH),
    "an xz of zeros": (lambda: zeros("xz", 4096 * MIB), TOO_MUCH),
    "a zstd of zeros": (lambda: zeros("zstd", 4096 * MIB), TOO_MUCH),
    "a 7z of zeros": (
        lambda: plain_7z({"zeros": bytes(24 * MIB)}, filters=QUICK),
        TOO_MUCH,
    ),
    "zips of zeros in a zip": (lambda: nested_bomb(levels=1), TOO_MUCH),
    "a gzip of zeros in a tar": (
        lambda: tar_member(b"z.gz", zeros("gzip", 1024 * MIB)) + TAR_END,
        TOO_MUCH,
    ),
    "an endless tar of headers": (
        lambda: PACKERS["gzip"](tar_member(b"x", b"11 path=ab\n", b"g") * 2000) * 30,
        TOO_MUCH,
    ),
    "a hole of exabytes": (
        lambda: (
            tar_member(b"p", b"38 GNU.sparse.size=8000000000000000000\n22 GNU.sparse.map=0,1\n", b"x")
            + tar_member(b"f", b"0")
            + TAR_END
        ),
        r"holds more than|is damaged",
    ),
    "overlapping members": (lambda: overlapping(250, 100_000), r"is damaged: its files overlap"),
    "one member listed often": (
        lambda: same_member_twice(999, bytes(9999)),
        r"is damaged: its files overlap",
    ),
    "too many members in a zip": (lambda: raw_zip(Entry(b"%d" % n) for n in range(2001)), TOO_MANY),
    "too many members in a tar": (lambda: tar_header(b"x", 0) * 2001 + TAR_END, TOO_MANY),
    "too many members in an ar": (lambda: b"!<arch>\n" + ar_header(b"x/", 0) * 2001, TOO_MANY),
    "a zip with a password": (lambda: zip_crypto(FILES, b"word"), ENCRYPTED),
    "a 7z with a password": (lambda: plain_7z(FILES, password="word"), ENCRYPTED),
    "a 7z with hidden names": (lambda: plain_7z(FILES, password="word", header_encryption=True), ENCRYPTED),
    "a 7z by PPMd": (lambda: PPMD_7Z, r"is packed by a method not supported"),
    "a zip by Deflate64": (
        lambda: raw_zip([Entry(b"x", b"1", method=9)]),
        r".*not supported: Deflate64 \(9\)",
    ),
    "an xz of a huge window": (
        lambda: __import__("lzma").compress(
            b"x", filters=[{"id": 0x21, "dict_size": 1024 * MIB, "preset": 0}]
        ),
        r"needs more than 256 MB of memory to be unpacked",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_end_with_a_reason(worker, tmp_path, name):
    build, reason = BAD[name]
    (tmp_path / "file").write_bytes(build())
    start = time.monotonic()
    with pytest.raises(NoViewError) as caught:
        viewed(worker, tmp_path / "file")
    assert re.fullmatch(reason, caught.value.message), caught.value.message
    assert caught.value.identity[2] == (tmp_path / "file").stat().st_size
    assert time.monotonic() - start < TIGHT.seconds
    assert viewed(worker, tmp_path / "honest", HONEST)[2] == SUM
    assert sorted(os.listdir(tmp_path)) == ["file", "honest"]


KINDS = {
    "zip": lambda: plain_zip(FILES),
    "tar": lambda: plain_tar(FILES)[: -512 * 19],
    "7z": lambda: plain_7z(FILES),
    "ar": lambda: plain_ar(FILES),
    **{
        f"tar in {name}": lambda pack=pack: pack(plain_tar({"x": os.urandom(40_000)}))
        for name, pack in PACKERS.items()
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_half_written(worker, tmp_path, kind):
    for early in cuts(KINDS[kind]()):
        with pytest.raises(NoViewError) as caught:
            viewed(worker, tmp_path / "x", early)
        assert re.fullmatch(DAMAGED, caught.value.message)


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_changed(worker, tmp_path, kind):
    data = KINDS[kind]()
    for seed in range(12):
        try:
            _, _, stream = viewed(worker, tmp_path / "x", flipped(data, 1 + seed % 4, seed, skip=10))
        except NoViewError as error:
            reason = error.message
            assert re.match(r"is |ends |holds |needs ", reason), reason
            assert "process" not in reason
        else:
            assert len(stream) <= TIGHT.free


CHAINS = {
    "zip": lambda: chain(1000, "zip"),
    "gzip": lambda: chain(1000, "gzip"),
    "xz": lambda: chain(60, "xz"),
    "tar": lambda: tar_chain(1000),
}


@pytest.mark.parametrize("kind", CHAINS)
def test_an_archive_that_holds_itself_as_near_as_can_be(worker, tmp_path, kind):
    data = CHAINS[kind]()
    name, found, stream = viewed(worker, tmp_path / kind, data)
    assert name == kind
    assert len(found) == (2 if kind in ("zip", "tar") else 0)
    assert len(stream) < len(data)


@pytest.fixture
def deep():
    worker = ViewReader(Control(), TIGHT._replace(depth=5000))
    yield worker
    worker.close()


@pytest.mark.parametrize("kind", CHAINS)
def test_deep_bounds_end_too(deep, tmp_path, kind):
    """Nested as deep as Python's stack goes; deeper members are plain files."""
    data = CHAINS[kind]()
    _, found, stream = viewed(deep, tmp_path / kind, data)
    assert len(stream) < len(data)
    assert len(found) < 1000
    assert viewed(deep, tmp_path / "honest", HONEST)[2] == SUM


def test_forty_two_is_entered_as_deep_as_allowed(deep, tmp_path):
    with pytest.raises(NoViewError, match="holds more than"):
        viewed(deep, tmp_path / "bomb", nested_bomb())


def test_forty_two_is_entered_once(worker, tmp_path):
    inner = nested_bomb(levels=5)
    name, found, stream = viewed(worker, tmp_path / "42", nested_bomb(levels=6))
    assert name == "zip"
    assert len(found) == 16 + 16 * 16
    assert found[0].size == len(inner)
    assert len(stream) == 16 * 16 * found[1].size


def test_evil_names_lead_nowhere(worker, tmp_path):
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    for build in (
        lambda: b"".join(tar_member(name, b"evil") for name in EVIL_NAMES if len(name) < 100) + TAR_END,
        lambda: raw_zip(Entry(name, b"evil") for name in EVIL_NAMES),
        lambda: plain_ar({os.fsdecode(name): b"evil" for name in EVIL_NAMES if b"\n" not in name}),
    ):
        _, found, stream = viewed(worker, folder / "evil", build())
        assert stream == b"evil" * len(found)
        assert any(member.name.startswith(b"../") for member in found)
    assert [name for _, _, names in os.walk(tmp_path) for name in names] == ["evil"]
    assert not os.path.exists("/etc/absolute")
    assert not os.path.exists("/tmp/up")


def test_names_that_lie(worker, tmp_path):
    (tmp_path / "text.jar").write_bytes(b"PKs are what this text is about, not what it is." * 99)
    assert recognise((tmp_path / "text.jar").read_bytes()[:HEAD]) == TEXT
    assert viewed(worker, tmp_path / "zip.txt", HONEST)[0] == "zip"
    assert BY_CODE[recognise(HONEST[:HEAD])].name == "zip"


def test_a_file_that_only_begins_like_an_archive(worker, tmp_path):
    for beginning in (b"PK\3\4", b"\x1f\x8b\x08\0", b"BZh91AY&SY", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"):
        with pytest.raises(NoViewError, match=DAMAGED):
            viewed(worker, tmp_path / "x", beginning)
        with pytest.raises(NoViewError, match=DAMAGED + "|needs"):
            viewed(worker, tmp_path / "x", beginning + b"and then a letter to somebody. " * 99)


# what needs minutes, or gigabytes

MEASURE = """
import json, resource, sys
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import HEAD, recognise
from simfinder.scan.extract.members import count_of
from simfinder.scan.extract.view_reader import NoViewError, ViewReader

path, size = sys.argv[1], [0]
def sink(part): size[0] += len(part)
worker = ViewReader(Control())
try:
    made = worker.read(path, recognise(open(path, "rb").read(HEAD)), sink)
    told = {"members": count_of(made.members), "reason": ""}
except NoViewError as error:
    told = {"members": 0, "reason": error.message}
worker.close()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps(told | {"size": size[0], "cpu": used.ru_utime + used.ru_stime, "rss": used.ru_maxrss >> 10}))
"""


def measured(path):
    """Return what a worker with the usual bounds makes of a file, its seconds and its peak memory (MB)."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", MEASURE, str(path)], capture_output=True, check=True
    )
    return json.loads(done.stdout)


GIB2 = 2048 * MIB


def sparse_zip(path):
    entry = Entry(b"hole", b"", crc=crc_of_zeros(GIB2), size=GIB2)
    head = local_header(entry, b"")[:18] + GIB2.to_bytes(4, "little") + local_header(entry, b"")[22:]
    end = central_header(entry, GIB2, 0)
    with open(path, "wb") as file:
        file.write(head)
        file.seek(GIB2, os.SEEK_CUR)
        file.write(end + zip_end(1, len(end), len(head) + GIB2))


def sparse_tar(path):
    with open(path, "wb") as file:
        file.write(tar_header(b"hole", GIB2))
        file.truncate(512 + GIB2 + 1024)


def gzip_of_much(path):
    """A ratio of about 3: not a bomb, only large."""
    piece = os.urandom(MIB) + bytes(2 * MIB)
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    one = packer.compress(piece) + packer.flush()
    with open(path, "wb") as file:
        file.writelines(one for _ in range(GIB2 // len(piece) + 1))


@pytest.mark.soak
@pytest.mark.parametrize("build", [sparse_zip, sparse_tar, gzip_of_much])
def test_two_gigabytes(tmp_path, build):
    build(tmp_path / "large")
    told = measured(tmp_path / "large")
    (tmp_path / "large").unlink()
    assert told["reason"] == ""
    assert told["size"] >= GIB2
    assert told["cpu"] < 60
    assert told["rss"] < 150


@pytest.mark.soak
def test_a_bomb_of_four_gigabytes_at_the_usual_bounds(tmp_path):
    for build in (
        lambda: zip_bomb(8192 * MIB),
        lambda: zeros("gzip", 8192 * MIB),
        lambda: zeros("bzip2", 8192 * MIB),
    ):
        (tmp_path / "bomb").write_bytes(build())
        told = measured(tmp_path / "bomb")
        assert told["reason"].startswith("holds more than 200 times its size")
        assert told["cpu"] < 60
        assert told["rss"] < 150


@pytest.mark.soak
def test_more_members_than_anybody_lists(tmp_path):
    with open(tmp_path / "tar", "wb") as file:
        file.writelines(tar_header(b"%d" % number, 0) for number in range(300_000))
    assert measured(tmp_path / "tar")["reason"] == "holds more than 200,000 files"
    (tmp_path / "zip").write_bytes(raw_zip(Entry(b"%d" % n) for n in range(300_000)))
    told = measured(tmp_path / "zip")
    assert told["reason"] == "holds more than 200,000 files"
    assert told["rss"] < BOUNDS.memory >> 20
    (tmp_path / "zip").write_bytes(raw_zip(Entry(b"%d" % n) for n in range(150_000)))
    told = measured(tmp_path / "zip")
    assert told["members"] == 150_000
    assert told["cpu"] < 30


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_a_minute_of_damage(tmp_path, kind):
    """No change in an archive kills the worker, hangs it, or gives an exception instead of a reason."""
    data = KINDS[kind]()
    worker = ViewReader(Control(), TIGHT)
    until = time.monotonic() + 60
    seed = 0
    try:
        while time.monotonic() < until:
            seed += 1
            bad = flipped(data, 1 + seed % 9, seed, skip=10)
            bad = bad[: len(bad) - seed % 3 * (seed % 997)]
            if recognise(bad[:HEAD]) not in BY_CODE:
                continue
            try:
                viewed(worker, tmp_path / "x", bad)
            except NoViewError as error:
                reason = error.message
                assert re.match(r"is |ends |holds |needs |takes more than ", reason), (seed, reason)
                assert "process" not in reason, seed
                assert "Error" not in reason, seed
    finally:
        worker.close()
    assert seed > 100
