"""Large files compared in the sandbox: the same figures, progress, cancel, files that change, holes."""

import json
import os
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from simfinder.app.verify import large_files, large_files_service, verifier
from simfinder.app.verify.large_files import SERVICE, ApartError, compare_apart
from simfinder.app.verify.overlap_figures import Question, inside, similar
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.scan.stat_record import record_of
from simfinder.search.overlap.byte_overlap import StretchFinder, overlap, ranges
from simfinder.signatures.content_hash import content_hash, view
from simfinder.workers.sandbox import client
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
            for at in range((large_files_service.HELD >> 20) + 32):
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
    monkeypatch.setattr(client, "command", lambda *_: ["/nonexistent/program"])
    with pytest.raises(ApartError, match="can't be started"):
        compare_apart(*map(side, two), Question.SIMILAR, Control())
    monkeypatch.setattr(client, "command", lambda *_: ["/bin/false"])
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

    monkeypatch.setattr(client, "Child", Watched)
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
    holes = [0, 1 << 20, (1 << 20) + 60_000, 1 << 30, (1 << 30) + 60_000, size]
    for place, want in enumerate(holes):
        assert told.padding[0][place // 2][place % 2] == pytest.approx(want, abs=3)
    assert len(told.padding[0]) == len(told.padding[1]) == 3
    assert told.padding[1][-1][1] == size // 2
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("told", [[[0, 300], [200, 400]], [[-1, 300]], [[300, 300]], [[0, 1001]], [[0]], [7]])
def test_padding_that_is_none_is_no_answer(tmp_path, told):
    files = (side(put(tmp_path / "a", bytes(1000)))[0],) * 2
    answer = {"figures": [1, 1, 2, 2], "padding": [[[0, 300], [300, 1000]], []]}
    assert large_files._understood(files, json.dumps(answer).encode()).padding == (
        ((0, 300), (300, 1000)),
        (),
    )
    answer["padding"][1] = told
    with pytest.raises(ValueError, match=r"."):
        large_files._understood(files, json.dumps(answer).encode())


@pytest.mark.parametrize(
    "told",
    [
        [],
        {},
        {"figures": 7},
        {"figures": [1, 1, 2]},
        {"figures": [3, 1, 2, 2]},
        {"figures": [1, 1, 2, 1001]},
        {"of_a": [[0], [9]]},
        {"of_a": [[0], [9], [0], [1001], [9]]},
        {"of_b": [[5, 0], [9, 4], [0, 0], [9, 9], [4, 4]]},
        {"of_b": [[0, 0], [9], [0], [9], [9]]},
        {"padding": [[]]},
    ],
)
def test_an_answer_that_is_nonsense_is_none(tmp_path, told):
    files = (side(put(tmp_path / "a", bytes(1000)))[0],) * 2
    good = {"figures": [1, 1, 2, 2], "of_a": [[0], [9], [0], [9], [9]]}
    assert large_files._understood(files, json.dumps(good).encode()).of_a == good["of_a"]
    answer = told if not told else good | told
    with pytest.raises(ValueError, match=r"."):
        large_files._understood(files, json.dumps(answer).encode())


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
    assert shown.phase is Phase.MEASURING  # parts in wholes are counted apart
    assert (shown.files, shown.files_total, shown.bytes) == (1, 1, shown.bytes_total)
    (tmp_path / "t" / "b").write_bytes(b"other")
    found = far.measure(a, b)
    assert np.isnan(found.similarity).all()
    assert [problem.path for problem in found.problems] == [str(tmp_path / "t" / "b")]


def test_heavy_pairs_are_compared_apart_or_here(tmp_path, monkeypatch):
    data = RNG.randbytes(200_000)
    put(tmp_path / "t" / "a", data)
    put(tmp_path / "t" / "b", edited(data, 0.02))
    result, of = scanned(tmp_path / "t")
    a, b = np.array([of["a"]]), np.array([of["b"]])
    near = Verifier(result, None, Control()).measure(a, b).similarity.tolist()
    asked = []
    monkeypatch.setattr(verifier, "HEAVY", 300_000)
    monkeypatch.setattr(
        verifier,
        "compare_apart",
        lambda *args, **more: (asked.append(args[2]), compare_apart(*args, **more))[1],
    )
    assert Verifier(result, None, Control()).measure(a, b).similarity.tolist() == near
    assert asked == [Question.SIMILAR]

    def no_process(*_args, **_more):
        raise ApartError("no process", "a", -1)

    monkeypatch.setattr(verifier, "compare_apart", no_process)
    found = Verifier(result, None, Control()).measure(a, b)
    assert (found.similarity.tolist(), found.problems) == (near, ())


class Here:
    """A call of the service that is answered in this process."""

    def __init__(self, paths):
        self.paths = paths

    def open(self, number):
        return os.open(self.paths[number], os.O_RDONLY)

    def send(self, data, *, now):
        assert now
        assert len(data) == large_files_service.PROGRESS.size


def asked_of(paths, content=""):
    sides = [
        {"size": os.stat(path).st_size, "mtime_ns": os.stat(path).st_mtime_ns, "content": content}
        for path in paths
    ]
    return {"sides": sides, "question": "similar", "ranges": 0}


def test_the_service_here(two):
    here = Here(two)
    report = large_files_service.Report(here)
    report(50)
    found = large_files_service.compare(asked_of(two), here.open, report)
    assert found["figures"] == similar(*(view(path.read_bytes()) for path in two))
    with pytest.raises(large_files_service.LostError):
        large_files_service.compare(asked_of(two, "00" * 16), here.open, report)


def test_what_is_prepared_is_all_that_is_needed(two):
    """In a process of its own, where no other test has loaded a kernel."""
    code = f"""
import gc, os, sys
sys.path[:] = {sys.path!r}
from simfinder.app.verify import large_files_service as service
from simfinder.arrays.jit import Kernel
from tests.unit.app.verify.test_large_files import Here, Question, asked_of, edited, RNG

def ready():
    return {{id(one): len(one.signatures) for one in gc.get_objects() if isinstance(one, Kernel) and one.signatures}}

service.prepare()
before, data, two = ready(), RNG.randbytes(400_000), {list(map(str, two))!r}
assert before
for contents in ((data, edited(data)), (data, data), (bytes(100_000), data), (bytes(9000) + data, bytes(9001) + data)):
    for path, content in zip(two, contents):
        open(path, "wb").write(content)
    for question in Question:
        call = Here(two)
        service.compare({{**asked_of(two), "question": question, "ranges": 9}}, call.open, service.Report(call))
assert ready() == before
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="what a process may do is told by /proc")
def test_the_process_has_no_rights(two, monkeypatch):
    told = []

    class Watched(Child):
        def end(self, grace=0.0):
            with open(f"/proc/{self.pid}/status") as status, open(f"/proc/{self.pid}/limits") as limits:
                told.append((status.read(), limits.read()))
            return super().end(grace)

    monkeypatch.setattr(client, "Child", Watched)
    compare_apart(*map(side, two), Question.SIMILAR, Control())
    ((status, limits),) = told
    assert "NoNewPrivs:\t1" in status
    found = {line[:25].strip(): line[26:].split()[0] for line in limits.splitlines()}
    assert (found["Max file size"], found["Max address space"]) == (
        "0",
        "unlimited",
    )  # it maps files of any size


def test_the_program_itself_can_be_the_process(two, monkeypatch):
    """As a frozen program is."""
    monkeypatch.setattr(
        client,
        "command",
        lambda service, _limits: [sys.executable, "-m", "simfinder", client.FLAG, service, "0", "0"],
    )
    told = compare_apart(*map(side, two), Question.SIMILAR, Control())
    assert told.figures == similar(*(view(path.read_bytes()) for path in two))
    assert large_files_service.__name__ == SERVICE


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="this system does not tell")
def test_what_was_read_of_a_map_is_let_go_of(tmp_path, monkeypatch):
    """Two files of 5 GB counted as 10.8 GB of the process, as long as they stayed mapped."""
    data = RNG.randbytes(48 << 20)
    put(tmp_path / "a", data)
    put(tmp_path / "b", data[: 1 << 25] + b"!" + data[1 << 25 :])
    monkeypatch.setattr(large_files_service, "_HELD_FOR", 0.001)
    mapped = []

    class Watching(large_files_service.Report):
        def check(self):
            with open("/proc/self/status") as status:
                mapped.append(next(int(line.split()[1]) for line in status if line.startswith("RssFile")))
            super().check()

    here = Here([tmp_path / "a", tmp_path / "b"])
    large_files_service.compare(asked_of(here.paths), here.open, Watching(here))
    assert len(mapped) > 20
    assert max(mapped) - min(mapped) < 48 * 1024  # kB; both files have twice as much
