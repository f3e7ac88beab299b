"""Views for a person to look at: their beginnings, with whole lists of members, in the time anybody waits."""

import io

import pytest

from simfinder.model.progress import Control
from simfinder.scan.extract import view_reader
from simfinder.scan.extract import view_sink as outlet_module
from simfinder.scan.extract.formats import recognise
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import pack, unpack
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_service import pack_answer
from simfinder.scan.extract.view_sink import LimitReached, ViewSink
from tests.helpers.files.packed import tar_of

FILES = {f"f{i}": bytes([65 + i]) * 1000 for i in range(5)}


@pytest.fixture
def worker():
    worker = ViewReader(Control(), Bounds())
    yield worker
    worker.close()


def read(worker, path, **how):
    parts = []
    head = path.read_bytes()[:512]
    made = worker.read(str(path), recognise(head), lambda part: parts.append(bytes(part)), **how)
    return made, b"".join(parts)


@pytest.mark.parametrize("limit", [1, 999, 1000, 1001, 2500, 4999, 5000, 5001])
def test_an_archive_is_cut_but_its_list_is_whole(worker, tmp_path, limit):
    (tmp_path / "a").write_bytes(tar_of(FILES))
    made, data = read(worker, tmp_path / "a", limit=limit)
    assert data == b"".join(FILES.values())[:limit]
    assert [(m.name, m.size) for m in unpack(made.members)] == [(n.encode(), 1000) for n in FILES]
    assert made.cut == (limit < 5000)
    assert made.whole
    assert made.made == 5000
    again, whole = read(worker, tmp_path / "a")
    assert again.members == made.members
    assert (whole, again.cut) == (b"".join(FILES.values()), False)


def test_what_has_no_members_is_read_no_further_than_asked():
    sent = []
    out = ViewSink(sent.append, Bounds(), 10, limit=10)
    out.write(b"abcd")
    out.write(b"abcd")
    with pytest.raises(LimitReached):
        out.write(b"abcd")
    assert b"".join(sent) == b"abcdabcdab"
    assert (out.made, out.cut) == (12, True)


def test_exactly_as_much_as_asked_for_is_not_cut():
    sent = []
    out = ViewSink(sent.append, Bounds(), 10, limit=8)
    out.write(b"abcd")
    out.write(b"abcd")
    out.write(b"")
    assert (b"".join(sent), out.cut) == (b"abcdabcd", False)


def test_after_the_time_a_list_holds_what_was_read_whole(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(outlet_module.time, "monotonic", lambda: now[0])
    out = ViewSink(lambda _: None, Bounds(), 10_000, patience=2.5)
    out.member(b"one", io.BytesIO(bytes(1000)))
    now[0] = 1.0
    out.member(b"two", io.BytesIO(bytes(1000)))
    now[0] = 2.6
    with pytest.raises(LimitReached):
        out.member(b"three", io.BytesIO(bytes(1000)))
    assert [(m.name, m.size) for m in out.members] == [(b"one", 1000), (b"two", 1000)]
    now[0] = 0.0
    slow = ViewSink(lambda _: None, Bounds(), 10_000, patience=0.5)

    class Slow(io.BytesIO):
        def read(self, size=-1, /):
            now[0] += 0.2
            return super().read(min(size, 100))

    slow.member(b"first", io.BytesIO(b"x"))
    with pytest.raises(LimitReached):
        slow.member(b"second", Slow(bytes(1000)))
    assert [m.name for m in slow.members] == [b"first"]
    assert unpack(pack(slow.members)) == slow.members


@pytest.mark.parametrize(
    ("name", "believed"),
    [("7z", True), ("office", True), ("x" * 33, False), ("a\nb", False), ("é", False), ("", False)],
)
def test_a_name_that_no_view_has_is_not_believed(name, believed):
    """A bad name would go into the cache and into results."""
    payload = pack_answer(["", name, "243", "0", "3", "0", "1"])
    if believed:
        assert view_reader._understood(payload, "/x").name == name
    else:
        with pytest.raises(ValueError, match="name"):
            view_reader._understood(payload, "/x")
