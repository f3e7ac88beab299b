"""The outlet: bounds, nesting, hashes, and containers that fail."""

import gzip
import io
import sys
import tarfile
import types
import zipfile

import pytest
import xxhash
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract import formats
from simfinder.scan.extract.formats import BY_CODE, HEAD, Format, recognise, register
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import Member, pack, unpack
from simfinder.scan.extract.sources import Hashed
from simfinder.scan.extract.view_sink import CHUNK, LimitReached, TooMuchError, ViewSink, make
from tests.helpers.examples import examples

MIB = 1 << 20
WIDE = Bounds(free=MIB, output=8 * MIB, ratio=10)


def outlet(bounds=WIDE, size=10, **how):
    parts = []
    out = ViewSink(parts.append, bounds, size, **how)
    out.parts = parts
    return out


def sent(out):
    return b"".join(out.parts)


def view(data, bounds=WIDE, **how):
    """Make the view of a container as a worker does."""
    out = outlet(bounds, len(data), **how)
    found = BY_CODE[recognise(data)]
    out.name = found.name
    try:
        make(found, io.BytesIO(data), out)
    except LimitReached:
        assert how
    assert unpack(pack(out.members)) == out.members
    return out


def member(name, data):
    return Member(name, len(data), xxhash.xxh3_128_digest(data))


def tar(files):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


class Trickle:
    """A source that gives fewer bytes than asked for."""

    def __init__(self, data, sizes):
        self._data = io.BytesIO(data)
        self._sizes = iter(sizes)

    def read(self, size, /):
        return self._data.read(min(size, next(self._sizes, size)))


# bounds


