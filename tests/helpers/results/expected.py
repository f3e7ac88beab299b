"""The disk that a journal speaks of: what was there before, changed by what the journal says was done since.

A second, far simpler account of every act than the engine's own. Each claim of the journal is checked against what
was there before; whatever the journal does not speak of must be as it was.
"""

import os
from dataclasses import replace

import xxhash

from simfinder.model.removal_plan import ActKind, ActState
from tests.helpers.screen.seen import place_of

GOES = {ActKind.TRASH, ActKind.MOVE}


class Account:
    """What the acts of a batch looked like before they were done, for the way back."""

    def __init__(self):
        self._looks = {}  # (batch, position) → the file before it was acted on

    def expected(self, before, changes, protected=(), scanned=None):
        """Files as they must be after some acts have changed their states.

        Args:
            before: files by place.
            changes: (act as the journal has it now, its state before or None), in the order of the journal.
            protected: folders (bytes) none of whose files may have been touched.
            scanned: files by place as they were when they were scanned.
        """
        after = dict(before)
        done = [act for act, was in changes if act.state is ActState.DONE and was is not ActState.DONE]
        undone = [act for act, was in changes if act.state is ActState.UNDONE and was is not ActState.UNDONE]
        for act in done:
            self._do(act, before, after, protected, scanned or {})
        for act in done:
            if act.kind is not ActKind.COPY:
                stays = place_of(act.survivor)
                assert stays in after, f"{act.path} went, and {act.survivor}, for which it went, is gone"
                assert after[stays].data == before[stays].data
        for act, was in changes:
            here = place_of(act.path)
            if act.state is ActState.FAILED and was is not ActState.FAILED and here in after:
                after[here] = replace(
                    after[here], inode=None
                )  # it may have been on another disk, and is back
        for act in reversed(undone):
            self._take_back(act, before, after)
        return after

    def remember(self, act, before):
        """An act was begun: whatever comes between now and the report of it, this is what it was begun on."""
        if (file := before.get(place_of(act.path))) is not None:
            self._looks.setdefault((act.batch, act.position), file)

    def _do(self, act, before, after, protected, scanned):
        here = place_of(act.path)
        assert here in before, f"{act.path} was not there, and is said to be done"
        file = before[here]
        assert file.leads_to is None
        if act.kind in GOES:  # a cache may have been wrong about its content: it can come back
            assert here in scanned, f"{act.path} was never scanned"
            assert file.data == scanned[here].data, f"{act.path} was changed since the scan"
        else:
            assert xxhash.xxh3_128_digest(file.data) == act.content, f"{act.path} is not what the plan says"
        self._looks[act.batch, act.position] = file
        if act.kind in GOES | {ActKind.COPY}:
            there = place_of(act.target)
            assert there not in after, f"{act.target} was taken"
            after[there] = replace(file, inode=None)
            if act.kind is ActKind.COPY:
                return
        assert not any(here.startswith(folder + b"/") for folder in protected), f"{act.path} is protected"
        stays = before.get(place_of(act.survivor))
        assert stays is not None, f"{act.path} went for {act.survivor}, which was not there"
        assert stays.leads_to is None
        assert stays.inode != file.inode, f"{act.path} and {act.survivor} were one file"
        seen = [scanned.get(place_of(path)) for path in (act.path, act.survivor)]
        if None not in seen and seen[0].data == seen[1].data:
            assert stays.data == file.data, (
                f"{act.path} went, and {act.survivor} is not identical to it any more"
            )
        if act.kind in GOES | {ActKind.DELETE}:
            del after[here]
            return
        assert stays.data == file.data, f"{act.path} and {act.survivor} were not identical"
        if act.kind is ActKind.HARDLINK:
            after[here] = stays
        elif act.kind is ActKind.SYMLINK:
            link = os.fsencode(act.survivor)
            after[here] = replace(file, data=b"", mode=0, attributes=(), inode=None, leads_to=link)
        else:
            after[here] = replace(file, inode=None)

    def _take_back(self, act, before, after):
        assert act.kind is not ActKind.DELETE
        here, looks = place_of(act.path), self._looks[act.batch, act.position]
        if act.kind is ActKind.COPY:
            del after[place_of(act.target)]
            return
        if act.kind in GOES:
            there = place_of(act.target)
            if there not in before:  # someone has put it back by hand
                assert before[here].data == looks.data
                if self._is_alone(before[here], before, here):
                    after[here] = replace(before[here], mode=looks.mode, mtime_ns=looks.mtime_ns)
                return
            assert here not in after, f"something lay at {act.path}"
            file = after.pop(there)
            assert file.data == looks.data or file.inode == looks.inode  # written to by another name
            # of a file with other names only this name was moved: what they did to it stays
            looks = replace(looks, data=file.data) if self._is_alone(file, after) else file
        after[here] = replace(looks, inode=None)

    def _is_alone(self, file, files, place=None):
        """Whether no other file is the same one."""
        return all(other.inode != file.inode for path, other in files.items() if path != place)
