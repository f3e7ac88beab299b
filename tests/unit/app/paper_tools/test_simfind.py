"""The search over real files: what is searched, step 4, and what is asked wrongly."""

import json
import os
import random
import time
from itertools import combinations

import pytest

from simfinder.app.paper_tools import simfind as app
from simfinder.app.paper_tools.simfind import Question, search, simfind
from simfinder.errors import Cancelled, UsageError
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.tagcount.counter import extension_offset, keys, l1_distance, tag_counts
from simfinder.signatures.tagcount.tag_sets import parse_tags
from simfinder.store.cache.cache import Cache

TEXT = b"The quick brown fox jumps over the lazy dog, as ever.\n" * 40


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.txt").write_bytes(TEXT)
    (root / "b.txt").write_bytes(TEXT)
    (root / "c.log").write_bytes(TEXT)
    (root / "near.txt").write_bytes(TEXT.replace(b"lazy", b"late", 3))
    (root / "turned.txt").write_bytes(TEXT[54:] + TEXT[:54].upper())
    (root / "noise").write_bytes(random.Random(1).randbytes(2000))
    (root / "one").write_bytes(b"ab")
    (root / "two").write_bytes(b"ba")
    return root


def asked(tree, question=None, *, options=None, parameters=None):
    options = options or ScanOptions((str(tree),))
    return simfind(question or Question(), options, None, Control(), parameters or Parameters())


def found(report):
    """Pairs as names: (a, b, distance, relation)."""
    return [(os.path.basename(a), os.path.basename(b), d, str(r)) for a, b, d, r in report.pairs()]


def plain(tree, tolerance, key="skew", *, ext=False):
    """All pairs by the rules, over the bytes themselves."""
    rows = []
    for path in sorted(tree.rglob("*"), key=os.fsencode):
        data = path.read_bytes()
        counts = tag_counts(data)
        offset = extension_offset(path.name) if ext else 0
        rows.append((path.name, data, counts, int(getattr(keys(counts), key)) + offset))
    pairs = []
    for a, b in combinations(rows, 2):
        target = a if a[3] <= b[3] else b
        distance = l1_distance(a[2], b[2])
        sizes = sorted((len(a[1]), len(b[1])))
        if (
            abs(a[3] - b[3]) <= max(1, int(len(target[1]) * tolerance / 100))
            and sizes[1] <= 3 * sizes[0] // 2
            and distance <= max(1, int(sum(sizes) * tolerance / 200))
        ):
            pairs.append((a[0], b[0], distance, "identical" if a[1] == b[1] else "similar"))
    return sorted(pairs, key=lambda p: (p[2], p[3], os.fsencode(p[0]), os.fsencode(p[1])))


@pytest.mark.parametrize("key", ["skew", "uniform", "scatter"])
@pytest.mark.parametrize("ext", [False, True])
@pytest.mark.parametrize("tolerance", [0, 0.3, 1, 5, 100])
def test_pairs_are_those_of_the_rules(tree, tolerance, ext, key):
    report = asked(tree, Question(tolerance, (key,), ext))
    assert found(report) == plain(tree, tolerance, key, ext=ext)
    counters = report.counters
    assert counters.identical == sum(p[3] == "identical" for p in found(report))
    assert (counters.rows, counters.sum_hits) == (8, len(found(report)))
    assert counters.bytes == sum(p.stat().st_size for p in tree.iterdir())


def test_what_is_identical_and_what_only_counts_alike(tree):
    pairs = found(asked(tree))
    assert ("a.txt", "b.txt", 0, "identical") in pairs
    assert ("a.txt", "c.log", 0, "identical") in pairs
    assert ("one", "two", 0, "similar") in pairs
    assert pairs.index(("a.txt", "b.txt", 0, "identical")) == 0


def test_extensions_keep_types_apart(tree):
    names = {frozenset(p[:2]) for p in found(asked(tree, Question(ext=True)))}
    assert frozenset(("a.txt", "b.txt")) in names
    assert not any("c.log" in pair for pair in names)


@pytest.mark.parametrize("name", ["a.txt", "one", "noise"])
def test_a_target_among_the_files_is_not_like_itself(tree, name):
    report = asked(tree, Question(target=str(tree / name)))
    all_pairs = asked(tree)
    beside = {(d, r, b if a == name else a) for a, b, d, r in found(all_pairs) if name in (a, b)}
    assert {(d, r, b) for a, b, d, r in found(report)} == beside
    assert all(a == name for a, _, _, _ in found(report))


def test_a_target_by_another_name_is_the_file_itself(tree, tmp_path):
    os.link(tree / "noise", tmp_path / "hard")
    (tmp_path / "soft").symlink_to(tree / "noise")
    for name in ("hard", "soft"):
        assert found(asked(tree, Question(target=str(tmp_path / name)))) == []


