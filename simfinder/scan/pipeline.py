"""A whole scan on one screen: walk → look up → read and sign → look inside → store → arrays.

Fixes the order of the steps and the result of a scan. Listing, reading, signing and storing are done by the modules it
calls.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.arrays import jit_python
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.release_memory import WORKING, give_back, give_large_back
from simfinder.arrays.set_operations import content_keys, is_among, sorted_set
from simfinder.errors import Cancelled, SignatureError, StoreCorruptError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase, Unseen
from simfinder.model.scan_options import ScanOptions
from simfinder.scan import sign_views
from simfinder.scan.build_table import Columns, Packer, UnreadPacker
from simfinder.scan.extract import formats
from simfinder.scan.media import av_readers, decoders, picture_reader
from simfinder.scan.media.ask_readers import Made, MediaKind, Readers
from simfinder.scan.media.av_readers import FilmReader, SoundReader
from simfinder.scan.media.picture_reader import PictureReader
from simfinder.scan.reading import exact_duplicates, read_small_files, recognise_batch
from simfinder.scan.reading.first_look import FirstLook
from simfinder.scan.reading.sign_files import FileSigner, SignedBatch, most_together
from simfinder.scan.sign_ahead import AheadSigner
from simfinder.scan.sign_views import ViewRecord, ViewSigner
from simfinder.scan.walk.walker import Walk, walk
from simfinder.signatures.picture.films import Film, Films
from simfinder.signatures.picture.look import Look
from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.sign import sign_batch
from simfinder.signatures.sign import warmup as warm
from simfinder.signatures.sound.recording import Recording
from simfinder.signatures.sound.recordings import Recordings
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.representations import (
    BYTES,
    MEMBERS,
    PICTURES,
    RAW,
    SOUND,
    TEXT,
    VIDEO,
    Representations,
)
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.signatures.table.unread_table import Unread
from simfinder.signatures.table.validate import check_representations, check_table
from simfinder.store.cache.cache import Cache, Entry
from simfinder.text.message import say
from simfinder.workers import thread_pool
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout

Lists = dict[int, bytes]
"""Packed lists of members, by row of a table."""

LeftOut = Mapping[str, bytes | bytearray]
"""Paths by the reason why they were left out, as the system's bytes, each with a zero byte behind."""


@dataclass(frozen=True, slots=True, eq=False)
class ScanResult:
    """Result of a scan.

    Attributes:
        files: the files that could be read, sorted by the bytes of the path.
        content_row: (n,) int32, row of ``table`` per file; -1 where a scan for identical files did not need its
            content.
        representations: the representations each content can be compared by; only the raw bytes with ``options.raw``.
        members: packed lists of the members of archives (see ``extract.members``), by row of ``table``.
        media: the same for pictures and embedded files of documents.
        passed_over: number of entries skipped by rule, by reason.
        examples: some of their paths, by reason.
        problems: files and folders that could not be listed or read, sorted by path.
        warnings: trouble with the cache. The result is right all the same.
        bytes: total size of the files.
        from_cache: number of files whose signatures came from the cache.
        seconds: duration of the scan.
        projects: project folders that hold files, sorted by the bytes of the path; nested ones too.
        unread: number of files that were not read, or not looked into, as the person wanted to see what was found
            until then; 0 for a scan of all files.
        left_out: the paths of all entries that folders have beside these files, see ``walker.LEFT_OUT``. None where
            they are not known: a scan of single files, or a session that an earlier version saved.
        table: signature table of the contents' own bytes, one row per distinct content.
    """

    files: FileColumns
    content_row: npt.NDArray[np.int32]
    representations: Representations
    members: Lists
    passed_over: dict[str, int]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    bytes: int
    from_cache: int
    seconds: float
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    media: Lists = field(default_factory=dict)
    projects: tuple[str, ...] = ()
    unread: int = 0
    left_out: LeftOut | None = None
    table: SignatureTable = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "files", FileColumns.of(self.files))
        object.__setattr__(self, "table", self.representations.contents)


