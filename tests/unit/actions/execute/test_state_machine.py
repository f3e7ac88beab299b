"""Anything may happen in any order, and nothing is lost: scans, marks, acts, deaths, faults, undos, other hands.

The machine plays the person, the program and everybody else on the disk. After each act, undo and start the disk is
compared with what the journal says was done (``tests.helpers.results.expected``): every file that it does not
speak of is as it was, in bytes, mode, time, attributes and inode; every file that it does speak of is where it says.
"""

import contextlib
import errno
import os
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import partial

import pytest
import xxhash
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from simfinder.actions.filesystem import syscalls
from simfinder.actions.journal.failure_reasons import is_given_up
from simfinder.app.removal import mark_files, removal
from simfinder.app.removal.mark_files import Wish
from simfinder.app.session.session import Session
from simfinder.errors import SimFinderError, StoreError, UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, ActState
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.store import app_dirs
from simfinder.store.cache.cache import Cache
from simfinder.store.library.library import Library
from tests.helpers.examples import examples
from tests.helpers.faults.failing_calls import JOURNAL, SYSTEM, Calls, Dead
from tests.helpers.results.expected import Account
from tests.helpers.screen.seen import OURS, look_around, place_of
from tests.unit.actions.world import CancelAt, share_by_copying

FOLDERS = ("a", "b", "b/c", "safe")
NAMES = ("one.txt", "two.txt", "line\nbreak.txt", os.fsdecode(b"caf\xe9.txt"))
ERRORS = (errno.ENOSPC, errno.EACCES, errno.EXDEV, errno.EIO)
SECOND = 10**9
BASE = 1_600_000_000 * SECOND + 123_456_789
KEEP = (
    "newest",
    "oldest",
    "largest",
    "shortest-path",
    "in:a,newest",
    "not-in:safe,oldest",
    "name:two*,newest",
)

KINDS = st.sampled_from(PLAN_KINDS)
WHICH = st.integers(0, 30)
PLACES = st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES))
TEXTS = st.tuples(st.integers(0, 1), st.integers(0, 2))


@dataclass(frozen=True)
class Fault:
    """What goes wrong at the n-th call (or check, or rename)."""

    kind: str
    at: int


HANDS = ("is edited", "is edited slyly", "is gone", "is a link", "is a folder", "is another file")
FAULTS = st.one_of(
    st.none(),
    st.builds(Fault, st.sampled_from(["fails", "dies before", "dies after"]), st.integers(0, 130)),
    st.builds(
        Fault, st.sampled_from(["is cancelled", "finds the name taken", "is saved over"]), st.integers(0, 5)
    ),
)


def text(family, version):
    """40 lines; versions of one family are of one size and differ in a few lines."""
    lines = [f"{family}{line:04}{(family * 7919 + line * 104729) % 99991:07}\n" for line in range(40)]
    lines[version * 11] = lines[version * 11][::-1].strip() + "\n"
    return "".join(lines).encode()


