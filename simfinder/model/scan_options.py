"""Options of a scan: folders, filters, methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from simfinder.model import extension_points


class Method(StrEnum):
    """Which method decides about links. ``AUTO``: all of them propose, shared content decides.

    The words are stored in sessions and settings. A new method is added at the end; those of extensions come after it.
    """

    _ignore_ = "_extension"

    AUTO = "auto"
    TAGCOUNT = "tagcount"
    SPAMSUM = "spamsum"
    SIMHASH = "simhash"
    SHINGLEPRINT = "shingleprint"
    CONTENT = "content"
    for _extension in extension_points.of_group(
        extension_points.METHODS,
        reserved={"sketch", *(word for word in vars().values() if isinstance(word, str))},
    ):
        vars()[_extension.name.upper()] = _extension.name


EXTENSIONS = frozenset(extension.name for extension in extension_points.of_group(extension_points.METHODS))
"""Methods that are none of ours."""

_FIRST = ("sketch", "spamsum", "simhash", "shingleprint", "tagcount")
FIGURES = (*_FIRST, *(m.value for m in Method if m not in (*_FIRST, Method.AUTO, Method.CONTENT)))
"""Methods with a figure of their own for two files, in the order in which they are shown."""


def offered() -> list[Method]:
    """Return the methods to choose from: all but those of extensions that were found not to work."""
    failed = {extension.name for extension in extension_points.failures()} & EXTENSIONS
    return [method for method in Method if method not in failed]


@dataclass(frozen=True, slots=True)
class Methods:
    """Which method decides about which types.

    Attributes:
        default: for all types without one of their own.
        by_type: keys as ``file_type.type_of`` gives them.
    """

    default: Method = Method.AUTO
    by_type: Mapping[str, Method] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, file_type: str) -> Method:
        """Return the method of a type. Two types with different ones are compared by ``AUTO``."""
        return self.by_type.get(file_type, self.default)

    def with_type(self, file_type: str, method: Method | None) -> Methods:
        """Return a copy in which a type has its own method, or (None) that of all types."""
        by_type = {k: v for k, v in self.by_type.items() if k != file_type}
        if method is not None:
            by_type[file_type] = method
        return Methods(self.default, MappingProxyType(by_type))


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Rules of one folder, which its files must meet beside those of the whole scan.

    Attributes:
        folder: they hold for all files in it, whichever root it was reached from.
        include, exclude: gitignore-style patterns, relative to the folder.
        types, not_types, min_size, max_size, since, before: as in ``ScanOptions``.
    """

    folder: str
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    min_size: int | None = None
    max_size: int | None = None
    since: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """Folders and rules of one scan.

    Attributes:
        roots: folders (or single files) as the person named them.
        protected: folders whose files are never marked, moved or deleted.
        include: gitignore-style patterns; if any is given, only matching files are taken.
        exclude: gitignore-style patterns, relative to the root.
        hidden: take files and folders whose name begins with a dot too.
        follow: follow symbolic links (loops are noticed by identity).
        min_size, max_size: bytes, inclusive; ``None`` means no bound.
        empty: empty files take part (they are identical to one another).
        identical: only identical files; reads only what can be identical.
        raw: compare the bytes of archives and documents only, not their contents.
        jobs: signing threads; 0 means one per core.
        types: types as ``file_type.type_of`` gives them; if any is given, only files of these are taken.
        not_types: types that are left out.
        since, before: times of change in nanoseconds since 1970, at or after the one and before the other.
        folder_rules: rules of single folders.
        no_development: leave out development folders, caches and build results (``project_markers``) below the roots;
            never a root.
        no_media: compare pictures, recordings and films by their bytes only, not by what they look and sound like.
    """

    roots: tuple[str, ...]
    protected: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hidden: bool = False
    follow: bool = False
    min_size: int | None = None
    max_size: int | None = None
    empty: bool = False
    identical: bool = False
    raw: bool = False
    jobs: int = 0
    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    since: int | None = None
    before: int | None = None
    folder_rules: tuple[FolderRules, ...] = ()
    no_development: bool = False
    no_media: bool = False
