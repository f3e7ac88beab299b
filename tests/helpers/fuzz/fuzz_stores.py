"""Damaged databases and settings of ours: read as the program reads them, and used as far as they can be.

What is damaged must never lose a content, nor make a cluster that is none. Every maker returns samples, what changes
one of them, and what reads the changed one.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

from simfinder.app.linking import ignore_list
from simfinder.app.maintenance import cache_maintenance
from simfinder.app.paper_tools import ngram_indexing
from simfinder.app.removal import removal
from simfinder.app.session.session import Session
from simfinder.app.settings import settings
from simfinder.errors import SimFinderError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import ScanOptions
from simfinder.store import app_dirs
from simfinder.store.cache.cache import Cache
from simfinder.store.library.library import Library
from simfinder.store.ngram_index.index_schema import IndexParameters
from tests.helpers.files.mutants import mutate
from tests.helpers.files.trees import version_tree
from tests.helpers.fuzz.fuzz_changes import mutate_database, mutate_json
from tests.helpers.fuzz.fuzz_texts import Format


def tree_of(folder: Path) -> Path:
    """Some dozen files in versions, below a folder."""
    root = folder / "tree"
    if not root.exists():
        version_tree(root)
    return root


def session_of(folder: Path, cache: Cache | None = None, **options: Any) -> Session:
    """A scan of these files."""
    return Session.run(
        ScanOptions((str(tree_of(folder)),), jobs=1, **options), cache=cache, control=Control()
    )


def inventory(*places: Path) -> Counter[bytes]:
    """How often each content is there, somewhere below some folders."""
    found: Counter[bytes] = Counter()
    for place in places:
        for where, _, names in os.walk(place):
            for name in names:
                path = os.path.join(where, name)
                if os.path.isfile(path) and not os.path.islink(path):
                    with open(path, "rb") as file:
                        found[file.read()] += 1
    return found


def _without_companions(path: Path) -> None:
    for companion in path.parent.glob(path.name + "?*"):
        if companion.is_dir():
            shutil.rmtree(companion)
        else:
            companion.unlink()


def wishes(_folder: Path) -> Format:
    """Settings: whatever is in them, something that can be used comes out, and stays what it is when it is saved."""
    place = app_dirs.settings_file()
    place.parent.mkdir(parents=True, exist_ok=True)
    one = settings.Settings()
    one.save(place)
    made = [place.read_bytes()]

    def look(path: Path) -> Any:
        read, said = settings.load(path)
        read.scan_options()
        read.save(path)
        again, said_again = settings.load(path)
        assert again == read
        assert not said_again
        return said

    return made, mutate_json, look


def caches(folder: Path) -> Format:
    """The cache: damaged bytes, and rows with other values in a sound file. Scans go on with what is right.

    Bytes that were damaged by chance change no cluster: whatever makes one is sealed, or agrees with what is on disk.
    """
    tree_of(folder)
    place = folder / "cache.sqlite3"
    for _ in range(2):
        with Cache.open(place) as cache:
            session_of(folder, cache)
        time.sleep(0.05)
    made = [place.read_bytes()]
    right = session_of(folder)
    by_chance: list[bool] = [False]

    def change(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        by_chance[0] = dice.random() < 0.4
        if by_chance[0]:
            return mutate(dice, data, others)
        return mutate_database(folder, dice, data, others)

    def look(path: Path) -> Any:
        try:
            with Cache.open(path) as cache:
                session = session_of(folder, cache)
                with contextlib.suppress(SimFinderError):
                    cache.info()
                    cache_maintenance.verify(cache, Control())
                    cache_maintenance.prune(cache, Control(), days=1)
        finally:
            _without_companions(path)
        assert len(session.result.files) == len(right.result.files)
        assert not session.result.problems, session.result.problems
        if by_chance[0]:
            assert _clusters(session) == _clusters(right), "other clusters"
        return "all files"

    return made, change, look


def _clusters(session: Session) -> list[list[str]]:
    table = session.clusters
    return sorted(sorted(m.file.path for m in table.cluster(i).members) for i in range(len(table)))


def journals(folder: Path) -> Format:
    """The library with its journal: what is damaged is said and left as it is; undoing by it loses no content."""
    root, spare, away = tree_of(folder), folder / "spare", folder / "spare trash"
    shutil.copytree(root, spare)
    trash = Path(os.environ["XDG_DATA_HOME"]) / "Trash"
    session = session_of(folder)
    session.mark_rule("older")
    removal.carry_out(session.plan(ActKind.TRASH), Control())
    shutil.copytree(trash, away, copy_function=shutil.copy2)
    kept = folder / "tree after"
    shutil.copytree(root, kept)
    place = app_dirs.library_file()
    made = [place.read_bytes()]
    there = inventory(spare)
    empty = folder / "cwd"  # where relative paths of a damaged journal would lead
    empty.mkdir()

    def renew() -> None:
        for now, then in ((root, kept), (trash, away)):
            shutil.rmtree(now, ignore_errors=True)
            shutil.copytree(then, now, copy_function=shutil.copy2)
        for name in os.listdir(place.parent):
            if name.startswith("library"):
                os.unlink(place.parent / name)

    def look(path: Path) -> Any:
        renew()
        shutil.copy(path, place)
        before = inventory(folder, Path(os.environ["HOME"]))
        back = 0
        try:
            with contextlib.closing(Library.open()) as library:
                acts = [act for row in library.batches() for act in library.acts(row.id)]
                library.unfinished()
                library.ignored.all()
                library.keep_rules.all()
            ignore_list.entries()
            removal.reconcile_at_start()
            for report in removal.batches():
                with contextlib.suppress(SimFinderError):
                    removal.take_back(report.batch, Control())
                    back += 1
        finally:
            now = inventory(folder, Path(os.environ["HOME"]))
            missing = [content for content in before if content in there and content not in now]
            assert not missing, f"{len(missing)} contents are lost"
        return len(acts), back

    return made, functools.partial(mutate_database, folder), look


def indexes(folder: Path) -> Format:
    """An n-gram index: asked, told of, added to."""
    root, place = tree_of(folder), folder / "index.sngi"
    options = ScanOptions((str(root),), jobs=1)
    ngram_indexing.build(str(place), options, IndexParameters(256, 5), Control())
    made = [place.read_bytes()]
    asked = max((path for path in root.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    right = ngram_indexing.find(str(place), str(asked), Control())
    few = ScanOptions((str(asked.parent),), jobs=1)
    assert right.matches

    def look(path: Path) -> Any:
        try:
            told = ngram_indexing.info(str(path))
            found = ngram_indexing.find(str(path), str(asked), Control())
            assert all(0 < match.covered <= 1 for match in found.matches)
            added = ngram_indexing.add(str(path), few, Control(), prune=True)
            ngram_indexing.find(str(path), str(asked), Control())
            return told.files, len(found.matches), added.files
        finally:
            _without_companions(path)

    return made, functools.partial(mutate_database, folder), look
