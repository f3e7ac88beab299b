"""Make one signature of one file by one method, with the method's own options: what ``hash`` prints.

A method without options needs nothing here. To give one options, write a maker class and name it in ``maker_of``.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from simfinder.errors import SignatureError, UsageError
from simfinder.scan.reading.read_file import Feedable, feed
from simfinder.signatures.content_hash import Data
from simfinder.signatures.methods import registry
from simfinder.signatures.methods.shingleprint import features_text, print_text
from simfinder.signatures.methods.tagcount import counts_text
from simfinder.signatures.shingleprint.fingerprint import FEATURES, SHINGLE, Shingleprint
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.simhash.binary_windows import Windows, of_sample
from simfinder.signatures.simhash.fingerprint import TextSimhash
from simfinder.signatures.simhash.sampled_windows import sample_of
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.spamsum.block_signature import TAILS, BlockSignature
from simfinder.signatures.spamsum.digest import Flag, Spamsum
from simfinder.signatures.spamsum.tridgell import Tridgell
from simfinder.signatures.table.parameters import PLAIN
from simfinder.signatures.tagcount import sum_keys
from simfinder.signatures.tagcount.counter import TagCount
from simfinder.signatures.tagcount.tag_sets import DEFAULT, TagSet

_OF_TEXT = ("auto", "characters")
_SHAPES = {"characters": (4, 3), "bytes": (8, 7), "bits": (64, 0), "sample": (8, 7)}

_TOO_SHORT = "too short: no features"


@dataclass(frozen=True, slots=True)
class HashOptions:
    """Options of the methods; None or False where not given. Each belongs to one method.

    Attributes:
        tags, ext_hash: of tagcount.
        block_size, length, tail, ignore_whitespace, ignore_headers, elimseq, notrunc: of spamsum.
        ngram, overlap, bits, unit: of simhash.
        shingle, features: of shingleprint.
    """

    tags: TagSet | None = None
    ext_hash: str | None = None
    block_size: int | None = None
    length: int | None = None
    tail: str | None = None
    ignore_whitespace: bool = False
    ignore_headers: bool = False
    elimseq: bool = False
    notrunc: bool = False
    ngram: int | None = None
    overlap: int | None = None
    bits: int | None = None
    unit: str | None = None
    shingle: int | None = None
    features: int | None = None


@dataclass(frozen=True, slots=True)
class FileHash:
    """A signature of a file.

    Attributes:
        path: as it was given.
        signature: its text; None for a file without features, and ``reason`` says so.
        details: further fields of the JSON form.
    """

    path: str
    method: str
    signature: str | None
    details: dict[str, Any]
    reason: str = ""

    def json(self) -> dict[str, Any]:
        """Return the JSON form."""
        value: dict[str, Any] = {"path": self.path, "method": self.method, "signature": self.signature}
        value |= self.details
        return value | {"reason": self.reason} if self.reason else value


class Maker(Feedable, Protocol):
    """Takes the bytes of one file."""

    def made(self, path: str) -> FileHash:
        """Return the signature of the bytes taken."""
        ...


def maker_of(method: str, options: HashOptions) -> Callable[[], Maker]:
    """Return a factory of makers for a method and its options, which are checked here.

    Raises:
        UsageError: an option belongs to another method, or options contradict each other.
        SignatureError: a value the method is not defined for.
    """
    _check(method, options)
    makers: dict[str, Callable[[HashOptions], Maker]] = {
        "tagcount": TagcountMaker,
        "spamsum": SpamsumMaker,
        "simhash": SimhashMaker,
        "shingleprint": ShingleprintMaker,
    }
    make = partial(makers[method], options) if method in makers else partial(PlainMaker, method)
    make()  # raises for impossible options before any file is read
    return make


def hash_file(path: str, make: Callable[[], Maker]) -> FileHash:
    """Compute the signature of a file; ``-`` is standard input.

    Raises:
        ReadError: it can't be read.
        TooLargeError: the method is not defined for so many bytes.
    """
    maker = make()
    feed(path, maker)
    return maker.made(path)


_OWNERS = {
    "tagcount": ("tags", "ext_hash"),
    "spamsum": (
        "block_size",
        "length",
        "tail",
        "ignore_whitespace",
        "ignore_headers",
        "elimseq",
        "notrunc",
    ),
    "simhash": ("ngram", "overlap", "bits", "unit"),
    "shingleprint": ("shingle", "features"),
}


def _check(method: str, options: HashOptions) -> None:
    for owner, names in _OWNERS.items():
        for name in names:
            if owner != method and getattr(options, name) not in (None, False):
                raise UsageError(f"--{name.replace('_', '-')} belongs to {owner}, not to {method}")
    free = options.length is not None or options.tail is not None
    if free and options.block_size is None:
        raise UsageError("--length and --tail need --block-size")
    tridgell = options.ignore_whitespace or options.ignore_headers
    if free and tridgell:
        raise UsageError("--ignore-whitespace and --ignore-headers do not go with --length and --tail")
    if (options.elimseq or options.notrunc) and (options.block_size is not None or tridgell):
        raise UsageError("--elimseq and --notrunc are forms of ssdeep's own signature")


class PlainMaker:
    """Makes the signature of a method without options."""

    def __init__(self, method: str) -> None:
        self._method = registry.described(method)
        self._state = self._method.stream(PLAIN)
        self.update, self.update_zeros = self._state.update, self._state.update_zeros

    def made(self, path: str) -> FileHash:
        assert self._method.text is not None
        return FileHash(path, self._method.name, self._method.text(self._state.digest()), {})


class TagcountMaker:
    """Makes the sum table and its keys."""

    def __init__(self, options: HashOptions) -> None:
        self._tags = options.tags or DEFAULT
        self._ext_hash = options.ext_hash or "crc32"
        self._state = TagCount(self._tags)
        self.update, self.update_zeros = self._state.update, self._state.update_zeros

    def made(self, path: str) -> FileHash:
        counts = self._state.digest()
        keys = {name: int(value) for name, value in sum_keys.keys_of(counts, self._tags).items()}
        offset = sum_keys.extension_offset(path, self._ext_hash)  # type: ignore[arg-type] # one of the choices
        details: dict[str, Any] = {
            "counts": counts.tolist(),
            "keys": keys,
            "keys_ext": {name: value + offset for name, value in keys.items()},
        }
        if self._tags != DEFAULT:
            details["tags"] = self._tags.describe()
        return FileHash(path, "tagcount", counts_text(counts), details)


class SpamsumMaker:
    """Makes ssdeep's signature and its variants: Tridgell's with a given block size, or one part of free length."""

    def __init__(self, options: HashOptions) -> None:
        state: Spamsum | Tridgell | BlockSignature
        if options.length is not None or options.tail is not None:
            state = BlockSignature(options.block_size or 0, options.length, options.tail or TAILS[0])
        elif options.block_size is not None or options.ignore_whitespace or options.ignore_headers:
            if options.block_size is not None and options.block_size < 1:
                raise UsageError(f"a block size must be 1 or more, not {options.block_size}")
            state = Tridgell(options.block_size or 0, options.ignore_whitespace, options.ignore_headers)
        else:
            state = Spamsum()
        self._flags = Flag.ELIMSEQ * options.elimseq | Flag.NOTRUNC * options.notrunc
        self._state = state
        self.update, self.update_zeros = state.update, state.update_zeros

    def made(self, path: str) -> FileHash:
        state = self._state
        text = state.digest(Flag(self._flags)) if isinstance(state, Spamsum) else state.digest()
        return FileHash(path, spamsum.NAME, text, {})


class SimhashMaker:
    """Makes the simhash of character shingles, of byte or bit windows, or of a sample of distinct byte windows.

    All shingles and windows vote, repeated ones too; those of a sample are distinct. "auto" takes characters if the
    whole file is UTF-8 text without a zero byte, else the sample that a scan stores: padding would win the vote of all
    windows of binary data.
    """

    def __init__(self, options: HashOptions) -> None:
        self._bits = options.bits or 64
        self._unit = unit = options.unit or "auto"
        self._options = options
        self._text = TextSimhash(*self._shape("characters"), self._bits) if unit in _OF_TEXT else None
        self._sample = sample_of(*self._shape("sample")) if unit in ("auto", "sample") else None
        self._windows: Windows | None = None
        if unit in ("bytes", "bits"):
            self._windows = Windows(*self._shape(unit), "bytes" if unit == "bytes" else "bits", self._bits)
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def update(self, data: Data) -> None:
        self._decode(data, final=False)
        for state in (self._sample, self._windows):
            if state is not None:
                state.update(data)

    def update_zeros(self, count: int) -> None:
        if count:
            self._decode(b"\0", final=False)
        for state in (self._sample, self._windows):
            if state is not None:
                state.update_zeros(count)

    def made(self, path: str) -> FileHash:
        self._decode(b"", final=True)
        if self._text is not None:
            unit, value = "characters", self._text.digest()
        elif self._sample is not None:
            unit, value = "sample", of_sample(self._sample.digest(), self._bits)
        elif self._windows is not None:
            unit, value = self._unit, self._windows.digest()
        else:
            raise SignatureError("is no text in UTF-8", path)
        size, overlap = self._shape(unit)
        details = {"bits": self._bits, "unit": unit, "ngram": size, "overlap": overlap}
        if value is None:
            return FileHash(path, simhash.NAME, None, details, _TOO_SHORT)
        return FileHash(path, simhash.NAME, simhash.to_hex(value, self._bits), details)

    def _decode(self, data: Data, *, final: bool) -> None:
        """Decode the bytes as long as they are text."""
        if self._text is None:
            return
        raw = bytes(data)
        try:
            if b"\0" in raw:
                raise ValueError("a zero byte")
            self._text.update(self._decoder.decode(raw, final))
        except ValueError:  # UnicodeDecodeError is one
            self._text = None

    def _shape(self, unit: str) -> tuple[int, int]:
        """Return length and overlap of the shingles: as asked for, or the default of the unit."""
        size, overlap = _SHAPES[unit]
        if self._options.ngram is not None:
            size, overlap = self._options.ngram, 0 if unit == "bits" else self._options.ngram - 1
        return size, overlap if self._options.overlap is None else self._options.overlap


class ShingleprintMaker:
    """Makes the values of simhash(1)."""

    def __init__(self, options: HashOptions) -> None:
        self._shingle = SHINGLE if options.shingle is None else options.shingle
        features = FEATURES if options.features is None else options.features
        self._state = Shingleprint(self._shingle, features)
        self.update, self.update_zeros = self._state.update, self._state.update_zeros

    def made(self, path: str) -> FileHash:
        values = self._state.digest()
        details = {"shingle": self._shingle, "features": features_text(values)}
        if not len(values):
            return FileHash(path, "shingleprint", None, details, _TOO_SHORT)
        return FileHash(path, "shingleprint", print_text(values, self._shingle), details)
