"""Some folders as a tree: those, and the folders where their paths branch."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import pairwise


def nested_folders(folders: Iterable[str]) -> dict[str, str]:
    """Find the nearest folder above each one.

    Leaves out folders with only one folder of the tree in them, and a top folder that holds all others but was not
    given itself: only the folders below these are of interest.

    Args:
        folders: absolute paths, each with the separator at its end.

    Returns:
        The folder above each, "" if there is none; folders come before those in them, siblings in the order of their
        paths.
    """
    given = sorted(set(folders))
    known = set(given)
    for pair in pairwise(given):
        prefix = os.path.commonprefix(pair)  # noqa: RUF071 - what is behind the last separator is cut off
        known.add(prefix[: prefix.rfind(os.sep) + 1])
    known.discard("")
    above: dict[str, str] = {}
    way = [""]
    for folder in sorted(known):
        while not folder.startswith(way[-1]):
            way.pop()
        above[folder] = way[-1]
        way.append(folder)
    tops = [folder for folder, outer in above.items() if not outer]
    if len(tops) == 1 and len(above) > 1 and tops[0] not in given:
        (top,) = tops
        del above[top]
        above = {folder: "" if outer == top else outer for folder, outer in above.items()}
    return above
