"""Seals: a session or a plan shows that this person's own SimFinder wrote it, and that nothing in it was changed since.

A seal is a keyed BLAKE2b over the bytes of the file. The key is 32 random bytes beside the library, readable by its
owner only, and made when the first seal is. Without the key nobody can make a seal, so a file from somebody else, from
another account or from before there were seals has none that fits: what it says is measured again.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from enum import StrEnum

from simfinder.errors import StoreError
from simfinder.store import app_dirs
from simfinder.store.atomic_write import written_whole

LENGTH = 32
"""Bytes of a seal, and of the key."""


class Purpose(StrEnum):
    """What is sealed: the seal of one kind of file is none for another."""

    SESSION = "session"
    PLAN = "plan"


class Seal:
    """The seal of bytes that come one part after another.

    Args:
        key: of this person.
        purpose: what is sealed.
    """

    def __init__(self, key: bytes, purpose: Purpose) -> None:
        self._hash = hashlib.blake2b(key=key, digest_size=LENGTH, person=purpose.encode())

    def update(self, data: bytes) -> None:
        """Take the next part."""
        self._hash.update(data)

    def digest(self) -> bytes:
        """Return the seal of all parts so far, ``LENGTH`` bytes."""
        return self._hash.digest()

    def fits(self, digest: bytes) -> bool:
        """Return whether this is the seal of all parts so far."""
        return hmac.compare_digest(self.digest(), digest)


def sealing(purpose: Purpose) -> Seal | None:
    """Begin a seal; None where there is no place for a key that is this person's alone."""
    key = _key()
    if key is None:
        key = secrets.token_bytes(LENGTH)
        place = app_dirs.seal_key()
        try:
            app_dirs.refuse_strangers(place.parent)
            os.makedirs(place.parent, mode=0o700, exist_ok=True)
            with written_whole(place, private=True) as file:
                file.write(key)
        except (OSError, StoreError):
            return None
    return Seal(key, purpose)


def unsealing(purpose: Purpose) -> Seal | None:
    """Begin to check a seal; None where there is no key, so that no seal can fit."""
    key = _key()
    return None if key is None else Seal(key, purpose)


def _key() -> bytes | None:
    """Return the key; None where there is none, or others could know it."""
    place = app_dirs.seal_key()
    try:
        app_dirs.refuse_strangers(place.parent, place)
        with open(place, "rb") as file:
            known_to_others = hasattr(os, "geteuid") and os.fstat(file.fileno()).st_mode & 0o077
            key = file.read(LENGTH + 1)
    except (OSError, StoreError):
        return None
    return None if known_to_others or len(key) != LENGTH else key
