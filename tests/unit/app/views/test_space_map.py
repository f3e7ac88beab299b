"""Figures of folders and types against sums made file by file, and the layout against what it promises."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.clusters.cluster_table import Grouping, MemberFacts, SessionFiles, draft, in_order
from simfinder.app.session.session import Session
from simfinder.app.views import space_map as spacemap
from simfinder.app.views.space_map import (
    FREE,
    KINDS,
    TOP,
    FolderTree,
    Kind,
    folder_tree,
    kinds_of,
    of_session,
    space_map,
)
from simfinder.app.views.treemap import Box, Looks, lay_out, squarify
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import WINDOWS
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.signatures.table.representations import BYTES, TEXT
from tests.helpers.files.trees import version_tree


def records(*paths, size=10):
    return [FileRecord(path, 1, i, size + i, 1) for i, path in enumerate(paths)]


def clusters_of(files, groups=(), protected=(), similarity=0.9, mtimes=None, contents=None, text=False):
    count = len(files)
    names = tuple(sorted({f.path.rpartition(".")[2] for f in files}))
    table = SessionFiles(
        records=files,
        contents=np.arange(count, dtype=np.int32) if contents is None else np.array(contents, np.int32),
        types=np.array([names.index(f.path.rpartition(".")[2]) for f in files], dtype=np.int32),
        type_names=names,
        sizes=np.array([f.size for f in files], dtype=np.int64),
        mtimes=np.zeros(count, np.int64) if mtimes is None else np.array(mtimes, np.int64),
        protected=np.isin(np.arange(count), protected),
    )
    members = np.array([m for group in groups for m in group], dtype=np.int32)
    offsets = np.cumsum([0, *map(len, groups)]).astype(np.int64)
    return in_order(draft(
        table, np.zeros((count, 16), np.uint8), Grouping(offsets, members),
        np.full(len(members), similarity, np.float32), np.full(len(names), 0.3, np.float32),
        MemberFacts(
            measured=np.full(len(members), text), basis=np.full(len(members), TEXT if text else BYTES, np.uint8)
        ),
    ))  # fmt: skip


def mapped(files, roots, **more):
    clusters = clusters_of(files, **more)
    return space_map(folder_tree(files, roots), clusters, np.ones(len(files), np.bool_))


def paths(tree):
    return [tree.path(i) for i in range(len(tree))]


def test_folders_lie_below_the_folder_of_the_scan():
    tree = folder_tree(records("/r/a/x.c", "/r/a/b/c/y.c", "/r/z.c"), ["/r"])
    assert paths(tree) == ["/r", "/r/a", "/r/a/b", "/r/a/b/c"]
    assert tree.names == ("/r", "a", "b", "c")
    assert tree.parents.tolist() == [-1, 0, 1, 2]
    assert [tree.path(f) for f in tree.folder_of.tolist()] == ["/r/a", "/r/a/b/c", "/r"]
    assert tree.way(3) == [0, 1, 2, 3]
    assert tree.below(1).tolist() == [False, True, True, True]


def test_several_folders_lie_below_one_without_a_name():
    files = records("/r/a/x.c", "/s/y.c", "/s/in/z.c", "/else/where.c")
    tree = folder_tree(files, ["/r", "/s/", "/s/in"])
    assert paths(tree)[0] == ""
    assert [tree.names[i] for i in range(1, len(tree)) if tree.parents[i] == TOP] == ["/", "/r", "/s"]
    assert "/s/in" in paths(tree)  # part of the folder it lies in
    assert [tree.path(f) for f in tree.folder_of.tolist()] == ["/r/a", "/s", "/s/in", "/else"]


def test_a_file_that_was_named_stands_for_its_folder_and_the_root_has_a_name():
    tree = folder_tree(records("/r/a/x.c"), ["/r/a/x.c"])
    assert paths(tree) == ["/r/a"]
    tree = folder_tree(records("/x.c", "/usr/y.c"), ["/"])
    assert paths(tree) == ["/", "/usr"]


def test_no_files_and_very_deep_folders():
    tree = folder_tree([], ["/r"])
    assert len(tree) == 1
    space = mapped([], ["/r"])
    assert space.folders.tolist() == [[0] * 5]
    assert lay_out(space, TOP, Box(0, 0, 100, 100)) == []
    deep = "/r" + "/d" * 3000
    tree = folder_tree(records(deep + "/x.c", "/r/y.c"), ["/r"])
    assert len(tree) == 3001
    assert tree.path(3000) == deep
    space = mapped(records(deep + "/x.c", "/r/y.c"), ["/r"])
    assert space.folders[TOP].sum() == 21
    assert space.files_in(2999).tolist() == [0]


def test_folders_of_drives_and_shares_have_whole_paths(monkeypatch):
    monkeypatch.setattr(spacemap, "OWN", WINDOWS)
    for top, below in (("C:", "C:\\"), ("\\\\server\\share", "\\\\server\\share\\")):
        tree = FolderTree((top, "a", "b"), np.array([-1, 0, 1]), (0, 1, 2, 3), np.zeros(0, np.int32))
        assert [tree.path(folder) for folder in range(3)] == [
            below if top == "C:" else top,
            below + "a",
            below + "a\\b",
        ]
    many = FolderTree(("", "D:", "x"), np.array([-1, 0, 1]), (0, 1, 2, 3), np.zeros(0, np.int32))
    assert [many.path(folder) for folder in range(3)] == ["", "D:\\", "D:\\x"]


def test_each_kind_of_space():
    names = ("plan v3", "plan v3 copy", "plan v1", "plan v4", "plan v2", "plan v3 (1)", "b", "c")
    files = records(*(f"/r/{name}.txt" for name in names))
    days = np.array([9, 9, 5, 10, 6, 9, 1, 2]) * 86_400 * 10**9 + 1_700_000_000 * 10**9
    clusters = clusters_of(
        files,
        groups=[[0, 1, 2, 3, 4, 5]],
        mtimes=days,
        contents=[0, 0, 2, 3, 4, 0, 6, 7],
        protected=[4, 5],
    )
    kinds = [KINDS[k] for k in kinds_of(clusters)]
    assert kinds == [
        Kind.KEPT, Kind.IDENTICAL, Kind.OLDER, Kind.SIMILAR, Kind.SIMILAR, Kind.SIMILAR, Kind.UNIQUE, Kind.UNIQUE
    ]  # fmt: skip
    far = clusters_of(files, groups=[[0, 2]], similarity=0.6, mtimes=days)
    assert KINDS[kinds_of(far)[2]] is Kind.SIMILAR  # older, and too different


NAMES = st.lists(st.sampled_from(["a", "b", "c", "ä", "\udcff", "x y"]), max_size=4)


@given(
    st.lists(st.tuples(NAMES, st.sampled_from(["c", "h", "txt"]), st.integers(0, 1000)), max_size=30),
    st.data(),
)
def test_figures_are_the_sums_of_the_files(entries, data):
    files = [
        FileRecord("/".join(["/r", *folder, f"{i}.{kind}"]), 1, i, size, 1)
        for i, (folder, kind, size) in enumerate(entries)
    ]
    alive = np.array([data.draw(st.booleans()) for _ in files], dtype=np.bool_)
    half = len(files) // 2
    clusters = clusters_of(files, groups=[list(range(half))] if half >= 2 else [])
    space = space_map(folder_tree(files, ["/r"]), clusters, alive)
    kinds = kinds_of(clusters)
    for folder in range(len(space.tree)):
        path = space.tree.path(folder)
        below = [i for i, f in enumerate(files) if alive[i] and f.path.startswith(path + "/")]
        direct = [i for i in below if os.path.dirname(files[i].path) == path]
        for found, wanted in ((space.folders, below), (space.own, direct)):
            sums = [sum(files[i].size for i in wanted if kinds[i] == kind) for kind in range(len(KINDS))]
            assert found[folder].tolist() == sums
        assert (space.files[folder], space.own_files[folder]) == (len(below), len(direct))
        assert space.files_in(folder).tolist() == below
        assert space.files_in(folder, directly=True).tolist() == direct
        inside = [space.tree.path(f) for f in space.inside(folder).tolist()]
        assert sorted(inside) == sorted(
            p
            for p in map(space.tree.path, range(len(space.tree)))
            if p.rpartition("/")[0] == path and p != path
        )
        sizes = space.folders[space.inside(folder)].sum(axis=1)
        assert (np.diff(sizes) <= 0).all()
    for place, name in enumerate(space.type_names):
        wanted = [i for i, f in enumerate(files) if alive[i] and f.path.endswith("." + name)]
        assert space.files_of_type(place).tolist() == wanted
        assert space.types[place].sum() == sum(files[i].size for i in wanted)
        assert space.type_files[place] == len(wanted) > 0


def test_what_is_free_is_what_the_clusters_free(tmp_path):
    tree = version_tree(tmp_path / "home")
    session = Session.run(ScanOptions(roots=(tree.root,)), cache=None, control=Control())
    space = of_session(session)
    assert session.clustering.bytes_freed > 0
    assert space.folders[TOP, :FREE].sum() == session.clustering.bytes_freed
    assert space.folders[TOP].sum() == sum(r.size for r in session.result.files)
    gone = session.result.files[0].path
    session.forget([gone])
    after = of_session(session, space.tree)
    assert after.files[TOP] == space.files[TOP] - 1
    assert 0 not in after.files_in(TOP).tolist()


# the layout
@given(
    st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**60)), max_size=40),
    st.floats(1, 2000),
    st.floats(1, 2000),
)
def test_areas_are_in_proportion_and_fill_the_box(sizes, width, height):
    sizes = sorted(sizes, reverse=True)
    box = Box(3, 5, width, height)
    found = squarify(sizes, box)
    total = sum(sizes)
    assert len(found) == len(sizes)
    if total <= 0:
        return
    for size, one in zip(sizes, found, strict=True):
        assert one.area == pytest.approx(size / total * box.area, rel=1e-6, abs=1e-6 * box.area)
        assert one.x >= box.x - 1e-6
        assert one.y >= box.y - 1e-6
        assert one.x + one.width <= box.x + box.width * (1 + 1e-6) + 1e-6
        assert one.y + one.height <= box.y + box.height * (1 + 1e-6) + 1e-6
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            over_x = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            over_y = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert over_x <= 1e-6 * width or over_y <= 1e-6 * height


def test_the_example_of_the_paper_is_nearly_square():
    found = squarify([6, 6, 4, 3, 2, 2, 1], Box(0, 0, 6, 4))
    ratios = [max(b.width / b.height, b.height / b.width) for b in found]
    assert (found[0].width, found[0].height) == pytest.approx((3, 2))
    assert max(ratios) < 3.1


def test_what_is_too_small_is_one_cell_and_nothing_is_lost():
    files = [FileRecord("/r/big/x.c", 1, 0, 10**6, 1)]
    files += [FileRecord(f"/r/small{i}/x.c", 1, i, 1, 1) for i in range(1, 2001)]
    files += [FileRecord("/r/own.c", 1, 3000, 10**5, 1)]
    space = mapped(files, ["/r"])
    cells = lay_out(space, TOP, Box(0, 0, 800, 600))
    top = [cell for cell in cells if cell.depth == 0]
    assert sum(cell.bytes for cell in top) == space.folders[TOP].sum()
    assert sum(cell.files for cell in top) == len(files)
    assert [cell.others for cell in top if cell.others] == [2000]
    assert [cell.files for cell in top if cell.own] == [1]
    (big,) = [cell for cell in top if cell.open]
    assert space.tree.path(big.folder) == "/r/big"
    inner = [cell for cell in cells if cell.depth == 1]
    assert [(cell.own, cell.bytes) for cell in inner] == [(True, 10**6)]
    assert inner[0].box.y >= big.box.y + Looks().title


def test_only_empty_files_leave_nothing_to_draw():
    space = mapped([FileRecord(f"/r/{i}.c", 1, i, 0, 1) for i in range(3)], ["/r"])
    assert lay_out(space, TOP, Box(0, 0, 800, 600)) == []
    assert space.files[TOP] == 3