def scan(
    options: ScanOptions, cache: Cache | None, control: Control, parameters: Parameters = PLAIN
) -> ScanResult:
    """Scan folders.

    Args:
        options: what to scan.
        cache: cache to look signatures up in and store them in; None for none.
        control: receives progress, asked for pause and cancel.
        parameters: parameters of the methods; signatures stored with others are ignored and kept.

    Raises:
        UsageError: none of the folders can be scanned.
        Cancelled: on request; what was signed until then is in the cache.
    """
    began = time.monotonic()
    give_large_back(WORKING)
    timeout = StallTimeout()
    signs_ahead = (
        not options.identical
        and (options.jobs or thread_pool.cores()) > 1
        and (cache is None or cache.empty)  # else most files need no signing
    )
    with (
        AheadSigner(control, parameters, follow=options.follow) if signs_ahead else contextlib.nullcontext()
    ) as ahead:
        walked = walk(options, control, timeout, None if ahead is None else ahead.add)
    give_back()
    return sign_walk(walked, options, cache, control, parameters, timeout, ahead, began=began)


def sign_walk(
    walked: Walk,
    options: ScanOptions,
    cache: Cache | None,
    control: Control,
    parameters: Parameters = PLAIN,
    timeout: StallTimeout | None = None,
    ahead: AheadSigner | None = None,
    *,
    began: float | None = None,
) -> ScanResult:
    """Do all of a scan except the walk, for the files of a walk or for some of them.

    Args:
        walked: the files.
        options: how to read them.
        cache: cache to look signatures up in and store them in; None for none.
        control: receives progress, asked for pause and cancel.
        parameters: parameters of the methods.
        timeout: what stalled during the walk.
        ahead: what signed some of the files during the walk.
        began: when the scan began, by ``time.monotonic``; None for now.

    Raises:
        Cancelled: on request; what was signed until then is in the cache. After ``Control.stop_early`` the result is
            that of the files read until then, except of a scan for identical files.
    """
    began = time.monotonic() if began is None else began
    files = FileColumns.of(walked.files)
    jit_python.decide(len(files), int(files.sizes.sum()), sign_batch.compiled)
    job = _Scan(
        files,
        options,
        cache or Cache.none(),
        control,
        parameters,
        timeout or StallTimeout(),
    )
    try:
        if options.identical:
            job.hash_what_can_be_identical()
        else:
            job.recall()
            try:
                job.sign_the_rest(None if ahead is None else ahead.found(files))
                if not options.raw:
                    job.look_inside()
                    job.decode_media()
            except Cancelled:
                if not control.stopped_early:
                    raise
                job.leave_out_the_unread()
        job.cache.rest()  # it writes while the table is put in order
        representations, rows = job.representations()
    finally:
        job.cache.flush()
    problems = [*walked.problems, *job.problems, *job.timeout.problems()]
    files = job.files if job.usable.all() else job.files.take(np.flatnonzero(job.usable))
    return ScanResult(
        files=files,
        content_row=rows[job.usable],
        representations=representations,
        members=job.members,
        media=job.media,
        passed_over={str(reason): count for reason, count in walked.passed_over.items()},
        problems=tuple(sorted(problems, key=lambda p: (os.fsencode(p.path), p.reason))),
        warnings=(*job.cache.take_warnings(), *job.missed_decoders()),
        bytes=int(files.sizes.sum()),
        from_cache=job.from_cache,
        seconds=time.monotonic() - began,
        examples={str(reason): paths for reason, paths in walked.examples.items()},
        projects=walked.projects,
        unread=job.unread,
        left_out=walked.left_out,
    )


@dataclass(frozen=True, slots=True, eq=False)
class KnownContents:
    """What is known of the contents of some files, so that none of them is read.

    Attributes:
        of_files: (n,) S16, the hash of each file's content.
        known: (n,) bool, files whose content was hashed.
        formats: (n,) uint8, code of each file's format.
        sizes: yields contents and their sizes, in batches; each content once.
        signed: yields contents with their signatures, in the same order; called when something asks for these.
        views: yields packed ``ViewRecord`` by content, in batches.
        looks: yields packed ``Look`` by content, in batches.
        source: path of what says all this.
    """

    of_files: npt.NDArray[np.bytes_]
    known: npt.NDArray[np.bool_]
    formats: npt.NDArray[np.uint8]
    sizes: Callable[[], Iterable[Columns]]
    signed: Callable[[], Iterable[Columns]]
    views: Callable[[], Iterable[dict[bytes, bytes]]]
    looks: Callable[[], Iterable[dict[bytes, bytes]]]
    source: str