def test_a_target_from_elsewhere(tree, tmp_path):
    target = tmp_path / "copy.txt"
    target.write_bytes(TEXT)
    (tmp_path / "link.txt").symlink_to(target)
    for name in ("copy.txt", "link.txt"):
        report = asked(tree, Question(target=str(tmp_path / name)))
        assert found(report)[:3] == [(name, other, 0, "identical") for other in ("a.txt", "b.txt", "c.log")]
        assert report.counters.rows == 8
        assert not report.problems
    target.write_bytes(TEXT.replace(b"quick brown", b"brown quick", 1))
    others = {b: relation for _, b, _, relation in found(asked(tree, Question(target=str(target))))}
    assert others["a.txt"] == others["c.log"] == "similar"


def test_keys_one_after_another_leave_fewer(tree):
    one = asked(tree, Question(3, ("uniform",)))
    both = asked(tree, Question(3, ("uniform", "skew", "uniform")))
    assert both.keys == ("uniform", "skew")
    assert both.after_key == (one.counters.key_hits, both.counters.key_hits)
    assert set(found(both)) == set(found(one)) & set(found(asked(tree, Question(3, ("skew",)))))


def test_tags_of_ones_own(tree):
    tags = parse_tags("tag bits mine other\n2 2 1 0\n3ff 10 0.5 2\n")
    report = asked(tree, parameters=Parameters(tags=tags))
    assert report.keys == ("uniform",)
    assert asked(tree, Question(keys=("mine", "other")), parameters=Parameters(tags=tags)).keys[0] == "mine"
    assert ("a.txt", "b.txt", 0, "identical") in found(report)
    with pytest.raises(UsageError, match="no key 'skew'; the tags have uniform, mine, other"):
        asked(tree, Question(keys=("skew",)), parameters=Parameters(tags=tags))


@pytest.mark.parametrize("tolerance", [-1, float("nan"), float("inf")])
def test_a_tolerance_that_can_not_be(tolerance):
    with pytest.raises(UsageError, match="percentage"):
        Question(tolerance)


def test_a_target_that_can_not_be(tree):
    for target, reason in (("nothing", "No such file"), (".", "is a folder")):
        with pytest.raises(UsageError, match=reason):
            asked(tree, Question(target=str(tree / target)))


def test_empty_files_are_like_one_another(tree):
    for name in ("empty1", "empty2"):
        (tree / name).touch()
    assert asked(tree).counters.rows == 8
    pairs = found(asked(tree, Question(100), options=ScanOptions((str(tree),), empty=True)))
    assert [p for p in pairs if "empty1" in p[:2]] == [("empty1", "empty2", 0, "identical")]


def test_the_cache_gives_the_same(tree):
    time.sleep(0.03)  # files written in the last 20 ms are not remembered, on purpose
    fresh = found(asked(tree))
    cache = Cache.open()
    try:
        for from_cache in (0, 8):
            report = simfind(Question(), ScanOptions((str(tree),)), cache, Control())
            assert (report.result.from_cache, found(report)) == (from_cache, fresh)
    finally:
        cache.close()


def test_no_files(tmp_path):
    report = asked(tmp_path)
    assert (found(report), report.counters.rows) == ([], 0)
    (tmp_path / "f").write_bytes(b"x")
    inside = ScanOptions((str(tmp_path),), exclude=("f",))
    assert found(asked(tmp_path, Question(target=str(tmp_path / "f")), options=inside)) == []


def test_it_can_be_stopped(tree):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        simfind(Question(), ScanOptions((str(tree),)), None, control)


def test_json_is_one_document_however_long(tree, monkeypatch):
    report = asked(tree, Question(5))
    whole = json.loads("".join(report.json_pieces()))
    assert [tuple(p) for p in whole["pairs"]] == list(report.pairs())
    for portion in (1, 2, len(report.a), len(report.a) + 1):
        monkeypatch.setattr(app, "_PORTION", portion)
        assert json.loads("".join(report.json_pieces())) == whole
    assert list(whole) == ["version", "pairs", "counters", "problems"]
    assert list(whole["counters"])[:8] == [
        "rows", "bytes", "key_hits", "collisions", "size_discards", "sum_hits", "identical", "seconds"
    ]  # fmt: skip


