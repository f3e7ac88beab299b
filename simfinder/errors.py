"""The exception tree. Every error carries a one-line message and, where there is one, the path.

::

    SimFinderError
    ├── Cancelled               the person stopped the work; what was computed is kept
    ├── UsageError              the request makes no sense (wrong option, nothing to do)
    ├── SignatureError          a signature, or a parameter of one, makes no sense
    │   ├── TooLargeError       input beyond what a method can sign
    │   ├── GrammarError        a signature's text breaks its grammar; says where
    │   ├── SimFileError        a .sim file is malformed
    │   ├── TagError            an impossible tag or weight
    │   ├── ShingleError        shingle sizes that contradict each other
    │   └── NoFeaturesError     nothing to compare: too short, or an empty set
    ├── ReadError               a file can't be read or signed; the message is the reason to list
    ├── ViewError               the content of a container or document can't be read: damaged, encrypted, too large
    ├── StoreError              a database can't be used
    │   ├── NewerVersionError   made by a newer SimFinder
    │   ├── StoreCorruptError   the file is damaged or no database at all
    │   └── StoreUnavailableError   disk full, read-only, locked: bad luck, not a bug
    └── ActionError             an act on a file was refused or failed; the file is as it was
        └── TrashError          the Trash does not work

``OSError`` is turned into one of these, or into a listed ``Problem``, at the edge where it enters.
"""

from __future__ import annotations

from simfinder.text.message import Message, message_of, say


class SimFinderError(Exception):
    """Base of all expected errors.

    Args:
        message: one line in plain words, without the path.
        path: the file or folder it is about, if any.
    """

    def __init__(self, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.message = message_of(message)
        self.path = path

    @property
    def sentence(self) -> Message:
        """The message, after the path if there is one."""
        return say("{}: {}", self.path, self.message) if self.path else self.message

    def __str__(self) -> str:
        return str(self.sentence)


class Cancelled(SimFinderError):  # noqa: N818 - an outcome, not a failure
    """The work was stopped on request."""

    def __init__(self, message: str = say("cancelled")) -> None:
        super().__init__(message)


class UsageError(SimFinderError):
    """The request makes no sense or can't be carried out."""


class SignatureError(SimFinderError):
    """A signature's text or stored form is malformed, or a method was given parameters it is not defined for."""


class TooLargeError(SignatureError):
    """The input is longer than the method is defined for."""


class GrammarError(SignatureError):
    """A signature's text breaks its grammar.

    Attributes:
        position: of the first character that does not fit, from 0.
    """

    def __init__(self, message: str, position: int, path: str | None = None) -> None:
        super().__init__(message, path)
        self.position = position


class SimFileError(SignatureError):
    """A .sim file of shingleprints is malformed; the message says how."""


class TagError(SignatureError):
    """An impossible tag or weights: a value that does not fit its length, a duplicate, a wrong number of weights."""


class ShingleError(SignatureError):
    """A shingle size, an overlap or a number of features is impossible."""


class NoFeaturesError(SignatureError):
    """The input is too short to have features, or a set to compare has none: there is no result."""


class ReadError(SimFinderError):
    """A file can't be read or signed; ``message`` is the reason to list."""


class ViewError(SimFinderError):
    """The content of an archive or a document can't be read: damaged, encrypted, or more than is allowed."""


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


def reason_of(error: OSError) -> Message:
    """Return the operating system's own words for an error, without path or number."""
    said = error.strerror or (error.args[0] if len(error.args) == 1 else str(error))
    return message_of(said if isinstance(said, str) and said else str(error) or type(error).__name__)
