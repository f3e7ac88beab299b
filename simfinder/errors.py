"""The exception tree. Every error carries a one-line message and, where there is one, the path.

::

    SimFinderError
    ├── Cancelled               the person stopped the work; what was computed is kept
    ├── UsageError              the request makes no sense (wrong option, nothing to do)
    ├── SignatureError          a signature text or blob is malformed
    │   └── TooLargeError       input beyond what a method can sign
    ├── StoreError              a database can't be used
    │   ├── NewerVersionError   made by a newer SimFinder
    │   ├── StoreCorruptError   the file is damaged or no database at all
    │   └── StoreUnavailableError   disk full, read-only, locked: bad luck, not a bug
    └── ActionError             an act on a file was refused or failed; the file is as it was
        └── TrashError          the Trash does not work

``OSError`` is turned into one of these, or into a listed ``Problem``, at the edge where it enters.
"""

from __future__ import annotations


class SimFinderError(Exception):
    """Base of all expected errors.

    Args:
        message: one line in plain words, without the path.
        path: the file or folder it is about, if any.
    """

    def __init__(self, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class Cancelled(SimFinderError):  # noqa: N818 - an outcome, not a failure
    """The work was stopped on request."""

    def __init__(self, message: str = "cancelled") -> None:
        super().__init__(message)


class UsageError(SimFinderError):
    """The request can't be carried out as it was put."""


class SignatureError(SimFinderError):
    """A signature's text or stored form is malformed."""


class TooLargeError(SignatureError):
    """The input is longer than the method is defined for."""


class StoreError(SimFinderError):
    """A database can't be used."""


class NewerVersionError(StoreError):
    """The database was made by a newer version of the program."""


class StoreCorruptError(StoreError):
    """The database file is damaged, or is no database at all."""


class StoreUnavailableError(StoreError):
    """The database can't be reached now: disk full, read-only folder, locked."""


class ActionError(SimFinderError):
    """An act on a file was refused or failed; nothing was lost."""


class TrashError(ActionError):
    """The system's Trash can't take the file."""


def reason_of(error: OSError) -> str:
    """The operating system's own words for an error, without path or number."""
    return error.strerror or str(error) or type(error).__name__