class TestStepFour:
    """Files that are not what they were when they were scanned."""

    @pytest.fixture
    def scanned(self, tree):
        return scan(ScanOptions((str(tree),)), None, Control())

    def after(self, scanned, **question):
        report = search(Question(**question), ("skew",), None, scanned, Control())
        return report, {p[:2]: p[3] for p in found(report) if p[2] == 0}

    def test_a_file_that_is_gone(self, tree, scanned):
        (tree / "b.txt").unlink()
        report, relations = self.after(scanned)
        assert relations["a.txt", "b.txt"] == relations["b.txt", "c.log"] == "similar, not verified"
        assert relations["a.txt", "c.log"] == "identical"
        (problem,) = report.problems
        assert problem.path == str(tree / "b.txt")
        assert "gone" in problem.reason
        assert report.counters.identical == 1

    def test_the_first_one_is_gone(self, tree, scanned):
        (tree / "a.txt").unlink()
        _, relations = self.after(scanned)
        assert relations["b.txt", "c.log"] == "identical"
        assert relations["a.txt", "c.log"] == "similar, not verified"

    def test_all_are_gone(self, tree, scanned):
        for path in tree.iterdir():
            path.unlink()
        report, relations = self.after(scanned)
        assert {p.path for p in report.problems} == {str(tree / n) for n in ("a.txt", "b.txt", "c.log")}
        assert set(relations.values()) == {"similar", "similar, not verified"}
        assert report.counters.sum_hits == len(report.a)

    def test_a_folder_that_is_gone(self, tmp_path):
        for folder in ("x", "y"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "f").write_bytes(TEXT)
        scanned = scan(ScanOptions((str(tmp_path),)), None, Control())
        (tmp_path / "y").rename(tmp_path / "z")
        report, _ = self.after(scanned)
        assert [p.path for p in report.problems] == [str(tmp_path / "y/f")]

    @pytest.mark.parametrize("new", [TEXT + b"!", TEXT.swapcase()])
    def test_a_file_that_has_changed(self, tree, scanned, new):
        (tree / "c.log").write_bytes(new)
        report, relations = self.after(scanned)
        assert relations["a.txt", "c.log"] == "similar, not verified"
        assert [(p.path, "changed" in p.reason) for p in report.problems] == [(str(tree / "c.log"), True)]

    def test_a_link_in_its_place(self, tree, scanned):
        (tree / "b.txt").unlink()
        (tree / "b.txt").symlink_to(tree / "a.txt")
        _, relations = self.after(scanned)
        assert relations["a.txt", "b.txt"] == "similar, not verified"

    def test_the_bytes_decide_not_the_hash(self, tree, scanned):
        """A change that kept size and time: hashes are alike, the contents are not."""
        path = tree / "b.txt"
        times = path.stat().st_atime_ns, path.stat().st_mtime_ns
        with path.open("r+b") as file:
            file.seek(1000)
            file.write(b"#")
        os.utime(path, ns=times)
        report, relations = self.after(scanned)
        assert relations["a.txt", "b.txt"] == relations["b.txt", "c.log"] == "similar"
        assert relations["a.txt", "c.log"] == "identical"
        assert not report.problems

    @pytest.mark.parametrize("victim", ["a.txt", "b.txt", "c.log"])
    def test_it_goes_between_two_comparisons(self, tree, scanned, victim, monkeypatch):
        real, calls = app.same_bytes, []

        def same(a, b, control):
            calls.append((a, b))
            if len(calls) == 2:
                (tree / victim).unlink()
            return real(a, b, control)

        monkeypatch.setattr(app, "same_bytes", same)
        report, relations = self.after(scanned)
        assert [p.path for p in report.problems] in ([str(tree / victim)], [])
        for pair, relation in relations.items():
            if victim in pair and report.problems:
                assert relation == "similar, not verified"
            elif "one" not in pair:
                assert relation == "identical"
        assert victim == "b.txt" or report.problems

    def test_it_changes_while_it_is_compared(self, tree, scanned, monkeypatch):
        """Different bytes of a file that is another one by now say nothing."""

        def same(a, b, control):
            (tree / "b.txt").write_bytes(TEXT + b"more")
            return False

        monkeypatch.setattr(app, "same_bytes", same)
        report, relations = self.after(scanned)
        assert relations["a.txt", "b.txt"] == "similar, not verified"
        assert [p.path for p in report.problems] == [str(tree / "b.txt")]

    def test_like_files_are_compared_once_each(self, tmp_path, monkeypatch):
        n = 40
        for i in range(n):
            (tmp_path / f"{i:02}").write_bytes(TEXT)
        scanned = scan(ScanOptions((str(tmp_path),)), None, Control())
        real, calls = app.same_bytes, []
        monkeypatch.setattr(app, "same_bytes", lambda *a: calls.append(a) or real(*a))
        report, _ = self.after(scanned)
        assert report.counters.identical == n * (n - 1) // 2
        assert len(calls) == n - 1

    def test_links_are_followed_where_the_scan_did(self, tree, tmp_path):
        folder = tmp_path / "links"
        folder.mkdir()
        for name in ("a.txt", "b.txt"):
            (folder / name).symlink_to(tree / name)
        report = asked(folder, options=ScanOptions((str(folder),), follow=True))
        assert found(report) == [("a.txt", "b.txt", 0, "identical")]


def test_names_of_any_bytes(tmp_path):
    for name in (b"a\xff\n", b"b\xfe\t"):
        with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
            file.write(TEXT)
    report = asked(tmp_path)
    text = "".join(report.json_pieces())
    assert text.isascii()
    assert [os.fsencode(p)[-3:] for p in json.loads(text)["pairs"][0][:2]] == [b"a\xff\n", b"b\xfe\t"]
