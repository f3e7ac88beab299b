"""Damaged plans and session files: looked at, shown, carried out.

Every maker returns samples, what changes one of them, and what reads the changed one.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from simfinder.actions.plan import json_file
from simfinder.app.removal import removal
from simfinder.app.reports import write_report
from simfinder.app.session.saved import save_and_load
from simfinder.app.session.saved.arrays import Captured, packed
from simfinder.app.views import key_space, space_map
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.model.tolerances import Tolerances
from simfinder.store import array_file
from simfinder.text.number_formats import size_text
from tests.helpers.files.mutants import mutate
from tests.helpers.fuzz.fuzz_changes import another, damaged_array, mutate_json
from tests.helpers.fuzz.fuzz_stores import inventory, session_of, tree_of
from tests.helpers.fuzz.fuzz_texts import Format

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_PREFIX = struct.Struct("<8sIIQ")


def plans(folder: Path) -> Format:
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
        stored = [json_file.StoredPlan(session.plan(kind, target), (str(root),)) for kind, target in kinds]
        return ["".join(json_file.text(plan)).encode() for plan in stored]

    made = renew()

    def look(path: Path) -> Any:
        stored = json_file.read(str(path))
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


def saved(folder: Path) -> Format:
    """Session files: damaged bytes; arrays, facts, heads and blocks damaged under right digests."""
    session = session_of(folder)
    session.mark_rule("older")
    facts, arrays = packed(Captured.of(session))
    place = folder / "session"
    array_file.write(place, facts, arrays)
    made = [place.read_bytes()]

    def damage(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        way = dice.random()
        if way < 0.2:
            return mutate(dice, data, others)
        if way < 0.4:
            return _sealed_anew(dice, data)
        other_facts, other_arrays = facts, dict(arrays)
        if way < 0.65:
            for _ in range(dice.choice((1, 2, 4))):
                other_facts = another(dice, other_facts)
        else:
            for name in dice.sample(list(arrays), dice.choice((1, 1, 2))):
                other_arrays[name] = damaged_array(dice, arrays[name])
        try:
            array_file.write(place, other_facts, other_arrays)
        except (TypeError, ValueError, AttributeError, OverflowError, UnicodeError):
            return data
        return place.read_bytes()

    def look(path: Path) -> Any:
        if (
            os.sep in save_and_load.about(path).roots
        ):  # a stranger's session is scanned again: all of the disk
            return None
        loaded = save_and_load.load(path, Control(), ignored=())
        session = loaded.session
        table = session.clusters
        assert (np.diff(table.offsets) > 1).all()
        plan = session.plan(ActKind.TRASH)
        told = len(table), len(plan.acts), size_text(session.clustering.bytes_freed)
        if len(path.read_bytes()) % 4 == 0:  # all that a window shows, and saved once more
            for form in write_report.FORMS.names:
                sum(map(len, write_report.text(session, form, picture=lambda *_: None)))
            key_space.of_session(session)
            space_map.of_session(session)
            session.clustering.types()
            session.set_tolerances(Tolerances(0.3))
            session.set_keep("oldest")
            again = path.with_name("again")
            save_and_load.save(session, again)
            assert len(save_and_load.load(again, Control(), ignored=()).session.clusters) == len(
                session.clusters
            )
        return told

    return made, damage, look


def _sealed_anew(dice: random.Random, data: bytes) -> bytes:
    """Another head or block under digests that are right."""
    magic, version, length, _ = _PREFIX.unpack_from(data)
    head, body = data[_PREFIX.size : _PREFIX.size + length], data[_PREFIX.size + length : -16]
    if dice.random() < 0.6:
        told = json.loads(zstd.decompress(head))
        way = dice.randrange(4)
        if way == 0:
            told = another(dice, told)
        elif way == 1:  # what is said of an array, its size above all
            entry = dice.choice(told["arrays"])
            entry[2] = dice.choice(
                ([0], [10**9], [2**39], [2**20, 2**20], [-1], [1.5], [], [1, 1, 1], entry[2] * 2)
            )
        elif way == 2:
            entry = dice.choice(told["arrays"])
            entry[dice.randrange(4)] = dice.choice(
                ("u8", "f4", "b1", "O", True, False, "", None, [1], "paths")
            )
        else:
            dice.shuffle(told["arrays"])
        text = json.dumps(told).encode()
        if dice.random() < 0.05:
            text += b" " * (dice.choice((1, 15, 17, 40)) << 20)
        head = zstd.compress(text, 1) if dice.random() < 0.9 else mutate(dice, zstd.compress(text), [head])
    else:
        body = mutate(dice, body, [body])
        if dice.random() < 0.2:  # a block that would unpack to far more than it says
            block = zstd.compress(bytes(dice.choice((1 << 20, 1 << 26))))
            body = len(block).to_bytes(4, "little") + block + body
    front = _PREFIX.pack(magic, version, len(head), xxhash.xxh3_64_intdigest(head)) + head + body
    return front + xxhash.xxh3_128_digest(front)
