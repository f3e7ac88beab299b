"""Large files compared in a process of their own: the same figures, progress, cancel, files that change, holes."""

import os
import random
import threading
import time

import numpy as np
import pytest

from simfinder.app.verify import subprocess_client, subprocess_server, verifier
from simfinder.app.verify.overlap_figures import Question, inside, similar
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.subprocess_client import ApartError, compare_apart
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.scan.stat_record import record_of
from simfinder.search.overlap.byte_overlap import StretchFinder, overlap, ranges
from simfinder.signatures.content_hash import content_hash, view
from simfinder.workers.sandbox.child_process import Child

RNG = random.Random(41)


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def edited(data, share=0.001):
    out, rng = bytearray(data), random.Random(3)
    for at in rng.sample(range(len(out)), int(len(out) * share)):
        out[at] ^= 0x55
    return bytes(out)


def side(path):
    return record_of(str(path), path.stat(), False), content_hash(path.read_bytes())


@pytest.fixture
def two(tmp_path):
    data = RNG.randbytes(300_000)
    return put(tmp_path / "a.bin", data), put(
        tmp_path / "b.bin", edited(data[:90_000] + data[120_000:]) + bytes(9000)
    )


def sparse(path, size, parts):
    with path.open("wb") as file:
        file.truncate(size)
        for at, data in parts.items():
            file.seek(at)
            file.write(data)
    return path


def test_the_figures_are_those_of_the_program(two):
    a, b = (view(path.read_bytes()) for path in two)
    done = []
    told = compare_apart(*map(side, two), Question.SIMILAR, Control(), done.append, ranges=5)
    assert told.figures == similar(a, b)
    assert not told.identical
    assert 0 <= sum(done) <= len(a) + len(b)
    found = overlap(a, b)
    for got, wanted in ((told.of_a, found.of_a), (told.of_b, found.of_b)):
        wanted = ranges(wanted, 5)
        columns = wanted.begin, wanted.end, wanted.source, wanted.source_end, wanted.equal
        assert got == [column.tolist() for column in columns]
    assert compare_apart(*map(side, two), Question.INSIDE, Control()).figures == inside(
        StretchFinder(a), a, b
    )


def test_equal_files(two):
    two[1].write_bytes(two[0].read_bytes())
    assert compare_apart(*map(side, two), Question.SIMILAR, Control()).identical


@pytest.mark.parametrize("change", ["gone", "shorter", "same size and time", "a folder"])
def test_a_file_that_is_not_what_was_scanned_is_told(two, change):
    asked = list(map(side, two))
    before = two[1].stat()
    two[1].unlink()
    if change == "shorter":
        two[1].write_bytes(b"short")
    elif change == "a folder":
        two[1].mkdir()
    elif change == "same size and time":
        two[1].write_bytes(bytes(before.st_size))
        os.utime(two[1], ns=(before.st_mtime_ns, before.st_mtime_ns))
    with pytest.raises(ApartError, match="changed") as caught:
        compare_apart(*asked, Question.SIMILAR, Control())
    assert (caught.value.side, caught.value.path) == (1, str(two[1]))


def test_a_file_cut_short_under_the_map_costs_the_process_only(tmp_path):
    """Held between the look at the content and the comparison, while the file is cut."""
    paths = [tmp_path / name for name in "ab"]
    # unlike: equal ones are compared before the first word of progress is read
    for seed, path in enumerate(paths):
        data = random.Random(seed).randbytes(1 << 20)
        with path.open("wb") as file:  # enough data to be mapped, and seconds of work
            for at in range((subprocess_server.HELD >> 20) + 32):
                file.write(at.to_bytes(4, "big") + data[4:])
    asked = [(record_of(str(path), path.stat(), False), b"") for path in paths]
    cut = []

    def progress(done):
        if not cut:
            os.truncate(paths[0], 10)
        cut.append(done)

    with pytest.raises(ApartError):
        compare_apart(*asked, Question.SIMILAR, Control(), progress)
    assert cut


