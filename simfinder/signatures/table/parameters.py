"""``Parameters``: the settings of a scan's methods; the defaults are those of a plain scan.

Says which values go together, and which text identifies them in a cache key.
"""

from __future__ import annotations

from dataclasses import dataclass

from simfinder.errors import ShingleError, SignatureError
from simfinder.signatures.shingleprint.fingerprint import FEATURES, LARGEST_SHINGLE, SHINGLE, SMALLEST_SHINGLE
from simfinder.signatures.simhash.fingerprint import check_overlap
from simfinder.signatures.tagcount.tag_sets import DEFAULT, TagSet

WINDOW = 8
"""Bytes of a window of the stored simhash; the shingle of the sketch."""

_MOST_FEATURES = 65_535
_LONGEST_WINDOW = 4096


@dataclass(frozen=True, slots=True)
class Parameters:
    """Settings of all methods; a value.

    Attributes:
        tags: tags to count, and the weights of their keys.
        block_size: block size of spamsum signatures, 1 or more; 0 to choose it by length, as ssdeep does.
        window: bytes of a window of the simhash (N).
        overlap: bytes two neighbouring windows share (M).
        bits: of the simhash, 32 or 64.
        shingle: bytes of a shingle of the shingleprint.
        features: most values of a shingleprint.

    Raises:
        ShingleError: impossible windows or shingles.
        SignatureError: another value is out of range.
    """

    tags: TagSet = DEFAULT
    block_size: int = 0
    window: int = WINDOW
    overlap: int = WINDOW - 1
    bits: int = 64
    shingle: int = SHINGLE
    features: int = FEATURES

    def __post_init__(self) -> None:
        check_overlap(self.window, self.overlap)
        if self.window > _LONGEST_WINDOW:
            raise ShingleError(f"windows of {self.window} bytes: at most {_LONGEST_WINDOW}")
        if self.bits not in (32, 64):
            raise SignatureError(f"a simhash has 32 or 64 bits, not {self.bits}")
        if self.block_size < 0:
            raise SignatureError(f"a block size of {self.block_size}: it must be 1 or more")
        if not SMALLEST_SHINGLE <= self.shingle <= LARGEST_SHINGLE:
            raise ShingleError(
                f"shingles of {self.shingle} bytes: it must be {SMALLEST_SHINGLE} to {LARGEST_SHINGLE}"
            )
        if not 1 <= self.features <= _MOST_FEATURES:
            raise ShingleError(f"{self.features} features: it must be 1 to {_MOST_FEATURES}")

    def of(self, method: str) -> str:
        """Return the text that tells a method's values from those of other parameters; "" for the defaults."""
        if method == "tagcount" and self.tags != DEFAULT:
            return self.tags.describe()
        if method == "spamsum" and self.block_size:
            return f"block {self.block_size}"
        if method == "simhash" and (self.sampled or self.bits != 64):
            return f"{self.window} {self.overlap} {self.bits}"
        if method == "shingleprint" and (self.shingle, self.features) != (SHINGLE, FEATURES):
            return f"{self.shingle} {self.features}"
        return ""

    @property
    def sampled(self) -> bool:
        """Whether the simhash needs its own sample of windows, because the sketch's are others."""
        return (self.window, self.overlap) != (WINDOW, WINDOW - 1)


PLAIN = Parameters()
"""Parameters of a plain scan."""
