"""Damaged files of our own formats, handed to what reads them: a result or a plain reason, in bounded time.

    python -m tests.helpers.fuzzing FORMAT SECONDS SEED FOLDER

Prints what came of them as JSON. What is being read lies in the folder as ``mutant``, so a process that dies leaves
what killed it. Nothing outside the folder is touched: HOME and the XDG folders have to lie in it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import io
import json
import os
import random
import shutil
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from simfinder.actions import planfile
from simfinder.app import hamminglist, removal, sessions, settings, simfiles, spamlist, spammatch
from simfinder.app.formatting import size_text
from simfinder.app.session import Session
from simfinder.app.session_arrays import Captured, packed
from simfinder.errors import SimFinderError
from simfinder.model.options import ScanOptions
from simfinder.model.plan import ActKind, ActState
from simfinder.model.progress import Control
from simfinder.signatures.shingleprint import shingleprint, to_sim
from simfinder.signatures.tags import parse_tags
from simfinder.store import folders, session_files
from simfinder.store.cache import Cache
from simfinder.store.library import Library
from tests.helpers.mutants import mutate
from tests.helpers.trees import version_tree

SLOW = 20.0  # s for one mutant, on a machine that does much else
TEXTS = ("", "\0", "../../..", "/", "\udcff", "\N{RIGHT-TO-LEFT OVERRIDE}x", "x" * 5000, "0", "NaN")
NUMBERS = (0, -1, 1, 2**31, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308)

Look = Callable[[Path], Any]
"""Reads a file: something that can be compared, or a SimFinderError."""
Mutate = Callable[[random.Random, bytes, list[bytes]], bytes]


def tree_of(folder: Path) -> Path:
    """Some dozen files in versions, below a folder."""
    root = folder / "tree"
    if not root.exists():
        version_tree(root)
    return root


def session_of(folder: Path, **options: Any) -> Session:
    return Session.run(ScanOptions((str(tree_of(folder)),), jobs=1, **options), cache=None, control=Control())


def inventory(folder: Path) -> Counter[bytes]:
    """How often each content is there, somewhere below a folder."""
    found: Counter[bytes] = Counter()
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    found[file.read()] += 1
    return found


# JSON


def mutate_json(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Another value, name or shape somewhere; or plain damage."""
    if dice.random() < 0.3:
        return mutate(dice, data, others)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutate(dice, data, others)
    for _ in range(dice.choice((1, 1, 2, 5))):
        value = _another(dice, value)
    if dice.random() < 0.02:
        return b"[" * dice.choice((500, 100_000))
    with contextlib.suppress(ValueError):
        return json.dumps(value, ensure_ascii=dice.random() < 0.5).encode("utf-8", "surrogatepass")
    return data


