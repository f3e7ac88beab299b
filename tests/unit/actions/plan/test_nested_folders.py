"""Folders as a tree."""

import os

from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.plan.nested_folders import nested_folders


def test_only_folders_in_which_ways_part_are_added():
    folders = ["/home/web/src/a/", "/home/web/src/b/", "/home/web/", "/home/web site/", "/home/x/y/z/"]
    assert nested_folders(folders) == {
        "/home/web site/": "",
        "/home/web/": "",
        "/home/web/src/": "/home/web/",
        "/home/web/src/a/": "/home/web/src/",
        "/home/web/src/b/": "/home/web/src/",
        "/home/x/y/z/": "",
    }


def test_a_folder_that_holds_all_and_has_files_stays():
    assert nested_folders(["/r/", "/r/a/"]) == {"/r/": "", "/r/a/": "/r/"}
    assert nested_folders(["/r/"]) == {"/r/": ""}
    assert nested_folders(["/"]) == {"/": ""}
    assert nested_folders([]) == {}


def slow(folders):
    """By pairs: a folder is in the tree if it was given, or two ways part in it; then the longest one above each."""

    def outer(path):
        parts = path.split("/")[1:-1]
        return ["/" + "".join(f"{name}/" for name in parts[:depth]) for depth in range(len(parts) + 1)]

    known = set(folders)
    for a in folders:
        for b in folders:
            if a != b:
                known.add(max(set(outer(a)) & set(outer(b)), key=len))
    tree = {path: max((o for o in outer(path)[:-1] if o in known), key=len, default="") for path in known}
    tops = [path for path, above in tree.items() if not above]
    if len(tops) == 1 and len(tree) > 1 and tops[0] not in folders:
        tree = {path: "" if above == tops[0] else above for path, above in tree.items() if path != tops[0]}
    return tree


@given(
    st.sets(st.lists(st.sampled_from(["a", "a b", "b", "c"]), min_size=1, max_size=4).map(tuple), max_size=8)
)
def test_the_tree_is_the_plain_one(ways):
    folders = ["/" + "".join(f"{name}/" for name in way) for way in ways]
    tree = nested_folders(folders)
    assert tree == slow(folders)
    known = list(tree)
    assert all(above == "" or known.index(above) < known.index(path) for path, above in tree.items())
    assert all(path.endswith(os.sep) for path in known)
