"""Whatever the files, names, times and modes: execute, then undo, and all is as it was."""

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.execute.executor import execute, undo
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.helpers.examples import examples
from tests.unit.actions.world import (
    cluster,
    content,
    member,
    photograph,
    plan_for,
    read,
    record,
    trash_of,
    write,
)

_NAMES = st.binary(min_size=1, max_size=12).filter(
    lambda raw: not set(raw) & {0, 0x2F} and raw not in (b".", b"..")
)
_MODES = [
    0o644,
    0o600,
    0o755,
    0o400,
    *([0o000] if os.geteuid() == 0 else []),
]  # only root can compare the last
_FILES = st.fixed_dictionaries(
    {
        "folder": st.sampled_from(["", "a", "a/b", "c"]),
        "name": _NAMES,
        "data": st.sampled_from([b"", b"same", b"other", b"x" * 70_000]),
        "mode": st.sampled_from(_MODES),
        "mtime_ns": st.integers(-(2**33) * 10**9, 2**33 * 10**9),
        "marked": st.booleans(),
    }
)


@pytest.mark.parametrize("border", [False, True])
@given(
    files=st.lists(_FILES, min_size=1, max_size=6, unique_by=lambda one: (one["folder"], one["name"])),
    kind=st.sampled_from([ActKind.TRASH, ActKind.MOVE]),
)
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_undo_is_the_inverse(tmp_path, home, border, request, files, kind):
    if border:
        request.getfixturevalue("device_border")
    here = tempfile.mkdtemp(dir=tmp_path)
    base, target = os.path.join(here, "tree"), os.path.join(here, "target")
    paths = []
    for one in files:
        path = os.path.join(base, one["folder"], os.fsdecode(one["name"]))
        if os.path.lexists(path):  # a name that is one of the folders
            continue
        try:
            write(path, one["data"], mode=one["mode"], mtime_ns=one["mtime_ns"])
        except (NotADirectoryError, FileExistsError):  # or a folder that is one of the names
            continue
        paths.append((path, one["marked"]))
    before = photograph(base)
    members = [_member(path) for path, _ in paths]
    plan = plan_for(
        [cluster(*members)], [path for path, marked in paths if marked], kind, target, roots=[base]
    )
    with Library.open(os.path.join(here, "data", "library.sqlite3")) as library:
        report = execute(plan, library)
        assert report.count(ActState.DONE) == len(plan.acts) == len(report.acts)
        assert any(os.path.lexists(path) for path, _ in paths)  # never the last one
        for act, planned in zip(report.acts, plan.acts, strict=True):
            assert not os.path.lexists(act.path)
            assert content(act.to) == planned.content
        if plan.acts:
            assert undo(library).count(ActState.UNDONE) == len(plan.acts)
        else:
            with pytest.raises(UsageError):
                undo(library)
    assert photograph(base) == before
    assert not os.path.exists(target)
    assert trash_of(home) == ([], [])
    shutil.rmtree(here)


def _member(path):
    seen = record(path)
    return member(
        path,
        relation=Relation.SIMILAR,
        data=read(path),
        **{name: getattr(seen, name) for name in ("device", "inode", "size", "mtime_ns", "ctime_ns", "mode")},
    )