class Removal(RuleBasedStateMachine):
    """One world: a tree in memory, a folder on another disk, a home of its own."""

    def __init__(self, far, memory):
        super().__init__()
        self.home = tempfile.mkdtemp(dir=memory)
        self.far = tempfile.mkdtemp(dir=far)
        self.near = os.path.join(self.home, "near")
        self.root = os.path.join(self.home, "tree")
        os.environ["XDG_DATA_HOME"] = os.path.join(self.home, "data")
        os.environ["XDG_CACHE_HOME"] = os.path.join(self.home, "cache")
        self.trash = os.path.join(self.home, "data", "Trash")
        for folder in FOLDERS:
            os.makedirs(os.path.join(self.root, folder))
        self.account = Account()
        self.protected, self.spared = (), []  # now, and when the last act was begun
        self.session = self.proposed = None
        self.clock = 0  # moves whenever anything on the disk is changed
        self.scanned_at = self.acted_at = self.acted = -1
        self.scanned = self.acted_on = {}  # files as they were when scanned, and when what is acted on was
        self.sly = False  # a file was changed so that a cache may not see it
        self.pending = None  # what was seen before a death, and what the journal said then
        self.alone = True  # since then nobody else has changed anything
        self.unsettled = set()  # what could not be told before, either, for others had their hands in it
        self.waiting = False  # for a folder that is not at its place: a start would look again
        self.strange = set()  # contents that other hands have destroyed since then
        self.struck = set()  # the call that failed
        self.littered = False  # a fault has left an empty entry in the Trash
        self.unique = 0

    def teardown(self):
        shutil.rmtree(self.home)
        shutil.rmtree(self.far)

    # looking
    def look(self):
        return look_around(self.root, self.near, self.far, os.path.join(self.trash, "files"))

    def journal(self):
        if not app_dirs.library_file().exists():
            return {}
        with Library.open() as library:
            return {(row.id, act.position): act for row in library.batches() for act in library.acts(row.id)}

    def files(self):
        """Regular files of the tree."""
        found, _ = look_around(self.root)
        return sorted(os.fsdecode(path) for path, file in found.items() if file.leads_to is None)

    def pick(self, which):
        files = self.files()
        return files[which % len(files)] if files else None

    @contextlib.contextmanager
    def other_hands(self):
        """Somebody else changes the disk."""
        before, _ = self.look()
        yield
        after, _ = self.look()
        self.strange |= {file.data for path, file in before.items() if after.get(path) != file}
        self.clock += 1
        self.alone = False

    # other hands
    @initialize(some=st.lists(st.tuples(PLACES, TEXTS), min_size=3, max_size=9))
    def start_with(self, some):
        for age, (place, what) in enumerate(some):
            self.make(place, what, age, 0o600 + age % 8)

    @rule(place=PLACES, what=TEXTS, age=st.integers(0, 9), mode=st.sampled_from([0o644, 0o600, 0o751]))
    def make(self, place, what, age, mode):
        path = os.path.join(self.root, *place)
        if os.path.lexists(path) or not os.path.isdir(os.path.dirname(path)):
            return
        with self.other_hands():
            self._write(path, text(*what), BASE + age * SECOND, mode)
            if age % 3 == 0 and hasattr(os, "setxattr"):
                with contextlib.suppress(OSError):  # not every disk in memory has them
                    os.setxattr(path, "user.note", b"%d" % age)

    def _write(self, path, data, time_ns, mode):
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, mode)
        os.utime(path, ns=(time_ns - SECOND, time_ns))

    @rule(which=WHICH, how=st.sampled_from(HANDS), what=TEXTS)
    def meddle(self, which, how, what):
        if path := self.pick(which):
            self.lay_hands_on(path, how, what)

    def lay_hands_on(self, path, how, what=None):
        """Somebody does something to a file; where no text is given it is one that is nowhere else."""
        if os.path.islink(path) or not os.path.isfile(path):
            return
        with self.other_hands():
            status = os.stat(path)
            self.sly |= how in ("is edited slyly", "is another file")
            self.littered |= path.startswith(self.trash)
            if how.startswith("is edited"):  # in place; slyly with the same time
                with open(path, "r+b") as file:
                    file.write(text(*what) if what else self._fresh(status.st_size))
                later = 0 if how.endswith("slyly") else SECOND
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + later))
                return
            os.unlink(path)
            if how == "is a link":
                os.symlink(self.pick(0) or "nowhere", path)
            elif how == "is a folder":
                os.mkdir(path)
            elif how == "is another file":
                self._write(path, self._fresh(status.st_size), status.st_mtime_ns, 0o644)

    @rule(which=WHICH, place=PLACES, how=st.sampled_from([os.rename, os.link, shutil.copy2]))
    def new_name(self, which, place, how):
        path, to = self.pick(which), os.path.join(self.root, *place)
        if path and not os.path.lexists(to) and os.path.isdir(os.path.dirname(to)):
            with self.other_hands():
                how(path, to)

    @rule(folder=st.sampled_from(["a", "b"]))
    def swap_folder(self, folder):
        """A folder gives its place to a link to another one, or gets it back."""
        path, aside = os.path.join(self.root, folder), os.path.join(self.root, folder + " aside")
        other = os.path.join(self.root, "b" if folder == "a" else "a")
        with self.other_hands():
            if os.path.islink(path):
                os.unlink(path)
                os.rename(aside, path)
            elif not os.path.islink(other) and not os.path.lexists(aside):
                os.rename(path, aside)
                os.symlink(other, path)

    @rule()
    def empty_trash(self):
        with self.other_hands():
            shutil.rmtree(self.trash, ignore_errors=True)

    @rule(which=WHICH, mode=st.booleans())
    def touch_in_trash(self, which, mode):
        found, _ = look_around(os.path.join(self.trash, "files"), self.near)
        files = sorted(path for path, file in found.items() if file.leads_to is None)
        if files:
            path = files[which % len(files)]
            with self.other_hands():
                os.chmod(path, 0o640) if mode else os.utime(path, ns=(BASE, BASE))

    @rule(how=st.sampled_from(["deleted", "cut", "garbage"]))
    def harm_cache(self, how):
        for name in os.listdir(app_dirs.cache_folder()) if app_dirs.cache_folder().exists() else ():
            path = app_dirs.cache_folder() / name
            if how == "deleted":
                path.unlink()
            elif how == "cut":
                os.truncate(path, path.stat().st_size // 2)
            else:
                path.write_bytes(b"garbage" * 999)

    def _fresh(self, size):
        """Bytes that nothing else has."""
        self.unique += 1
        return (b"unique %d\n" % self.unique * (size // 4 + 1))[:size]

    # the person
    @rule(folder=st.sampled_from([(), ("safe",), ("b",), ("a", "safe")]))
    def protect(self, folder):
        self.protected = tuple(os.path.join(self.root, one) for one in folder)
        self.session = None

    @rule(keep=st.sampled_from(KEEP), identical=st.booleans())
    def scan(self, keep, identical):
        keep = keep.replace("in:", f"in:{self.root}/")
        options = ScanOptions(roots=(self.root,), protected=self.protected, identical=identical, jobs=1)
        with Cache.open() as cache:
            self.session = Session.run(options, Choices(keep_rules=keep), cache=cache, control=Control())
        self.proposed = None
        self.scanned_at = self.clock
        self.scanned = self.look()[0]

    @precondition(lambda self: self.session)
    @rule(wish=st.sampled_from(Wish), folder=st.sampled_from(FOLDERS))
    def mark(self, wish, folder):
        mark_files.carry_out(
            self.session, mark_files.propose(self.session, wish, folder=os.path.join(self.root, folder))
        )

    @precondition(lambda self: self.session)
    @rule(which=WHICH, keep=st.booleans())
    def by_hand(self, which, keep):
        table = self.session.clusters
        if len(table.members):
            file = int(table.members[which % len(table.members)])
            self.session.keep_file(file) if keep else self.session.mark([file])

    @precondition(lambda self: self.session)
    @rule(keep=st.sampled_from(KEEP))
    def other_rule(self, keep):
        self.session.set_keep(keep.replace("in:", f"in:{self.root}/"))

    @precondition(lambda self: self.session)
    @rule(kind=KINDS, far=st.booleans())
    def plan(self, kind, far):
        self.proposed = self.session.plan(kind, os.path.join(self.far if far else self.near, "to"))
        for cluster in {act.cluster for act in self.proposed.acts}:
            (whole,) = (c for c in map(self.session.clusters.cluster, range(len(self.session.clusters)))
                        if c.id == cluster)  # fmt: skip
            going = {act.file.path for act in self.proposed.acts}
            assert {member.file.path for member in whole.members} - going, "no file of the cluster stays"

    @precondition(lambda self: self.proposed and self.proposed.acts)
    @rule(fault=FAULTS)
    def act(self, fault):
        self.settle()
        plan, whole = self.proposed, self.scanned_at == self.clock and not self.sly
        self.acted_on, self.spared = (
            self.scanned,
            [os.path.realpath(os.fsencode(one)) for one in self.protected],
        )
        acted = self.run(partial(removal.carry_out, plan, protected=self.protected), fault, plan.kind)
        if acted is None:
            return
        event(f"{plan.kind} {Counter(str(act.state) for act in acted.acts).most_common(1)[0][0]}")
        self.session = self.proposed = None
        self.acted_at, self.acted = self.clock, acted.batch
        if whole and fault is None:
            reasons = [act.reason for act in acted.acts if act.state is not ActState.DONE]
            assert all("made by SimFinder" in reason for reason in reasons), reasons  # a link leads to it

    @rule(
        keep=st.sampled_from(KEEP),
        wish=st.sampled_from([Wish.OLDER, Wish.IDENTICAL, Wish.ALL, Wish.INVERT]),
        kind=KINDS,
        far=st.booleans(),
        fault=FAULTS,
    )
    def clean(self, keep, wish, kind, far, fault):
        """All in one, as the command line does."""
        self._planned(keep, wish, kind, far)
        if self.proposed.acts:
            self.act(fault)

    @rule(
        kind=KINDS,
        far=st.booleans(),
        which=WHICH,
        how=st.sampled_from([*HANDS, "is protected"]),
        survivor=st.booleans(),
        fault=st.none() | FAULTS,
    )
    def clean_but(self, kind, far, which, how, survivor, fault):
        """Something happens to a file, or to the one that stays for it, when the plan is made already."""
        self._planned("newest", Wish.ALL, kind, far)
        if not self.proposed.acts:
            return
        act = self.proposed.acts[which % len(self.proposed.acts)]
        path = act.survivor.path if survivor else act.file.path
        if how == "is protected":
            self.protected = (*self.protected, os.path.dirname(path))
            self.clock += 1
        else:
            self.lay_hands_on(path, how)
        self.act(fault)

    @rule(
        kind=KINDS,
        far=st.booleans(),
        at=st.integers(0, 25),
        undoing=st.booleans(),
        how=st.sampled_from(["dies before", "dies after", "finds the name taken", "is saved over"]),
    )
    def in_the_middle(self, kind, far, at, undoing, how):
        """Something happens at one of the last steps of the first file, or of its way back; then the next start."""
        self._planned("newest", Wish.ALL, kind, far)
        if not self.proposed.acts:
            return
        if how.startswith("dies"):
            at += 20 if undoing else 50
        else:
            at %= 2
        if undoing:
            self.act(None)
            self.undo(Fault(how, at), None, False)
        else:
            self.act(Fault(how, at))
        self.settle()

    def _planned(self, keep, wish, kind, far):
        self.settle()
        self.scan(keep, wish is Wish.IDENTICAL)
        self.mark(wish, "a")
        self.plan(kind, far)

    @precondition(lambda self: app_dirs.library_file().exists())
    @rule(which=WHICH, how=st.sampled_from([*HANDS, "its place is taken"]), fault=st.none() | FAULTS)
    def undo_but(self, which, how, fault):
        """Something happened to a file where it went, or its old place was taken."""
        self.settle()
        done = [act for act in self.journal().values() if act.state is ActState.DONE]
        if not done:
            return
        act = done[which % len(done)]
        if how != "its place is taken":
            self.lay_hands_on(act.target or act.survivor, how)
        elif not os.path.lexists(act.path) and os.path.isdir(os.path.dirname(act.path)):
            with self.other_hands():
                self._write(act.path, self._fresh(1100), BASE, 0o600)
        self.undo(fault, None, False)

    @precondition(lambda self: app_dirs.library_file().exists())
    @rule(fault=FAULTS, which=st.none() | WHICH, some=st.booleans())
    def undo(self, fault, which, some):
        self.settle()
        known = self.journal()
        batches = sorted({batch for batch, _ in known})
        batch = None if which is None or not batches else batches[which % len(batches)]
        untouched = self.acted_at == self.clock
        only = None
        if some and which is not None and batches:
            only = [known[key].path for key in sorted(known) if key[0] == batch][: 1 + which % 2]
        report = self.run(partial(removal.take_back, batch, only=only), fault)
        if report is None:
            return
        event(f"undo: {report.count(ActState.UNDONE)} undone")
        untouched = untouched and only is None and report.batch == self.acted
        if untouched and fault is None and not any(act.act is ActKind.DELETE for act in report.acts):
            assert report.count(ActState.DONE) == 0, [act.reason for act in report.acts]

    # the program
    @precondition(lambda self: self.pending or self.waiting)
    @rule(fault=FAULTS)
    def start(self, fault):
        self.settle(fault)

    @precondition(lambda self: self.waiting)
    @rule(fault=FAULTS)
    def give_up(self, fault):
        """The person says that what is waited for won't come back."""
        self.settle()
        with Library.open() as library:
            waiting = library.waiting()
        for batch in waiting:
            if self.pending is None:
                self.run(lambda _control, batch=batch: removal.give_up(batch), fault)

    def settle(self, fault=None):
        """The next start."""
        if self.pending or self.waiting:
            self.run(lambda _control: removal.reconcile_at_start(), fault)

    def run(self, what, fault, kind=None):
        """Let the engine do something, and check what it has done; returns its report if it lived to tell."""
        if self.pending is None:
            self.pending = self.look()[0], {key: act.state for key, act in self.journal().items()}
            self.unsettled = not_settled_yet(self.journal())
            self.alone, self.strange = True, set()
        before, folders_before = self.look()
        control = CancelAt(fault.at) if fault and fault.kind == "is cancelled" else Control()
        report, dead = None, False
        with self._going_wrong(fault) as calls:
            try:
                report = what(control)
            except Dead:
                dead = True
            except (StoreError, UsageError):
                pass
            except SimFinderError:
                assert fault is not None
        self.struck = set()
        if fault and fault.kind == "fails" and len(calls.names) > fault.at:
            self.struck, self.littered = {calls.names[fault.at]}, True
        self.clock += 1
        self._nothing_is_lost(before)
        if kind is not None:
            for act in self.journal().values():
                if act.state in (ActState.STARTED, ActState.DONE):
                    self.account.remember(act, self.pending[0])
        if not dead:
            self._judge(report, folders_before, fault)
        return report if self.pending is None else None

    @contextlib.contextmanager
    def _going_wrong(self, fault):
        dead = False
        renames = 0

        def before(number, name, args):
            nonlocal dead, renames
            if dead:
                raise Dead
            if fault is None:
                return
            if name in ("exclusive_rename", "exchange"):
                number, renames = renames, renames + 1
                if number == fault.at and self._meddle(fault.kind, name, *args):
                    return
                number = len(calls.names) - 1
            if fault.kind == "dies before" and number == fault.at:
                dead = True
                raise Dead
            if fault.kind == "fails" and number == fault.at and name not in ("update", "set_finished"):
                error = ERRORS[fault.at % len(ERRORS)]
                raise OSError(error, os.strerror(error))

        def after(number, _name, _args):
            nonlocal dead
            if fault is not None and fault.kind == "dies after" and number == fault.at:
                dead = True
                raise Dead

        with Calls(SYSTEM + JOURNAL, before, after) as calls:
            yield calls

    def _meddle(self, how, name, source, target):
        """Someone else is quicker, by the length of one call."""
        ours = [OURS in os.fsencode(path) for path in (source, target)]
        if how == "finds the name taken" and name == "exclusive_rename" and not any(ours):
            self._slip_in(target)
        elif how == "is saved over" and not (ours[0] and name == "exclusive_rename"):
            self._slip_in(target if ours[0] else source)
        else:
            return False
        return True

    def _slip_in(self, path):
        with calm():
            self._write(path + "~", self._fresh(1100), BASE + 99 * SECOND, 0o644)
            seen, _ = self.pending
            place = place_of(path)
            if place in seen:
                self.strange.add(seen[place].data)
            os.rename(path + "~", path)
            found, _ = look_around(os.path.realpath(os.path.dirname(path)))
            seen[place] = found[place]

    # what must hold
    def _nothing_is_lost(self, before):
        """Every content is somewhere, but for what is deleted for good, for which another file stays."""
        after, _ = self.look()
        missing = {file.data for file in before.values() if file.leads_to is None} - self.strange - {b""}
        missing -= {file.data for file in after.values()}
        if not missing:
            return
        deleted = {act.content for act in self.journal().values() if act.kind is ActKind.DELETE
                   and act.state in (ActState.DONE, ActState.STARTED) and os.path.isfile(act.survivor)}  # fmt: skip
        assert {xxhash.xxh3_128_digest(data) for data in missing} <= deleted

    def _judge(self, report, folders_before, fault):
        """It lived: the journal, the report and the disk agree."""
        before, states = self.pending
        now = self.journal()
        after, folders_after = self.look()
        with Library.open() as library:
            left, waiting = library.unfinished(), library.waiting()
        if report is not None and not isinstance(report, list):
            said = {act.path: act.state for act in report.acts}
            assert said == {act.path: act.state for key, act in now.items() if key[0] == report.batch}
        for act in now.values():
            if act.state in (ActState.SKIPPED, ActState.FAILED):
                assert act.reason, act
                assert act.record.bytes_freed == 0
        if (
            left
        ):  # something could not be taken back, or the journal could not be written: the next start looks
            assert fault is not None or not self.alone
            return
        self.waiting = bool(waiting)
        told = " ".join(act.reason for act in now.values())
        open_parts = {os.path.basename(os.fsencode(now[key].part or "")) for key in unsettled(now)}
        ours = {path for path in after if os.path.basename(path).startswith(OURS)}
        ours = {path for path in ours if os.path.basename(path).replace(b".old", b".part") not in open_parts}
        assert not ours or not self.alone or fault
        assert all(os.fsdecode(path) in told for path in ours), ours
        if self.alone:
            assert unsettled(now) <= self.unsettled
            late = {key for key in self.unsettled if key in now}
            changes = [(act, states.get(key)) for key, act in sorted(now.items()) if key not in late]
            expected = self.account.expected(before, changes, self.spared, self.acted_on)
            for key in late:
                self._settled_late(now[key], after, expected)
            if {
                "setxattr",
                "fchmod",
                "fchown",
            } & self.struck:  # the disk of a copy may hold less: the journal has it
                new = set(after) & set(expected) - set(before)
                after, expected = (
                    {**side, **{path: side[path].data for path in new}} for side in (after, expected)
                )
            self._same(after, expected)
            assert folders_after >= {path for path in folders_before if self._is_tree(path)}
            self._trash_is_whole()
        self.littered |= not self.alone
        self.pending = None

    def _settled_late(self, act, after, expected):
        """Of an act that had to wait: what came of it may have come long before, or only now."""
        if act.undoing or act.state is ActState.STARTED:
            return
        if act.part is not None and act.state is not ActState.FAILED:
            assert place_of(act.part) not in after
        if act.kind is ActKind.DELETE and act.state is ActState.DONE:
            there = after.get(place_of(act.path))
            assert there is None or there.inode != act.inode
        for path in {act.path, act.part, None if act.kind.is_link else act.target} - {None}:
            for side in (after, expected):
                side.pop(place_of(path), None)

    def _same(self, found, expected):
        assert set(found) == set(expected)
        for path, file in expected.items():
            assert found[path] == file or found[path].like(file), (path, found[path], file)

    def _is_tree(self, path):
        return path.startswith(os.fsencode(self.root))

    def _trash_is_whole(self):
        files, info = (
            set(os.listdir(folder)) if os.path.isdir(folder) else set()
            for folder in (os.path.join(self.trash, "files"), os.path.join(self.trash, "info"))
        )
        entries = {name.removesuffix(".trashinfo") for name in info}
        assert files <= entries
        assert self.littered or files == entries


def unsettled(journal):
    """Acts whose outcome is not known."""
    return {
        key
        for key, act in journal.items()
        if act.undoing
        or act.state in (ActState.STARTED, ActState.PLANNED)
        or is_given_up(act.state, act.reason)
    }


def not_settled_yet(journal):
    """Those, and what failed and may lie aside, in batches that wait for a folder to come back."""
    if not journal:
        return set()
    with Library.open() as library:
        waiting = set(library.waiting())
    failed = {key for key, act in journal.items() if act.state is ActState.FAILED and act.part is not None}
    return unsettled(journal) | {key for key in failed if key[0] in waiting}


@contextlib.contextmanager
def calm():
    """The calls as they are, for other hands."""
    watched = [(owner, name, getattr(owner, name)) for owner, name in SYSTEM]
    for owner, name, call in watched:
        setattr(owner, name, call.real)
    try:
        yield
    finally:
        for owner, name, call in watched:
            setattr(owner, name, call)


@pytest.fixture
def memory():
    """A folder in memory, where there is one: a fault a second is no wear for a disk."""
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("number", [examples(100), pytest.param(2000, marks=pytest.mark.soak)])
@pytest.mark.timeout(1800)
def test_nothing_is_ever_lost(number, tmp_path, memory, monkeypatch):
    monkeypatch.setattr(syscalls, "share_blocks", share_by_copying)
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # a death is no power cut
    monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: True)
    run_state_machine_as_test(
        partial(Removal, tmp_path, memory),
        settings=settings(
            max_examples=number,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
