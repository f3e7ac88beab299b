"""A batch of files read and signed in a worker: small ones together in one call, others one by one.

Owns the order and what becomes of a cancel; reading one file is ``reading``'s, signing the methods'.
"""

from __future__ import annotations

import numpy as np

from simfinder.errors import Cancelled
from simfinder.model.files import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.patience import Patience
from simfinder.scan.reading import ReadError, sign_file
from simfinder.scan.tally import Tally
from simfinder.scan.together import Together
from simfinder.scan.views.formats import recognise
from simfinder.signatures import stored
from simfinder.signatures.batch import sign_batch
from simfinder.signatures.content import content_hash, view
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.store.cache import Entry
from simfinder.store.listing import Listing

TOGETHER = 256 * 1024
"""Bytes up to which a file is signed together with others."""

Done = list[tuple[int, Entry | str]]


class Signing:
    """What the workers of one scan do with a batch.

    Args:
        files: all files of the scan; batches are lists of indexes into them.
        follow: paths may be symbolic links.
        parameters: of the methods.
        control: told of progress, and asked.
        patience: which drives are not asked any more.
    """

    def __init__(
        self,
        files: Listing,
        control: Control,
        parameters: Parameters,
        *,
        follow: bool,
        patience: Patience | None = None,
    ) -> None:
        self._files = files
        self._control = control
        self._parameters = parameters
        self._follow = follow
        self._patience = patience or Patience()
        self._together = Together(follow=follow)

    def sign(self, batch: list[int]) -> Done:
        """Entries, or why a file could not be read, by index: of all files, or of those before a cancel.

        A file of a drive that is not asked any more has no reason of its own: the drive has one.
        """
        batch, dead = self._patience.alive(self._files, batch)
        together = [i for i in batch if self._files.sizes[i] <= TOGETHER] if self._parameters == PLAIN else []
        done: Done = [(i, "") for i in dead]
        with Tally(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                left = set(batch)
                if len(together) > 1:
                    left -= self._sign_together(together, tally, done)
                for i in batch:
                    if i in left:
                        tally.check()
                        self._sign_one(i, tally, done)
            except Cancelled:
                return done
        return done

    def lost(self, batch: list[int], path: str, _device: int | None) -> tuple[Done, list[list[int]]]:
        """What becomes of a batch in which a file hangs: a reason for that one, and the others once more."""
        hung, rest = self._patience.without(self._files, batch, path)
        self._control.advance(files=len(hung), problems=len(hung))
        return [(i, self._patience.reason) for i in hung], rest

    def _sign_together(self, batch: list[int], tally: Tally, done: Done) -> set[int]:
        """Sign what is as it was listed; which files are dealt with. A cancel strikes before the signing only."""
        room, begins, found = self._together.read(self._files.take(np.array(batch)), tally)
        read: list[tuple[int, FileRecord, int]] = []
        bounds: list[tuple[int, int]] = []
        dealt: set[int] = set()
        for place, data, outcome in found:
            i = batch[place]
            if isinstance(outcome, ReadError):
                self._failed(i, outcome, tally, done)
                dealt.add(i)
            elif data is not None:
                read.append((i, *outcome))
                bounds.append((begins[place], begins[place + 1] - 1))
        buffer = room.data
        pieces = sign_batch(view(room), np.array(bounds, dtype=np.int64).reshape(-1, 2))
        for (i, record, began), (begin, end), piece in zip(read, bounds, pieces, strict=True):
            data = buffer[begin:end]
            done.append((i, Entry(record, content_hash(data), piece, began, recognise(data))))
            tally.advance(files=1, bytes=record.size, current=record.path)
            dealt.add(i)
        return dealt

    def _sign_one(self, i: int, tally: Tally, done: Done) -> None:
        file = self._files[i]
        tally.pulse.on(file.path, file.device)
        try:
            record, signature, began, head = sign_file(file, tally, self._parameters, follow=self._follow)
        except ReadError as error:
            self._failed(i, error, tally, done)
        else:
            piece = stored.pack(signature)
            done.append((i, Entry(record, signature.content, piece, began, recognise(head))))
            tally.advance(files=1, current=file.path)

    def _failed(self, i: int, error: ReadError, tally: Tally, done: Done) -> None:
        done.append((i, error.message))
        tally.advance(files=1, problems=1, current=self._files[i].path)