def _another(dice: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice(list(value))
        way = dice.randrange(12)
        changed = dict(value)
        if way == 0:
            del changed[name]
        elif way == 1:
            changed[dice.choice(TEXTS)] = changed[name]
        elif way == 2:
            changed[name] = value[dice.choice(list(value))]
        else:
            changed[name] = _another(dice, value[name])
        return changed
    if isinstance(value, list) and value and dice.random() < 0.9:
        at = dice.randrange(len(value))
        way = dice.randrange(8)
        if way == 0:
            return value[:at] + value[at + 1 :]
        if way == 1:
            return [*value, value[at]]
        return [*value[:at], _another(dice, value[at]), *value[at + 1 :]]
    return dice.choice(
        (None, True, [], {}, dice.choice(TEXTS), dice.choice(NUMBERS), value, [value], {"x": value})
    )


# the formats


def sims(_folder: Path) -> tuple[list[bytes], Mutate, Look]:
    dice = random.Random(1)
    made = [to_sim(shingleprint(dice.randbytes(size)), 8) for size in (0, 5, 9, 300, 5000)]

    def look(path: Path) -> Any:
        shingle, values = simfiles.read_sim(str(path))
        assert len(values) == len(set(values.tolist()))
        assert (np.diff(values.astype(np.int64)) != 0).all()
        return shingle, values.tolist()

    return made, mutate, look


def lists(_folder: Path) -> tuple[list[bytes], Mutate, Look]:
    head = b"ssdeep,1.1--blocksize:hash:hash,filename\n"
    lines = [
        b'3:abcdefgh:ijklmnop,"a name"\n',
        b'96:s4Ud1Lj96tHHlZDrwciQmA+4uy1I0G4HYuL8N3TzS8QsO/wqWXLcMSx:sF1LjEtHHlZDrJzrhuyZvHYm8tKp/RWO,"/b \\"c\\""\n',
        b"3072:" + b"Ab3" * 20 + b":" + b"xY9" * 10 + b',"new\nline"\n',
    ]
    made = [
        head + b"".join(lines),
        head + lines[0] * 30,
        head,
        b"ssdeep,1.0--blocksize:hash:hash,filename\n" + lines[1],
    ]

    def look(path: Path) -> Any:
        found = spamlist.read(str(path))
        entries = list(found.entries)[:60]
        matches = [match for part in spammatch.each_with_all(entries, 0, Control()) for match in part]
        return len(found.entries), len(matches)

    return made, mutate, look


def values(_folder: Path) -> tuple[list[bytes], Mutate, Look]:
    made = [b"0x00000000000000ff\n12\n", b"0x1\n" * 50, b" 18446744073709551615 \n\n0xffffffffffffffff", b""]

    def look(path: Path) -> Any:
        return hamminglist.read(io.BytesIO(path.read_bytes())).tolist()

    return made, mutate, look


def tags(_folder: Path) -> tuple[list[bytes], Mutate, Look]:
    made = [b"00 8 1 2 3\n74 8 4 5 6\n", b"tag bits one two\nff 9 1 .25\n", b"8badf00d 32 0 0 0\n"]

    def look(path: Path) -> Any:
        return repr(parse_tags(path.read_bytes().decode("utf-8", "replace")))

    return made, mutate, look


def wishes(_folder: Path) -> tuple[list[bytes], Mutate, Look]:
    place = folders.settings_file()
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


def plans(folder: Path) -> tuple[list[bytes], Mutate, Look]:
    """Carried out, too: whatever a damaged plan says, every content is there afterwards."""
    root = tree_of(folder)
    spare = folder / "spare"
    shutil.copytree(root, spare)
    state: dict[str, Any] = {}

    def renew() -> list[bytes]:
        shutil.rmtree(root)
        shutil.copytree(spare, root)
        state["there"] = inventory(root)
        session = session_of(folder)
        session.mark_rule("older")
        session.mark_rule("identical")
        kinds = ((ActKind.TRASH, None), (ActKind.MOVE, str(folder / "away")), (ActKind.DELETE, None))
        stored = [planfile.StoredPlan(session.plan(kind, target), (str(root),)) for kind, target in kinds]
        return [json.dumps(planfile.document(plan)).encode() for plan in stored]

    made = renew()

    def look(path: Path) -> Any:
        stored = planfile.read(str(path))
        if stored.plan.kind is ActKind.DELETE:
            return "deletes for good"
        if not str(stored.plan.target or folder).startswith(str(folder)):
            return "elsewhere"
        report = removal.carry_out(stored.plan, Control(), stored.protected)
        there = inventory(folder)
        missing = [content for content in state["there"] if content not in there]
        assert not missing, f"{len(missing)} contents are lost"
        done = report.count(ActState.DONE)
        if done:
            removal.take_back(report.batch, Control())
            assert inventory(root) == state["there"], "not as it was after undo"
        return done

    return made, mutate_json, look


def saved(folder: Path) -> tuple[list[bytes], Mutate, Look]:
    """Session files; half of them with damaged arrays or facts under a right digest."""
    session = session_of(folder)
    session.mark_rule("older")
    facts, arrays = packed(Captured.of(session))
    place = folder / "session"
    session_files.write(place, facts, arrays)
    made = [place.read_bytes()]

    def damage(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        if dice.random() < 0.3:
            return mutate(dice, data, others)
        other_facts, other_arrays = facts, dict(arrays)
        if dice.random() < 0.4:
            for _ in range(dice.choice((1, 2, 4))):
                other_facts = _another(dice, other_facts)
        else:
            for name in dice.sample(list(arrays), dice.choice((1, 1, 2))):
                other_arrays[name] = _damaged(dice, arrays[name])
        try:
            session_files.write(place, other_facts, other_arrays)
        except (TypeError, ValueError, AttributeError, OverflowError, UnicodeError):
            return data
        return place.read_bytes()

    def look(path: Path) -> Any:
        sessions.about(path)
        loaded = sessions.load(path, Control(), ignored=())
        table = loaded.session.clusters
        assert (np.diff(table.offsets) > 1).all()
        plan = loaded.session.plan(ActKind.TRASH)
        return len(table), len(plan.acts), size_text(loaded.session.bytes_freed)

    return made, damage, look


def _damaged(dice: random.Random, array: Any) -> Any:
    changed = array.copy()
    way = dice.randrange(5)
    if way == 0 or not changed.size:
        return np.resize(changed, (max(0, len(changed) + dice.choice((-1, 1, -3))), *changed.shape[1:]))
    if way == 1:
        return changed[::-1].copy()
    if way == 2:
        return changed.astype(dice.choice((np.float32, np.int64, np.uint8)))
    flat = changed.reshape(-1)
    for _ in range(dice.choice((1, 3, 20))):
        at = dice.randrange(flat.size)
        raw = bytearray(flat[at : at + 1].tobytes())
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
        flat[at] = np.frombuffer(bytes(raw), dtype=flat.dtype)[0]
    return changed


def caches(folder: Path) -> tuple[list[bytes], Mutate, Look]:
    """Cache databases: damaged bytes, and rows with other values in a sound file. Scans go on with what is right."""
    tree_of(folder)
    place = folder / "cache.sqlite3"
    with Cache.open(place) as cache:
        Session.run(ScanOptions((str(tree_of(folder)),), jobs=1), cache=cache, control=Control())
    time.sleep(0.05)
    with Cache.open(place) as cache:
        Session.run(ScanOptions((str(tree_of(folder)),), jobs=1), cache=cache, control=Control())
    made = [place.read_bytes()]

    def look(path: Path) -> Any:
        with Cache.open(path) as cache:
            session = Session.run(
                ScanOptions((str(tree_of(folder)),), jobs=1), cache=cache, control=Control()
            )
        assert len(session.result.files) == len(made_of.result.files)
        assert not session.result.problems, session.result.problems
        for companion in path.parent.glob(path.name + "?*"):
            companion.unlink()
        return "all files"

    made_of = session_of(folder)
    return made, functools.partial(mutate_database, folder), look


def mutate_database(folder: Path, dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    if dice.random() < 0.4:
        return mutate(dice, data, others)
    path = folder / "to be damaged"
    path.write_bytes(data)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = dice.choice([name for name in tables if not name.startswith("sqlite_")])
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        count = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for _ in range(dice.choice((1, 2, 10))):
            if not count:
                break
            column = dice.choice(columns)
            value = dice.choice(
                (
                    None,
                    *[n for n in NUMBERS if isinstance(n, float) or abs(n) < 2**63],
                    "x",
                    b"",
                    dice.randbytes(30),
                )
            )
            where = (
                f"{columns[0]} = (SELECT {columns[0]} FROM {table} LIMIT 1 OFFSET {dice.randrange(count)})"
            )
            with contextlib.suppress(sqlite3.Error):
                if dice.random() < 0.2:
                    database.execute(f"DELETE FROM {table} WHERE {where}")
                else:
                    database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))
    return path.read_bytes()


def journals(folder: Path) -> tuple[list[bytes], Mutate, Look]:
    """The library with its journal: what is damaged is said and left as it is."""
    place = folder / "library.sqlite3"
    session = session_of(folder)
    session.mark_rule("older")
    plan = session.plan(ActKind.TRASH)
    report = removal.carry_out(plan, Control())
    removal.take_back(report.batch, Control())
    shutil.copy(folders.library_file(), place)
    made = [place.read_bytes()]

    def look(path: Path) -> Any:
        try:
            with contextlib.closing(Library.open(path)) as library:
                acts = [act for row in library.batches() for act in library.acts(row.id)]
                library.unfinished()
                return len(acts), len(library.ignored.all())
        finally:
            for companion in path.parent.glob(path.name + "?*"):
                companion.unlink()

    return made, functools.partial(mutate_database, folder), look


FORMATS = {
    "sim": sims,
    "ssdeep": lists,
    "hamming": values,
    "tags": tags,
    "settings": wishes,
    "plan": plans,
    "session": saved,
    "cache": caches,
    "journal": journals,
}


def run(name: str, seconds: float, seed: int, folder: Path, most: int = sys.maxsize) -> dict[str, Any]:
    """Read mutants of a format for some time.

    Returns:
        How many there were, how many were taken, the reasons of the others, the slowest in seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(seed)
    samples, change, look = FORMATS[name](folder)
    path = folder / "mutant"
    taken, reasons, slowest, count = 0, Counter[str](), 0.0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end and count < most:
        path.write_bytes(change(dice, dice.choice(samples), samples))
        before = time.monotonic()
        outcomes = []
        for _ in range(2 if name in ("sim", "ssdeep", "hamming", "tags") else 1):
            try:
                outcomes.append(look(path))
                taken += 1
            except SimFinderError as error:
                said = error.message
                assert said, "no reason"
                assert "\n" not in said, f"{said!r} is more than a line"
                assert "Traceback" not in said
                assert len(said) < 2000
                outcomes.append(said)
                reasons[said[:40]] += 1
        assert len(outcomes) < 2 or outcomes[0] == outcomes[1]
        took = time.monotonic() - before
        slowest = max(slowest, took)
        assert took < SLOW, f"{took:.1f} s"
        count += 1
    return {"format": name, "mutants": count, "taken": taken, "reasons": len(reasons), "slowest": slowest}


if __name__ == "__main__":
    faulthandler.enable()
    print(json.dumps(run(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
