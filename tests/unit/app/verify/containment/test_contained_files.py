"""Files that lie in others, proven by their bytes; never mixed with similarity."""

import itertools
import os
import random
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.find.find_pairs import Pairs
from simfinder.app.session.session import Session
from simfinder.app.verify import verifier as verify
from simfinder.app.verify.containment import contained_files
from simfinder.app.verify.containment.contained_files import contained_paths, measured_parts
from simfinder.app.verify.pair_tasks import Sides
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.search.containment.candidates import Parts
from simfinder.search.linking.links import Links
from simfinder.store.cache.cache import Cache
from tests.helpers.examples import examples
from tests.helpers.files.media_files import elf
from tests.helpers.files.packed import docx_of, tar_of
from tests.helpers.results.told import pairs_json, scan_json

RNG = random.Random(31)


def prose():
    """Lines of words that do not come twice, so that nothing lies in what is smaller than itself."""
    return "".join(" ".join(RNG.randbytes(3).hex() for _ in range(9)) + "\n" for _ in range(250)).encode()


TEXT, OTHER = prose(), prose()


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def edited(data, every):
    out = bytearray(data)
    for at in range(0, len(out), every):
        out[at] ^= 0x41
    return bytes(out)


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    part = TEXT[len(TEXT) // 3 : len(TEXT) // 3 + len(TEXT) // 5]
    put(root / "whole.txt", TEXT)
    put(root / "part.txt", part)
    put(root / "edited part.txt", edited(part, 60))
    put(root / "image.bin", RNG.randbytes(40_000) + TEXT + RNG.randbytes(40_000))
    put(root / "stranger.txt", OTHER)
    put(root / "nearly.txt", TEXT[:-200])
    put(root / "plan.docx", docx_of(TEXT.decode().splitlines()))
    return root


def parts_of(root, control=None, same_type=False, **more):
    result = scan(ScanOptions((str(root),), **more), None, Control())
    control = control or Control()
    found = measured_parts(result, Verifier(result, None, control), control, same_type=same_type)
    return {(os.path.relpath(a, root), os.path.relpath(b, root)): share for a, b, share in found}


def test_parts_are_told_with_their_share_and_nothing_else(tree):
    found = parts_of(tree)
    assert found["whole.txt", "part.txt"] > 0.99
    assert 0.95 < found["whole.txt", "edited part.txt"] < 0.995
    assert found["image.bin", "whole.txt"] > 0.99
    assert found["image.bin", "part.txt"] > 0.99
    assert found["plan.docx", "part.txt"] > 0.9  # by the text of the document
    assert all(share < 1.0 for share in found.values())
    names = {name for pair in found for name in pair}
    assert "stranger.txt" not in names
    assert ("whole.txt", "nearly.txt") not in found  # these two are similar
    assert ("part.txt", "whole.txt") not in found


def test_a_document_stored_in_a_larger_file_is_told(tmp_path):
    document = docx_of(TEXT.decode().splitlines())
    put(tmp_path / "plan.docx", document)
    put(
        tmp_path / "image.bin",
        RNG.randbytes(len(document) // 4) + document + RNG.randbytes(len(document) // 4),
    )
    assert parts_of(tmp_path)["image.bin", "plan.docx"] > 0.99


def test_programs_that_share_a_library_do_not_lie_in_each_other(tmp_path):
    library = [RNG.randbytes(700) for _ in range(40)]

    def linked(own, order):
        """Return a program of own code and a library whose functions lie in some order, as linkers put them."""
        code = RNG.randbytes(own) + b"".join(RNG.randbytes(90) + library[at] for at in order)
        return elf(code, b"")

    put(tmp_path / "large", linked(40_000, RNG.sample(range(40), 40)))
    small = put(tmp_path / "small", linked(500, RNG.sample(range(40), 40))).read_bytes()
    put(tmp_path / "setup.bin", RNG.randbytes(9000) + small + RNG.randbytes(9000))
    assert set(parts_of(tmp_path)) == {("setup.bin", "small")}


def test_raw_sees_no_document(tree):
    assert not any("plan.docx" in pair for pair in parts_of(tree, raw=True))


def test_identical_files_are_told_by_a_few_names(tree):
    for i in range(30):
        put(tree / "copies" / f"{i:02}.txt", (tree / "part.txt").read_bytes())
    found = [
        pair for pair in parts_of(tree) if pair[0] == "whole.txt" and pair[1].startswith(("copies", "part"))
    ]
    assert len(found) == contained_files._NAMES


def test_an_archive_and_its_own_bytes_are_one_content(tmp_path):
    put(tmp_path / "t" / "a.tar", tar_of({"a": TEXT, "b": OTHER}))
    put(tmp_path / "t" / "a.txt", TEXT)
    assert set(parts_of(tmp_path / "t")) == {("a.tar", "a.txt")}


def test_what_can_not_be_read_any_more_is_left_out(tree):
    result = scan(ScanOptions((str(tree),)), None, Control())
    (tree / "whole.txt").unlink()
    found = measured_parts(result, Verifier(result, None, Control()), Control())
    assert not any(str(tree / "whole.txt") in pair[:2] for pair in found)
    assert any(str(tree / "image.bin") == pair[0] for pair in found)


def test_the_most_promising_come_first_within_the_budget(tree, monkeypatch):
    monkeypatch.setattr(contained_files, "_MEASURED", 40_000)
    measured = []
    contained = Verifier.contained

    def spy(self, whole, part):
        measured.append(len(whole.content))
        return contained(self, whole, part)

    monkeypatch.setattr(Verifier, "contained", spy)
    assert len(parts_of(tree)) < 4
    assert measured[0] < 4


def test_cancel(tree):
    control = Control()
    result = scan(ScanOptions((str(tree),)), None, Control())
    control.cancel()
    with pytest.raises(Cancelled):
        measured_parts(result, Verifier(result, None, control), control)


def test_the_two_directions_are_told_apart(tree):
    """The share is that of the part, whichever hash is the smaller one."""
    result = scan(ScanOptions((str(tree),)), None, Control())
    of = {os.path.basename(f.path): c for f, c in zip(result.files, result.content_row.tolist(), strict=True)}
    verifier = Verifier(result, None, Control())
    for whole, part in (("whole.txt", "part.txt"), ("image.bin", "whole.txt"), ("image.bin", "part.txt")):
        sides = [Sides(np.array([of[name]]), np.array([False])) for name in (whole, part)]
        share, similarity = verifier.contained(*sides)
        assert share[0] > 0.99
        assert similarity[0] < 0.7
        back, _ = verifier.contained(*sides[::-1])
        assert back[0] < 0.5


def test_results_tell_them_beside_members_of_archives(tree):
    put(tree / "a.tar", tar_of({"part.txt": (tree / "part.txt").read_bytes(), "b": OTHER}))
    session = Session.run(ScanOptions((str(tree),)), cache=None, control=Control())
    parts = measured_parts(session.result, Verifier(session.result, None, Control()), Control())
    told = {
        (os.path.basename(c["whole"]), os.path.basename(c["part"])): c["containment"]
        for c in scan_json(session, None, parts)["contains"]
    }
    assert told["a.tar", "part.txt"] == 1.0
    assert 0.99 < told["whole.txt", "part.txt"] < 1.0
    none = Links(*(np.zeros(0, kind) for kind in ("i4", "i4", "f4")))
    pairs = Pairs(session.result, none, True, parts=tuple(parts))
    listed = pairs_json(pairs)["contains"]
    assert {(os.path.basename(a), os.path.basename(b)): share for a, b, share in listed} == told
    assert all(share >= 0.995 for *_, share in pairs_json(pairs, least_contained=0.995)["contains"])


def test_of_one_type_only_where_that_is_asked_for(tree):
    found = parts_of(tree, same_type=True)
    assert found == {pair: share for pair, share in parts_of(tree).items() if pair[0][-4:] == pair[1][-4:]}
    assert ("whole.txt", "part.txt") in found
    put(tree / "a.tar", tar_of({"part.txt": (tree / "part.txt").read_bytes()}))
    result = scan(ScanOptions((str(tree),)), None, Control())
    assert contained_paths(result)
    assert contained_paths(result, same_type=True) == []


def test_of_identical_archives_and_members_a_few_are_told(tree):
    for i in range(25):
        put(tree / "archives" / f"{i:02}.tar", tar_of({"part.txt": (tree / "part.txt").read_bytes()}))
        put(tree / "copies" / f"{i:02}.txt", (tree / "part.txt").read_bytes())
    found = contained_paths(scan(ScanOptions((str(tree),)), None, Control()))
    assert len(found) == contained_files._NAMES**2
    assert found == sorted(found)
    assert {os.path.basename(whole) for whole, _ in found} == {
        f"{i:02}.tar" for i in range(contained_files._NAMES)
    }


def test_a_whole_is_indexed_once_for_all_of_its_parts(tree, monkeypatch):
    for i in range(6):
        put(tree / "more" / f"{i}.txt", TEXT[1500 * i : 1500 * i + 4000])
    wholes = []

    class Counted(verify.StretchFinder):
        def __init__(self, source, check):
            wholes.append(source.tobytes())
            super().__init__(source, check)

    monkeypatch.setattr(verify, "StretchFinder", Counted)
    found = parts_of(tree)
    assert sum(pair[0] == "whole.txt" and pair[1].startswith("more") for pair in found) == 6
    assert len(wholes) == len(set(wholes))


def test_what_repeats_itself_lies_in_what_is_smaller(tmp_path):
    once = TEXT[:9000]
    put(tmp_path / "t" / "once.txt", once + OTHER[:9000])
    put(tmp_path / "t" / "often.txt", once * 6)
    assert set(parts_of(tmp_path / "t")) == {("once.txt", "often.txt")}


def test_pairs_that_were_measured_as_similar_are_looked_at_too(tree, monkeypatch):
    """Candidates by sketches are none here: what was measured anyway tells of the part."""
    nothing = np.zeros(0, np.int32)
    none = Parts(
        nothing, nothing, nothing.astype(np.int16), nothing.astype(np.int16), nothing.astype("f4"), 0, 0
    )
    monkeypatch.setattr(contained_files, "known_parts", lambda *_, **__: none)
    result = scan(ScanOptions((str(tree),)), None, Control())
    of = {os.path.basename(f.path): c for f, c in zip(result.files, result.content_row.tolist(), strict=True)}
    verifier = Verifier(result, None, Control())
    assert measured_parts(result, verifier, Control()) == []
    names = (
        ("whole.txt", "part.txt"),
        ("part.txt", "image.bin"),
        ("stranger.txt", "whole.txt"),
        ("nearly.txt", "whole.txt"),
    )
    verifier.measure(*(np.array([of[pair[k]] for pair in names]) for k in (0, 1)))
    found = [
        (os.path.basename(a), os.path.basename(b)) for a, b, _ in measured_parts(result, verifier, Control())
    ]
    assert found == [(whole, "part.txt") for whole in ("image.bin", "plan.docx", "whole.txt")]


def test_a_share_asked_for_the_other_way_round_is_measured_then(tree, tmp_path):
    """Each direction is remembered by itself."""
    result = scan(ScanOptions((str(tree),)), None, Control())
    of = {os.path.basename(f.path): c for f, c in zip(result.files, result.content_row.tolist(), strict=True)}
    sides = [Sides(np.array([of[name]]), np.array([False])) for name in ("image.bin", "part.txt")]
    with Cache.open(tmp_path / "c.sqlite3") as cache:
        for _ in range(2):
            assert Verifier(result, cache, Control()).contained(*sides)[0][0] > 0.99
            cache.flush()
            assert 0.0 <= Verifier(result, cache, Control()).contained(*sides[::-1])[0][0] < 0.1
            cache.flush()
        assert cache.info().overlaps == 2


@settings(max_examples=examples(25), deadline=None)
@given(st.data())
def test_what_is_remembered_is_what_is_measured(data):
    """Whatever was asked before, in whichever direction: either proves something else."""
    pieces = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=9)
    with tempfile.TemporaryDirectory() as folder:
        for name in "abc":
            content = b"".join(
                edited(TEXT[1200 * piece : 1200 * (piece + 1)], 40 * change) if change else bytes(1200)
                for piece, change in data.draw(pieces)
            )
            put(Path(folder) / "tree" / name, content + name.encode() * 9)
        result = scan(ScanOptions((str(Path(folder) / "tree"),)), None, Control())
        ways = list(itertools.permutations(range(len(result.table)), 2))
        sides = [Sides(np.array(rows), np.zeros(len(ways), bool)) for rows in zip(*ways, strict=True)]
        right = Verifier(result, None, Control()).contained(*sides)
        for _ in range(3):
            asked = np.array(data.draw(st.lists(st.integers(0, len(ways) - 1), min_size=1, unique=True)))
            with Cache.open(Path(folder) / "cache.sqlite3") as cache:
                told = Verifier(result, cache, Control()).contained(*(side.at(asked) for side in sides))
            for figures, its in zip(told, right, strict=True):
                assert figures.tolist() == its[asked].tolist()


def test_a_few_lines_are_no_part(tmp_path):
    part = TEXT[1000:1700]
    put(tmp_path / "whole.txt", TEXT)
    put(tmp_path / "511.txt", part[:511])
    put(tmp_path / "512.txt", part[:512])
    assert set(parts_of(tmp_path)) == {("whole.txt", "512.txt")}


def test_what_many_strangers_have_is_no_part_of_them(tmp_path):
    licence = TEXT[:1500]
    put(tmp_path / "LICENSE", licence)
    for number in range(17):
        put(tmp_path / f"{number}.c", licence + prose()[:5000])
    assert parts_of(tmp_path) == {}
    (tmp_path / "16.c").unlink()
    assert set(parts_of(tmp_path)) == {(f"{number}.c", "LICENSE") for number in range(16)}


def test_a_part_of_many_versions_is_told(tmp_path):
    whole = bytearray(OTHER)
    put(tmp_path / "part.log", OTHER[:5000])
    for number in range(20):
        whole += prose()[:400]
        put(tmp_path / f"{number}.log", bytes(whole))
    found = parts_of(tmp_path)
    assert {pair for pair in found if pair[1] == "part.log"} == {
        (f"{number}.log", "part.log") for number in range(20)
    }


def test_settings_of_one_program_do_not_lie_in_one_another(tmp_path):
    rng = random.Random(4)
    names = [rng.randbytes(3).hex() for _ in range(20)]

    def settings(count):
        return "".join(
            f'"{rng.choice(names)}{rng.randrange(90)}":{{"on":{rng.choice(["true", "false"])},'
            f'"size":{rng.randrange(100)},"title":"{rng.choice(names)} {rng.choice(names)}"}},\n'
            for _ in range(count)
        ).encode()

    for name, count in (("small", 60), ("large", 500)):
        put(tmp_path / f"{name}.json", settings(count))
    assert parts_of(tmp_path) == {}