def test_a_process_that_can_not_be_started_is_told(two, monkeypatch):
    monkeypatch.setattr(subprocess_client, "_command", lambda: ["/nonexistent/program"])
    with pytest.raises(ApartError, match="can't be started"):
        compare_apart(*map(side, two), Question.SIMILAR, Control())
    monkeypatch.setattr(subprocess_client, "_command", lambda: ["/bin/false"])
    with pytest.raises(ApartError, match="ended"):
        compare_apart(*map(side, two), Question.SIMILAR, Control())


@pytest.mark.parametrize("paused", [False, True])
def test_a_cancel_ends_the_process_within_a_second(tmp_path, monkeypatch, paused):
    paths = [put(tmp_path / name, RNG.randbytes(30_000_000)) for name in "ab"]
    children = []

    class Watched(Child):
        def __init__(self, arguments):
            super().__init__(arguments)
            children.append(self)

    monkeypatch.setattr(subprocess_client, "Child", Watched)
    control, asked = Control(), []

    def cancel():
        time.sleep(0.5)
        if paused:
            control.pause()
            time.sleep(0.4)
        asked.append(time.monotonic())
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(Cancelled):
        compare_apart(*map(side, paths), Question.SIMILAR, control)
    assert time.monotonic() - asked[0] < 1.0
    thread.join()
    assert not children[0].alive