def scanned_before(
    walked: Walk,
    options: ScanOptions,
    contents: KnownContents,
    control: Control,
    parameters: Parameters = PLAIN,
) -> ScanResult:
    """Put together the result of a scan that was done elsewhere. No file is read, and nothing is looked up.

    Args:
        walked: the files.
        options: how they were read.
        contents: of the files, from anywhere. Their signatures are read when something asks for them, which raises
            StoreCorruptError if they make no sense.
        control: cancelling.
        parameters: parameters of the methods.

    Raises:
        SignatureError: what is said of the contents makes no sense.
    """
    files = FileColumns.of(walked.files)
    hashes: list[npt.NDArray[np.uint8]] = []
    packer = UnreadPacker(Unread(lambda: _read_signatures(contents, parameters, hashes[0])), parameters)
    job = _Scan(files, options, Cache.none(), control, parameters, StallTimeout(), packer)
    job.contents, job.known, job.formats = contents.of_files, contents.known, contents.formats
    for part in contents.sizes():
        packer.add_columns(part)
    job.packer.begin_views()
    nobody: dict[bytes, list[int]] = defaultdict(list)  # their problems were told with the files
    for views in contents.views():
        job.recall_views(views, nobody)
    for looks in contents.looks():
        known = ((of, Look.parse(packed)) for of, packed in looks.items())
        job.looks.update((of, look) for of, look in known if look is not None)
    representations, rows = job.representations()
    hashes.append(representations.table.content)
    check_representations(representations, signatures=False)
    told = representations.contents.content[rows[job.known]]
    if not np.array_equal(content_keys(told), job.contents[job.known]):
        raise SignatureError(say("the signatures make no sense: a file has a content without them"))
    return ScanResult(
        files=files,
        content_row=rows,
        representations=representations,
        members=job.members,
        media=job.media,
        passed_over={str(reason): count for reason, count in walked.passed_over.items()},
        problems=tuple(walked.problems),
        warnings=(),
        bytes=int(files.sizes.sum()),
        from_cache=0,
        seconds=0.0,
        projects=walked.projects,
        left_out=walked.left_out,
    )


def _read_signatures(
    contents: KnownContents, parameters: Parameters, hashes: npt.NDArray[np.uint8]
) -> SignatureTable:
    """Read the signatures of all contents and their views.

    Raises:
        StoreCorruptError: they make no sense, or are not those of the contents that were there before.
    """
    packer = Packer(parameters, len(hashes))
    good = True
    for part in contents.signed():
        if any(part.pieces):
            good &= bool(packer.add_columns(part).all())
        else:  # a scan for identical files signs none
            packer.add_blank(part.contents, part.sizes)
    packer.begin_views()
    for views in contents.views():
        found = [shown for packed in views.values() if (shown := ViewRecord.parse(packed)) and shown.content]
        columns = ([one.content for one in found], [one.size for one in found], [one.piece for one in found])
        good &= bool(packer.add_columns(Columns(*columns)).all()) if found else True
    table, _ = packer.table(thread_pool.cores())
    try:
        check_table(table)
        good &= np.array_equal(table.content, hashes)
    except SignatureError:
        good = False
    if not good:
        raise StoreCorruptError(say("is damaged: its signatures make no sense"), contents.source)
    return table


def version_key(parameters: Parameters = PLAIN) -> str:
    """Return the key of a scan's signatures in the cache: methods, and the rules for formats."""
    return f"formats {formats.rules_key()}; {serialize.version_key(parameters)}"


def kind_of(code: int) -> int:
    """Return the base (TEXT, PICTURES, …) of a format's code or of a view's kind; see ``formats.TEXT``."""
    return int(_KINDS[code])


_OPENED = is_among(np.arange(256), list(formats.BY_CODE))
"""(256,) bool, whether files of a format are looked into."""


def _is_its_own(shown: ViewRecord) -> bool:
    """Return whether a view without bytes says that the file's own bytes are to be compared."""
    is_plain = shown.kind in (formats.TEXT, formats.PLAIN)
    return is_plain or (shown.name == RAW and shown.kind != formats.MEMBERS)


