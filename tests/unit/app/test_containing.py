"""Files that lie in others, proven by their bytes; never mixed with similarity."""

import os
import random

import pytest

from simfinder.app import containing, export
from simfinder.app.containing import measured_parts
from simfinder.app.session import Session
from simfinder.app.verify import Pairs, Sides, Verifier
from simfinder.errors import Cancelled
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control
from simfinder.scan.pipeline import scan
from simfinder.search.links import Links
from tests.helpers.packed import docx_of, tar_of

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


def parts_of(root, control=None, **more):
    result = scan(ScanOptions((str(root),), **more), None, Control())
    control = control or Control()
    return {
        (os.path.relpath(a, root), os.path.relpath(b, root)): share
        for a, b, share in measured_parts(result, Verifier(result, None, control), control)
    }


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


def test_raw_sees_no_document(tree):
    assert not any("plan.docx" in pair for pair in parts_of(tree, raw=True))


def test_identical_files_are_told_by_a_few_names(tree):
    for i in range(30):
        put(tree / "copies" / f"{i:02}.txt", (tree / "part.txt").read_bytes())
    found = [
        pair for pair in parts_of(tree) if pair[0] == "whole.txt" and pair[1].startswith(("copies", "part"))
    ]
    assert len(found) == containing._NAMES


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
    monkeypatch.setattr(containing, "_MEASURED", 40_000)
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
        sides = [Sides(export.np.array([of[name]]), export.np.array([False])) for name in (whole, part)]
        share, similarity = verifier.contained(*sides)
        assert share[0] > 0.99
        assert similarity[0] < 0.7
        back, same = verifier.contained(*sides[::-1])
        assert back[0] < 0.5
        assert same[0] == similarity[0]


def test_results_tell_them_beside_members_of_archives(tree):
    put(tree / "a.tar", tar_of({"part.txt": (tree / "part.txt").read_bytes(), "b": OTHER}))
    session = Session.run(ScanOptions((str(tree),)), cache=None, control=Control())
    parts = measured_parts(session.result, Verifier(session.result, None, Control()), Control())
    told = {
        (os.path.basename(c["whole"]), os.path.basename(c["part"])): c["containment"]
        for c in export.scan_json(session, None, parts)["contains"]
    }
    assert told["a.tar", "part.txt"] == 1.0
    assert 0.99 < told["whole.txt", "part.txt"] < 1.0
    none = Links(*(export.np.zeros(0, kind) for kind in ("i4", "i4", "f4")))
    pairs = Pairs(session.result, none, True, parts=tuple(parts))
    listed = export.pairs_json(pairs, expand=False)["contains"]
    assert {(os.path.basename(a), os.path.basename(b)): share for a, b, share in listed} == told
    assert all(
        share >= 0.995
        for *_, share in export.pairs_json(pairs, expand=False, least_contained=0.995)["contains"]
    )