@pytest.mark.parametrize(
    ("size", "most"), [(0, MIB), (MIB // 10, MIB), (MIB // 4, 5 * MIB // 2), (MIB, 8 * MIB)]
)
def test_as_much_as_is_allowed_and_no_byte_more(size, most):
    for piece in (most, 12_345):
        out = outlet(size=size)
        for at in range(0, most, piece):
            out.write(bytes(min(piece, most - at)))
        assert out.made == len(sent(out)) == most
        reason = "holds more than 8 MB" if most == 8 * MIB else "holds more than 10 times its size"
        with pytest.raises(TooMuchError, match=reason):
            out.write(b"x")
        assert len(sent(out)) == most
        with pytest.raises(TooMuchError):
            out.write(b"")


def test_reading_counts_though_nothing_is_written():
    out = outlet()
    source = out.metered(io.BytesIO(bytes(9 * MIB)))
    got = 0
    with pytest.raises(TooMuchError):  # noqa: PT012 - it is the last of many that raises
        while data := source.read(-1):
            got += len(data)
    assert got == 3 * MIB
    out = outlet(Bounds(free=MIB, ratio=1, depth=0))
    with pytest.raises(TooMuchError):
        out.member(b"a", io.BytesIO(bytes(MIB + 1)))
    assert out.members == []


def test_members_and_their_names_are_bounded():
    out = outlet(Bounds(members=3))
    for name in (b"a", b"b", b"c"):
        out.member(name, io.BytesIO())
    with pytest.raises(TooMuchError, match="holds more than 3 files"):
        out.member(b"d", io.BytesIO())
    assert len(out.members) == 3
    out = outlet(Bounds(names=2 * MIB))
    out.member(b"x" * MIB, io.BytesIO())
    with pytest.raises(TooMuchError, match="holds more than 2 MB of names"):
        out.member(b"x" * MIB, io.BytesIO())
    inner = tar((str(i), b"") for i in range(100))
    with pytest.raises(TooMuchError, match="of names"):  # each of them has the long one in front
        outlet(Bounds(names=MIB)).member(b"x" * 20_000, io.BytesIO(inner))


# nesting


class Node:
    """A nested file, and the members and bytes its view must have."""

    kind = "leaf"

    def __init__(self, data, files=()):
        self.raw = data
        self.files = files

    def seen(self, depth, most, prefix=b""):
        """Bytes and members where it is entered."""
        if self.kind == "gzip":
            (child,) = self.files
            below = depth + (child.kind == "gzip")
            if child.kind == "leaf" or below > most:
                return child.raw, []
            return child.seen(below, most, prefix)
        data, members = b"", []
        for name, child in sorted(self.files, key=lambda pair: pair[0]) if self.kind == "zip" else self.files:
            full = prefix + name.encode()
            inner, below = child.raw, []
            if child.kind != "leaf" and depth + 1 <= most:
                inner, below = child.seen(depth + 1, most, full + b"/")
            data += inner
            members += [member(full, child.raw), *below]
        return data, members


class Gzip(Node):
    kind = "gzip"

    def __init__(self, child):
        super().__init__(gzip.compress(child.raw, mtime=0), [child])


class Tar(Node):
    @property
    def kind(self):
        return "tar" if self.files else "leaf"  # an empty one is nothing but zeros

    def __init__(self, files):
        super().__init__(tar((name, child.raw) for name, child in files), files)


class Zip(Node):
    kind = "zip"

    def __init__(self, files):
        super().__init__(zipped((name, child.raw) for name, child in files), files)


def _leaf(data):
    return Node(b"." + data * (300 if data[:1] > b"\xc0" else 1))


leaves = st.binary(max_size=40).map(_leaf)
names = st.text("abc.", min_size=1, max_size=5).map(lambda name: "n" + name)


def _folder(kind, files):
    if kind is Gzip:
        return Gzip(files[0][1] if files else _leaf(b""))
    return kind(files)


def _folders(child):
    files = st.lists(st.tuples(names, child), max_size=4, unique_by=lambda pair: pair[0])
    return st.builds(_folder, st.sampled_from([Gzip, Tar, Zip]), files)


trees = st.recursive(leaves, _folders, max_leaves=8).filter(lambda tree: tree.kind != "leaf")


@settings(max_examples=examples(150))
@given(trees, st.integers(0, 3), st.data())
def test_containers_in_containers(tree, depth, data):
    bounds = Bounds(depth=depth)
    out = view(tree.raw, bounds)
    stream, members = tree.seen(0, depth)
    assert sent(out) == stream
    assert out.members == members
    assert out.made == len(stream)
    assert view(tree.raw, bounds).members == members
    limit = data.draw(st.integers(1, max(1, len(stream) + 5)))
    part = view(tree.raw, bounds, limit=limit)
    assert sent(part) == stream[:limit]
    assert part.cut == (limit < len(stream))
    assert part.members == members


def test_a_tar_in_a_gzip_is_one_archive():
    inner = tar([("a", b"1"), ("b", gzip.compress(b"2")), ("c", tar([("d", gzip.compress(b"3"))]))])
    out = view(gzip.compress(inner))
    assert out.name == "tar"
    assert [m.name for m in out.members] == [b"a", b"b", b"c", b"c/d"]
    assert sent(out) == b"12" + gzip.compress(b"3")
    assert view(gzip.compress(gzip.compress(inner))).name == "gzip"
    assert view(inner, Bounds(depth=0)).name == "tar"
    assert view(gzip.compress(zipped([("a", b"1")]))).name == "zip"
    assert view(gzip.compress(b"text")).name == "gzip"


def test_a_container_within_does_not_name_the_view():
    out = view(tar([("a.gz", gzip.compress(b"x")), ("b.zip", zipped([]))]))
    assert out.name == "tar"
    out.name = "other"
    assert out.name == "other"


# containers that fail


@pytest.fixture
def toy(monkeypatch):
    """Register a format whose view is made by the given function."""
    monkeypatch.setattr(formats, "BY_CODE", BY_CODE)
    taken = []

    def add(stream, *, seeks=False, code=90, mark=b"toy!"):
        module = types.ModuleType(f"toys.toy{code}")
        module.stream = stream
        monkeypatch.setitem(sys.modules, module.__name__, module)
        register(Format(code, f"toy{code}", ((0, mark),), module.__name__, seeks=seeks))
        taken.append((code, mark))

    yield add
    for code, mark in taken:
        del BY_CODE[code]
        rules = formats._AT[0][mark[0]]
        rules[:] = [rule for rule in rules if rule[1] != code]


DAMAGED = ViewError("is damaged")


def _failing(amount, write=b"", error=DAMAGED):
    def stream(source, out):
        while amount > source_read[0] and (data := source.read(min(100, amount - source_read[0]))):
            source_read[0] += len(data)
        if write:
            out.write(write)
        raise error

    source_read = [0]
    return stream


@pytest.mark.parametrize("seeks", [False, True])
@pytest.mark.parametrize("amount", [0, 1, 4, 600, 5000, 10_000, 99_999])
@pytest.mark.parametrize("error", [ViewError("is damaged"), KeyError(), RecursionError()])
def test_one_that_fails_is_taken_as_it_is(toy, seeks, amount, error):
    toy(_failing(amount, error=error), seeks=seeks)
    data = b"toy!" + bytes(range(256)) * 40
    out = view(tar([("a", data), ("b", b"after")]))
    assert sent(out) == data + b"after"
    assert out.members == [member(b"a", data), member(b"b", b"after")]


def test_one_that_fails_late_keeps_what_it_gave(toy):
    data = b"toy!" + bytes(range(256)) * 40
    toy(_failing(1000, write=b"[made]"))
    out = view(tar([("a", data), ("b", b"after")]))
    assert sent(out) == b"[made]" + data[1000:] + b"after"
    assert out.members == [member(b"a", data), member(b"b", b"after")]


def test_members_of_one_that_fails(toy):
    def stream(source, out):
        out.member(b"empty", io.BytesIO())
        out.member(b"x", io.BytesIO(b"1")) if source.read(5)[4:] == b"+" else None
        out.member(b"broken", Failing(b"abc"))

    class Failing(io.BytesIO):
        def read(self, size=-1, /):
            data = super().read(size)
            if not data:
                raise ViewError("ends too early")
            return data

    toy(stream)
    out = view(tar([("a", b"toy!-"), ("b", b"toy!+")]))
    a, b = member(b"a", b"toy!-"), member(b"b", b"toy!+")
    assert sent(out) == b"toy!-" + b"1"  # nothing was made of the first, so that it is taken as it is
    assert out.members == [a, b, member(b"b/empty", b""), member(b"b/x", b"1")]


def test_the_one_content_of_a_compressed_file_may_not_fail(toy):
    toy(_failing(0))
    with pytest.raises(ViewError, match="is damaged"):
        view(gzip.compress(b"toy! and more"))


@pytest.mark.parametrize("seeks", [False, True])
def test_damage_around_it_is_not_its_own(toy, seeks):
    """An archive that ends inside a container: the archive fails, whatever the container's parser makes of it."""

    def stream(source, out):
        try:
            while source.read(50):
                pass
        except Exception as error:
            raise ViewError("is a damaged toy") from error

    toy(stream, seeks=seeks)
    whole = tar([("a", b"toy!" + bytes(10_000))])
    with pytest.raises(ViewError, match="ends too early"):
        view(whole[:5000])

    def swallowing(source, out):
        try:
            while source.read(50):
                pass
        except Exception:
            out.write(b"and all is well")

    toy(swallowing, seeks=seeks, code=91, mark=b"swallow!")
    with pytest.raises(ViewError, match="ends too early"):
        view(tar([("a", b"swallow!" + bytes(10_000))])[:5000])


def test_no_memory_ends_it_all(toy):
    toy(_failing(0, error=MemoryError()))
    with pytest.raises(MemoryError):
        view(tar([("a", b"toy!")]))


@pytest.mark.parametrize("error", [TooMuchError, LimitReached, BrokenPipeError])
def test_a_parser_can_not_swallow_the_end(toy, error):
    def stream(source, out):
        for _ in range(5):
            try:
                out.write(bytes(MIB))
            except Exception:
                continue
        if source.read(5).endswith(b"!"):
            raise KeyError

    toy(stream)
    limit = 10 if error is LimitReached else 0
    for data in (b"toy!-", b"toy!!"):
        for wrapped in (data, gzip.compress(data)):
            out = outlet(limit=limit)
            if error is BrokenPipeError:
                out._send = _broken
            with pytest.raises(error):
                make(BY_CODE[recognise(wrapped)], io.BytesIO(wrapped), out)
            assert len(sent(out)) <= MIB
    out = outlet()
    if error is BrokenPipeError:
        out._send = _broken
    if error is not LimitReached:  # there, the list is completed
        data = tar([("a", b"toy!"), ("b", b"")])
        with pytest.raises(error):
            make(BY_CODE[recognise(data)], io.BytesIO(data), out)
        assert out.members == []


def _broken(_data):
    raise BrokenPipeError


def test_what_does_not_fit_into_the_spool_is_taken_as_it_is(toy):
    def stream(source, out):
        out.write(b"entered" + source.read()[-1:])

    toy(stream, seeks=True)
    bounds = Bounds(spool=1000)
    for size, entered in ((999, True), (1000, True), (1001, False), (CHUNK * 2, False)):
        data = b"toy!" + bytes(size - 4)
        out = view(tar([("a", data)]), bounds)
        assert sent(out) == (b"entered\0" if entered else data)
        assert out.members == [member(b"a", data)]


def test_what_nobody_read_is_in_the_hash(toy):
    toy(lambda source, out: out.write(source.read(4)))
    data = b"toy!" + bytes(5000)
    out = view(tar([("a", data)]))
    assert sent(out) == b"toy!"
    assert out.members == [member(b"a", data)]


def test_a_large_first_part_that_is_not_kept(toy):
    """As far as possible: what no longer fits into the spool is lost, the rest is there."""
    toy(_failing(3000))
    data = b"toy!" + bytes(range(256)) * 40
    out = view(tar([("a", data)]), Bounds(spool=2000))
    assert sent(out) == data[3000:]
    assert out.members == [member(b"a", data)]


# reading


@example(b"abc", [], [("peek", 3), ("peek", 1), ("read", 2)])
@given(
    st.binary(max_size=3000),
    st.lists(st.integers(1, 900)),
    st.lists(
        st.tuples(st.sampled_from(["read", "peek", "read_up_to", "drain", "all"]), st.integers(0, 1200)),
        max_size=12,
    ),
)
def test_reading_against_a_plain_twin(data, sizes, steps):
    reader = Hashed(Trickle(data, sizes), outlet())
    at = 0
    for step, size in steps:
        if step == "peek":
            assert reader.peek(size) == data[at : at + size]
        elif step == "read":
            got = reader.read(size)
            assert got == data[at : at + len(got)]
            assert len(got) <= size
            assert got or not size or at == len(data)
            at += len(got)
        elif step == "read_up_to":
            got = reader.read_up_to(size)
            assert got == data[at : at + size]
            at += len(got)
        elif step == "all":
            assert reader.read() == data[at:]
            at = len(data)
        else:
            reader.drain()
            at = len(data)
        assert reader.size == at
    reader.drain()
    assert reader.size == len(data)
    assert reader.digest() == xxhash.xxh3_128_digest(data)


@given(st.binary(max_size=2 * HEAD), st.lists(st.integers(1, 300)))
def test_members_that_come_in_drops(data, sizes):
    out = outlet()
    out.member(b"m", Trickle(data, sizes))
    if recognise(data[:HEAD]) not in formats.BY_CODE:
        assert sent(out) == data
    assert out.members[0] == member(b"m", data)


def test_many_small_writes_are_exact():
    for limit in (0, 1, 9_999, 10_000, 10_001):
        out = outlet(limit=limit)
        try:
            for i in range(10_000):
                out.write(bytes([i & 255]))
        except LimitReached:
            assert 0 < limit < 10_000
        whole = bytes(i & 255 for i in range(10_000))
        assert sent(out) == (whole[:limit] if limit else whole)