def test_holes_are_padding_whatever_their_length(tmp_path):
    one, two, three = (RNG.randbytes(60_000) for _ in range(3))
    size = 3 << 30
    a = sparse(tmp_path / "a", size, {1 << 20: one, 1 << 30: two})
    b = sparse(tmp_path / "b", size // 2, {5 << 20: two, 900 << 20: three})
    asked = [(record_of(str(path), path.stat(), False), b"") for path in (a, b)]
    began = time.monotonic()
    told = compare_apart(*asked, Question.SIMILAR, Control(), ranges=9)
    kept_a, kept_b, size_a, size_b = told.figures
    assert kept_a == pytest.approx(60_000, abs=300)
    assert kept_b == pytest.approx(60_000, abs=300)
    assert size_a == pytest.approx(120_000, abs=600)
    assert size_b == pytest.approx(120_000, abs=600)
    begin, end, source, source_end, _ = (column[0] for column in told.of_a)
    assert (1 << 30) - 4096 <= begin <= 1 << 30 < (1 << 30) + 60_000 <= end + 300 <= (1 << 30) + 70_000
    assert begin - source == (1 << 30) - (5 << 20)
    assert end - source_end == begin - source
    assert time.monotonic() - began < 20


def test_a_hole_at_either_end_and_nothing_but_holes(tmp_path):
    data = RNG.randbytes(50_000)
    a = sparse(tmp_path / "a", 1 << 28, {})
    b = sparse(tmp_path / "b", 1 << 27, {})
    c = sparse(tmp_path / "c", 1 << 28, {1 << 27: data})
    asked = [(record_of(str(path), path.stat(), False), b"") for path in (a, b, c)]
    assert compare_apart(asked[0], asked[2], Question.SIMILAR, Control()).figures[:2] == (0, 0)
    nothing = compare_apart(asked[0], asked[1], Question.SIMILAR, Control())
    assert min(nothing.figures) > 0
    assert compare_apart(asked[0], asked[0], Question.SIMILAR, Control()).identical


def scanned(root):
    result = scan(ScanOptions((str(root),)), None, Control())
    of = {os.path.basename(f.path): c for f, c in zip(result.files, result.content_row.tolist(), strict=True)}
    return result, of


def test_the_verifier_has_large_files_compared_apart(tmp_path, monkeypatch):
    data = RNG.randbytes(200_000)
    put(tmp_path / "t" / "a", data)
    put(tmp_path / "t" / "b", edited(data, 0.02))
    put(tmp_path / "t" / "c", data[50_000:90_000])
    result, of = scanned(tmp_path / "t")
    a, b = np.array([of["a"]]), np.array([of["b"]])
    sides = Sides(a, np.array([False])), Sides(np.array([of["c"]]), np.array([False]))
    near = Verifier(result, None, Control())
    here = near.measure(a, b).similarity.tolist(), [x.tolist() for x in near.contained(*sides)]
    asked = []
    monkeypatch.setattr(verifier, "HELD", 100_000)
    monkeypatch.setattr(
        verifier,
        "compare_apart",
        lambda *args, **more: (asked.append(args[2]), compare_apart(*args, **more))[1],
    )
    control = Control()
    far = Verifier(result, None, control)
    assert (far.measure(a, b).similarity.tolist(), [x.tolist() for x in far.contained(*sides)]) == here
    assert asked == [Question.SIMILAR, Question.INSIDE]
    shown = control.snapshot()
    assert (shown.files, shown.files_total, shown.bytes) == (2, 2, shown.bytes_total)
    (tmp_path / "t" / "b").write_bytes(b"other")
    found = far.measure(a, b)
    assert np.isnan(found.similarity).all()
    assert [problem.path for problem in found.problems] == [str(tmp_path / "t" / "b")]


def test_the_worker_answers_one_line(two, capfdbinary, monkeypatch):
    """The same process, here."""
    question = {
        name: subprocess_client._side(*side(path), False) for name, path in zip("ab", two, strict=True)
    }
    report = subprocess_server.Report(10)
    report(50)
    found = subprocess_server.compare({**question, "question": "similar", "ranges": 0}, report)
    assert found["figures"] == similar(*(view(path.read_bytes()) for path in two))
    question["a"]["content"] = "00" * 16
    with pytest.raises(subprocess_server.LostError):
        subprocess_server.compare({**question, "question": "similar", "ranges": 0}, report)


def test_a_frozen_program_is_started_as_the_process(two, monkeypatch):
    monkeypatch.setattr(subprocess_client.sys, "frozen", True, raising=False)
    assert subprocess_client._command() == [subprocess_client.sys.executable, subprocess_client.FLAG]
    monkeypatch.setattr(
        subprocess_client,
        "_command",
        lambda: [subprocess_client.sys.executable, "-m", "simfinder", subprocess_client.FLAG],
    )
    told = compare_apart(*map(side, two), Question.SIMILAR, Control())
    assert told.figures == similar(*(view(path.read_bytes()) for path in two))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="this system does not tell")
def test_what_was_read_of_a_map_is_let_go_of(tmp_path, monkeypatch):
    """Two files of 5 GB counted as 10.8 GB of the process, as long as they stayed mapped."""
    data = RNG.randbytes(48 << 20)
    put(tmp_path / "a", data)
    put(tmp_path / "b", data[: 1 << 25] + b"!" + data[1 << 25 :])
    monkeypatch.setattr(subprocess_server, "_HELD_FOR", 0.001)
    monkeypatch.setattr(subprocess_server, "_say", lambda _value: None)
    mapped = []

    class Watching(subprocess_server.Report):
        def check(self):
            with open("/proc/self/status") as status:
                mapped.append(next(int(line.split()[1]) for line in status if line.startswith("RssFile")))
            super().check()

    asked = {
        name: {
            "path": os.fsencode(tmp_path / name).hex(),
            "size": (tmp_path / name).stat().st_size,
            "mtime_ns": (tmp_path / name).stat().st_mtime_ns,
            "content": "",
            "follow": False,
        }
        for name in ("a", "b")
    }
    subprocess_server.compare({**asked, "question": "similar", "ranges": 0}, Watching(2 * len(data)))
    assert len(mapped) > 20
    assert max(mapped) - min(mapped) < 48 * 1024  # kB; both files have twice as much