class _Scan:
    """State of one scan between its steps. Only the scanning thread touches it."""

    def __init__(
        self,
        files: FileColumns,
        options: ScanOptions,
        cache: Cache,
        control: Control,
        parameters: Parameters,
        timeout: StallTimeout,
        packer: Packer | None = None,
    ) -> None:
        self.files = files
        self.options = options
        self.cache = cache
        self.control = control
        self.timeout = timeout
        self.contents = np.zeros(len(files), dtype="S16")
        self.known = np.zeros(len(files), dtype=np.bool_)
        self.usable = np.ones(len(files), dtype=np.bool_)
        self.parameters = parameters
        self.made_of = version_key(parameters)
        self.formats = np.zeros(len(files), dtype=np.uint8)
        self.seen: dict[bytes, ViewRecord] = {}
        self.members: Lists = {}
        self.media: Lists = {}
        self.looks: dict[bytes, Look] = {}
        self.recordings: dict[bytes, Recording] = {}
        self.films: dict[bytes, Film] = {}
        self.media_kinds = self._media_kinds()
        self.packer = packer or Packer(parameters, len(files))
        self.problems: list[Problem] = []
        self.from_cache = self.unread = 0
        self.looking = False

    def _media_kinds(self) -> list[MediaKind[Any]]:
        """Return the kinds of media that are decoded in this scan."""
        options = self.options
        if options.no_media or options.raw or options.identical:
            return []
        pictures = MediaKind(
            (formats.PICTURE,), Phase.LOOKING, PictureReader, Look, picture_reader.VERSION_KEY, self.looks
        )
        if not decoders.is_installed("av"):
            return [pictures]
        sound, films = (formats.SOUND, formats.VIDEO), (formats.VIDEO,)
        return [
            pictures,
            MediaKind(sound, Phase.LISTENING, SoundReader, Recording, av_readers.SOUND_KEY, self.recordings),
            MediaKind(films, Phase.WATCHING, FilmReader, Film, av_readers.FILM_KEY, self.films),
        ]

    def recall(self) -> None:
        """Take the signatures of unchanged files from the cache."""
        found = self.cache.find(self.files, self.control)
        where = np.flatnonzero(found.numbers)
        where = where[np.argsort(found.numbers[where], kind="stable")]
        numbers = found.numbers[where]
        for known in self.cache.load(sorted_set(numbers), found.generation, self.made_of, self.control):
            good = self.packer.add_columns(Columns(known.contents, known.sizes, known.pieces))
            ids = np.array(known.ids, dtype=np.int64)[good]
            begin, end = np.searchsorted(numbers, ids, "left"), np.searchsorted(numbers, ids, "right")
            files = where[_ranges(begin, end)]
            same = self.files.sizes[files] == np.repeat(
                np.array(known.sizes, dtype=np.int64)[good], end - begin
            )
            self.contents[files] = np.repeat(np.array(known.contents, dtype="S16")[good], end - begin)
            codes = np.array(known.formats, dtype=np.uint8)
            self.formats[files] = np.repeat(codes[good], end - begin)
            self.known[files[same]] = True  # another size: the row is damaged
        self.from_cache = int(self.known.sum())

    def sign_the_rest(self, ahead: SignedBatch | None) -> None:
        """Read and sign the files that the cache does not know, and store the signatures.

        Args:
            ahead: files signed before, if any; none that the cache knows.
        """
        left = ~self.known
        if ahead is not None:
            left[ahead.as_listed] = False
        missing = np.flatnonzero(left)
        total = int(self.files.sizes[missing].sum())
        self.control.begin(Phase.READING, files_total=len(self.files), bytes_total=total)
        self.control.advance(files=len(self.files) - len(missing), from_cache=self.from_cache)
        if not len(missing):
            if ahead is not None:
                self.take_signed(ahead)
            return
        look = FirstLook(self.files, self.control, follow=self.options.follow)
        self.control.do_meanwhile(look.run)
        with thread_pool.Pool(self.options.jobs, self.control, self.timeout) as workers:
            try:
                run_with_timeout(
                    partial(self._warm_up, self.files.sizes[missing]), self.control, self.timeout
                )
            finally:
                self.control.take_meanwhile()
                look.end()
            signing = FileSigner(
                self.files, self.control, self.parameters, follow=self.options.follow, timeout=self.timeout
            )
            with contextlib.closing(_Reading(self, signing, ahead)) as reading:
                batches = workers.tasks(self.files.sizes, missing)
                for done in workers.map(reading.work, reading.tasks(batches), reading.lost):
                    reading.take(done)
            if workers.cancelled:
                raise Cancelled

    def _warm_up(self, sizes: npt.NDArray[np.int64]) -> None:
        """Compile now, rather than while a file seems not to answer, what files of these sizes need."""
        read_small_files.warm_up()
        recognise_batch.warm_up()
        warm.small_files(self.parameters)
        if sizes.max() > most_together():
            warm.streams(self.parameters)

    def look_inside(self) -> None:
        """Extract and sign the views of containers and documents that the cache does not know, each content once."""
        self.packer.begin_views()
        self.looking = True
        containers: dict[bytes, list[int]] = {}
        for i in np.flatnonzero(is_among(self.formats, list(formats.BY_CODE))).tolist():
            containers.setdefault(self.contents[i].ljust(16, b"\0"), []).append(i)
        if not containers:
            return
        views_made_of = sign_views.version_key(self.made_of)
        for part in self.cache.load_views(list(containers), views_made_of, self.control):
            self.recall_views(part, containers)
        missing = [of[0] for content, of in containers.items() if content not in self.seen]
        total = int(self.files.sizes[missing].sum())
        self.control.begin(Phase.OPENING, files_total=len(containers), bytes_total=total)
        self.control.advance(files=len(containers) - len(missing))
        if not missing:
            return
        with (
            thread_pool.Pool(self.options.jobs, self.control) as workers,
            contextlib.closing(self._viewing()) as viewing,
        ):
            run_with_timeout(partial(warm.small_files, self.parameters), self.control, self.timeout)
            for done in workers.map(viewing.look, thread_pool.batches(self.files.sizes, missing)):
                found = [(self.contents[i].ljust(16, b"\0"), shown) for i, shown in done]
                for of, shown in found:
                    if shown.content:
                        self.packer.add(shown.content, shown.size, shown.piece)
                    self._take_view(of, shown, containers[of])
                self.cache.write_views(
                    [(of, shown.pack()) for of, shown in found if shown.lasting], views_made_of
                )
            if workers.cancelled:
                raise Cancelled

    def decode_media(self) -> None:
        """Find out what pictures, recordings and films look and sound like, each content once."""
        for medium in self.media_kinds:
            self._decode(self._of_kinds(medium.formats), medium)

    def missed_decoders(self) -> list[Problem]:
        """Return a warning for each library that is not installed and would have decoded some of these files."""
        if self.options.no_media or self.options.raw or self.options.identical:
            return []
        media = is_among(self.formats, [formats.PICTURE, formats.SOUND, formats.VIDEO]) & self.usable
        return decoders.missed(self.files.path(i) for i in np.flatnonzero(media).tolist())

    def _of_kinds(self, kinds: tuple[int, ...]) -> dict[bytes, list[int]]:
        """Return the contents that are media of some formats, with their files."""
        found: dict[bytes, list[int]] = {}
        for i in np.flatnonzero(is_among(self.formats, [*kinds, formats.MEDIA])).tolist():
            content = self.content_of(i)
            if self.formats[i] in kinds or self.seen[content].kind in kinds:
                found.setdefault(content, []).append(i)
        return found

    def content_of(self, i: int) -> bytes:
        """Return the hash of a file's content."""
        return bytes(self.contents[i]).ljust(16, b"\0")

    def recall_media(self, contents: list[bytes], medium: MediaKind[Any]) -> None:
        """Take from the cache what it knows of some contents."""
        for part in self.cache.load_views(contents, medium.made_of, self.control):
            known = ((of, medium.made.parse(packed)) for of, packed in part.items())
            medium.found.update((of, one) for of, one in known if one is not None)

    def readers(self, medium: MediaKind[Any], control: Control) -> Readers[Any]:
        """Return what decodes media of a kind, and reports its progress to a control."""
        return Readers(
            medium.reader,
            medium.made.none(),
            self.files,
            control,
            follow=self.options.follow,
            dead=self.timeout.dead,
        )

    def _decode(self, files: dict[bytes, list[int]], medium: MediaKind[Any]) -> None:
        """Have contents decoded that neither the cache knows nor were decoded while files were read, each once.

        Args:
            files: of each content.
            medium: what to find out of them.
        """
        left = [content for content in files if content not in medium.found]
        if left:
            self.recall_media(left, medium)
        missing = [files[content][0] for content in left if content not in medium.found]
        if not missing:
            return
        total = int(self.files.sizes[missing].sum())
        self.control.begin(medium.phase, files_total=len(files), bytes_total=total)
        self.control.advance(files=len(files) - len(missing))
        readers = self.readers(medium, self.control)
        with thread_pool.Pool(self.options.jobs, self.control) as workers, contextlib.closing(readers):
            for done in workers.map(readers.read, thread_pool.batches(self.files.sizes, missing)):
                self.take_media(done, medium)
            if workers.cancelled:
                raise Cancelled

    def take_media(self, done: list[tuple[int, Any, bool]], medium: MediaKind[Any]) -> None:
        """Keep what was found out of some files."""
        found = [(self.content_of(i), one, lasting) for i, one, lasting in done]
        medium.found.update((of, one) for of, one, _ in found)
        self.cache.write_views([(of, one.pack()) for of, one, lasting in found if lasting], medium.made_of)

    def leave_out_the_unread(self) -> None:
        """Go on with what was read, after a person asked for it; count what was not."""
        self.control.begin(Phase.COMPARING)  # which is not ended early
        if not self.options.raw and not self.looking:
            self.packer.begin_views()
        unread = self.usable & ~self.known
        closed = self.known & _OPENED[self.formats]
        seen = np.array(list(self.seen), dtype="S16")
        unseen = closed & ~is_among(self.contents, seen) if not self.options.raw else np.zeros_like(closed)
        self.unread = int(unread.sum()) + int(unseen.sum())
        self.usable &= self.known

    def representations(self) -> tuple[Representations, npt.NDArray[np.int32]]:
        """Return the table of all signatures with the representations of each content, and the row of each file.

        Also fills in ``members`` and ``media``.
        """
        table, contents = self.packer.table(self.options.jobs or thread_pool.cores())
        keys = content_keys(table.content)
        rows = _rows(keys[:contents], self.contents, self.known)
        view, name = np.full(contents, -1, dtype=np.int32), np.zeros(contents, dtype=np.uint8)
        kind = np.full(contents, BYTES, dtype=np.uint8)
        kind[rows[self.known]] = _KINDS[self.formats[self.known]]
        names = [RAW]
        as_it_is = np.zeros(contents, dtype=np.bool_)
        wanted = np.array([shown.content for shown in self.seen.values()], dtype=keys.dtype)
        own = np.searchsorted(keys[:contents], np.array(list(self.seen), dtype=keys.dtype))
        at = np.searchsorted(keys[:contents], wanted)
        apart = np.flatnonzero((at == contents) | (keys[np.minimum(at, contents - 1)] != wanted))
        at[apart] = contents + np.searchsorted(keys[contents:], wanted[apart])
        for row, its, shown in zip(own.tolist(), at.tolist(), self.seen.values(), strict=True):
            if shown.members:
                self.members[row] = shown.members
            if shown.media:
                self.media[row] = shown.media
            if not shown.content:
                if not shown.problem and _is_its_own(shown):
                    # data that can't be parsed meet others by the bytes of both
                    as_it_is[row], kind[row] = shown.name not in formats.DATA, _KINDS[shown.kind]
                continue
            if its == row:
                continue  # the view is the content's own bytes
            if shown.name not in names:
                names.append(shown.name)
            view[row], name[row], kind[row] = its, names.index(shown.name), _KINDS[shown.kind]
        closed = np.zeros(contents, dtype=np.bool_)
        closed[rows[self.known]] = is_among(self.formats[self.known], list(formats.BY_CODE))
        closed &= (view < 0) & ~as_it_is
        looks, heard, films = (
            _by_row(self.looks, keys[:contents]),
            _by_row(self.recordings, keys[:contents]),
            _by_row(self.films, keys[:contents]),
        )
        return Representations(
            table,
            view,
            name,
            tuple(names),
            kind,
            closed,
            Looks.of(looks) if looks else None,
            Recordings.of(heard) if heard else None,
            Films.of(films) if films else None,
        ), rows

    def hash_what_can_be_identical(self) -> None:
        """Hash only the files that may have an identical twin."""
        outcome = exact_duplicates.find_contents(
            self.files, self.options, self.cache, self.control, self.timeout
        )
        self.from_cache = outcome.from_cache
        contents = list(outcome.contents.values())
        rows = np.fromiter(outcome.contents, dtype=np.intp, count=len(contents))
        self.contents[rows], self.known[rows] = contents, True
        for i, file in outcome.changed.items():
            self.files.replace(i, file)
        for i, reason in outcome.failed.items():
            self.usable[i] = False
            if reason:
                self.problems.append(Problem(self.files[i].path, reason))
        sizes = dict(zip(contents, self.files.sizes[rows].tolist(), strict=True))
        ordered = sorted(sizes)
        self.packer.add_blank(ordered, [sizes[content] for content in ordered])

    def take_signed(self, done: SignedBatch) -> None:
        """Keep what was signed."""
        for begin in range(0, len(done.as_listed), _TAKEN_AT_ONCE):
            self._take_as_listed(done.part(begin, _TAKEN_AT_ONCE))
        entries: list[Entry] = []
        for i, outcome in done.others:
            if isinstance(outcome, str):
                self.usable[i] = False
                if outcome:
                    self.problems.append(Problem(self.files[i].path, outcome))
            else:
                self.files.replace(i, outcome.file)
                self._note(i, outcome.content)
                self.formats[i] = outcome.format
                self._foresee(self.formats[[i]], self.files.sizes[[i]])
                self.packer.add(outcome.content, outcome.file.size, outcome.piece)
                entries.append(outcome)
        self.cache.write(entries, self.made_of)

    def _take_as_listed(self, done: SignedBatch) -> None:
        which, files, entries = done.as_listed, done.files, done.entries
        self.contents[which] = content_keys(entries.contents)
        self.known[which] = True
        self.formats[which] = entries.formats
        self._foresee(self.formats[which], files.sizes)
        self.packer.add_many(entries.contents, files.sizes, entries.pieces)
        self.cache.write_files(files, entries, self.made_of)

    def _foresee(self, codes: npt.NDArray[np.uint8], sizes: npt.NDArray[np.int64]) -> None:
        """Tell the progress which of these files will be looked into."""
        if not self.options.raw:
            inner = _OPENED[codes]
            self.control.foresee(int(inner.sum()), int(sizes[inner].sum()))

    def _viewing(self) -> ViewSigner:
        return ViewSigner(
            self.files,
            self.formats,
            self.control,
            self.parameters,
            follow=self.options.follow,
            timeout=self.timeout,
        )

    def recall_views(self, part: dict[bytes, bytes], containers: dict[bytes, list[int]]) -> None:
        """Take those views from the cache that are well-formed."""
        found = [(of, shown) for of, view in part.items() if (shown := ViewRecord.parse(view)) is not None]
        signed = [(of, shown) for of, shown in found if shown.content]
        columns = Columns(
            [shown.content for _, shown in signed],
            [shown.size for _, shown in signed],
            [shown.piece for _, shown in signed],
        )
        good = self.packer.add_columns(columns).tolist() if signed else []
        bad = {of for (of, _), well in zip(signed, good, strict=True) if not well}
        for of, shown in found:
            if of not in bad:
                self._take_view(of, shown, containers[of])

    def _take_view(self, of: bytes, shown: ViewRecord, files: list[int]) -> None:
        """Note the view of a content that these files share."""
        self.seen[of] = shown
        if shown.problem:
            self.problems += [Problem(self.files[i].path, shown.problem) for i in files]

    def _note(self, i: int, content: bytes) -> None:
        self.contents[i] = content
        self.known[i] = True


def _by_row(made: Mapping[bytes, Made], keys: npt.NDArray[np.bytes_]) -> dict[int, Made]:
    """Return what was made of contents by the rows of these, given their keys."""
    rows = np.searchsorted(keys, np.array(list(made), dtype=keys.dtype))
    return dict(zip(rows.tolist(), made.values(), strict=True))


def _ranges(begin: npt.NDArray[np.intp], end: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return all numbers from each begin up to each end, one range after the other."""
    length = end - begin
    skipped = np.cumsum(length) - length
    numbers: npt.NDArray[np.intp] = np.arange(int(length.sum())) + np.repeat(begin - skipped, length)
    return numbers


_KINDS = np.full(256, BYTES, dtype=np.uint8)
"""Base of each format's code and of each kind of view."""
_KINDS[[formats.TEXT, formats.PICTURE, formats.SOUND, formats.MEMBERS, formats.VIDEO]] = (
    TEXT, PICTURES, SOUND, MEMBERS, VIDEO,
)  # fmt: skip


def _rows(
    keys: npt.NDArray[np.bytes_], contents: npt.NDArray[np.bytes_], known: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int32]:
    """Return the row of the table per file, -1 where its content is not known."""
    rows = np.full(len(contents), -1, dtype=np.int32)
    wanted = contents[known]
    found = np.searchsorted(_first_halves(keys), _first_halves(wanted))  # in half the time
    rows[known] = found if np.array_equal(keys[found], wanted) else np.searchsorted(keys, wanted)
    return rows


def _first_halves(keys: npt.NDArray[np.bytes_]) -> npt.NDArray[np.uint64]:
    """Return the first eight bytes of 16-byte keys as numbers, which ascend as the keys do."""
    return np.ascontiguousarray(keys).view(">u8")[::2].astype(np.uint64)


_TAKEN_AT_ONCE = 2048  # files; those signed ahead may be many, and table and cache copy what they take
_SIGN, _SIGNED = -1, -2
_Task: TypeAlias = tuple[int, list[int]]
"""Files to sign, those signed before, or the number of a kind of media and files to decode."""
_Done: TypeAlias = tuple[int, SignedBatch | list[tuple[int, Any, bool]]]


class _Reading:
    """Files being read: each is signed, and right after that decoded if it is a picture, a recording or a film.

    The system still holds what was read of it, so that a disk with more photos than there is memory is read once. What
    is not decoded here is left to ``_Scan.decode_media``.

    Args:
        scan: to take what is found.
        signing: signs files.
        ahead: files signed before, if any, which are taken while others are read.
    """

    def __init__(self, scan: _Scan, signing: FileSigner, ahead: SignedBatch | None) -> None:
        self._scan, self._signing, self._ahead = scan, signing, ahead
        self._waiting: deque[_Task] = deque()
        self._readers: dict[int, Readers[Any]] = {}
        self._begun: list[set[bytes]] = [set() for _ in scan.media_kinds]

    def tasks(self, batches: Iterable[list[int]]) -> Iterator[_Task | None]:
        """Yield what is to be done next: media that wait before files to sign, or nothing for the moment."""
        if self._ahead is not None:
            yield _SIGNED, []
        for batch in batches:
            while self._waiting:
                yield self._waiting.popleft()
            yield _SIGN, batch
        while True:
            yield self._waiting.popleft() if self._waiting else None

    def work(self, task: _Task) -> _Done:
        """Sign or decode some files."""
        medium, batch = task
        if medium == _SIGNED:
            assert self._ahead is not None
            return _SIGN, self._ahead
        return medium, self._signing.sign(batch) if medium == _SIGN else self._readers[medium].read(batch)

    def lost(self, task: _Task, path: str) -> tuple[_Done, list[_Task]]:
        """Handle a task whose thread stalled, see ``FileSigner.lost``; media are tried once more later."""
        medium, batch = task
        if medium != _SIGN:
            return (medium, []), []
        done, rest = self._signing.lost(batch, path)
        return (_SIGN, done), [(_SIGN, part) for part in rest]

    def take(self, done: _Done) -> None:
        """Keep what was found, and have the media among the files that were signed decoded next."""
        medium, found = done
        if isinstance(found, SignedBatch):
            self._scan.take_signed(found)
            others = [i for i, one in found.others if not isinstance(one, str)]
            self._have_decoded(np.append(found.as_listed, np.array(others, dtype=np.intp)))
        else:
            self._scan.take_media(found, self._scan.media_kinds[medium])

    def close(self) -> None:
        """End the processes that decode."""
        for readers in self._readers.values():
            readers.close()

    def _have_decoded(self, signed: npt.NDArray[np.intp]) -> None:
        scan = self._scan
        codes = scan.formats[signed]
        for number, (medium, begun) in enumerate(zip(scan.media_kinds, self._begun, strict=True)):
            of_kind = signed[is_among(codes, list(medium.formats))]
            files = {scan.content_of(i): i for i in of_kind.tolist()}
            new = [content for content in files if content not in begun]
            if not new:
                continue
            begun.update(new)
            scan.recall_media(new, medium)
            missing = [files[content] for content in new if content not in medium.found]
            if missing and number not in self._readers:
                self._readers[number] = scan.readers(medium, Unseen(scan.control, medium.phase))
            batches = thread_pool.batches(scan.files.sizes, missing)
            self._waiting += ((number, batch) for batch in batches)
