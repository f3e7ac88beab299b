"""Where other packages extend SimFinder: methods, content views, keep rules and formats of reports.

An ``ExtensionPoint`` finds something by its name, whether it is built in or a package beside SimFinder brings it. A
package says so in its metadata, by entry points of the groups in ``GROUPS``::

    [project.entry-points."simfinder.views"]
    subtitles = "simfinder_subtitles.view:FORMAT"

An extension is code of others that runs with the rights of the program, as all that is installed beside it. It can't
take the name of a built-in. One that can't be loaded is left out, and told once: in the log, and by ``doctor``.

Looking for extensions costs a millisecond and is done once in a process, when a point is first asked for names. A
sandboxed process does not look: it is told what it needs (``scan.extract.view_service``).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Set
from functools import cache
from importlib import import_module
from typing import Generic, NamedTuple, TypeVar

from simfinder.errors import UsageError
from simfinder.text.message import Message, say

GROUPS = METHODS, SEARCHES, VIEWS, KEEP_RULES, REPORTS = (
    "simfinder.methods",
    "simfinder.searches",
    "simfinder.views",
    "simfinder.keep_rules",
    "simfinder.reports",
)
"""Groups of entry points. A method is two: its signature, and how pairs are searched by it."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)
_METADATA = (".dist-info", ".egg-info")
_LARGEST = 1 << 20  # bytes of a list of entry points

T = TypeVar("T")


class Extension(NamedTuple):
    """One thing that a package brings.

    Attributes:
        group: one of ``GROUPS``.
        name: by which it is found.
        value: where it is, "module:name".
        package: name of the package, and its version.
    """

    group: str
    name: str
    value: str
    package: str


_failures: dict[Extension, Message] = {}
_looks = True


def do_not_look() -> None:
    """Know of no extensions in this process. Call it before anything asks for them."""
    global _looks
    _looks = False


@cache
def installed() -> tuple[Extension, ...]:
    """Find what the installed packages bring, in the order of groups and names. Imports none of them."""
    if not _looks:
        return ()
    places = [place for place in sys.path if os.path.isabs(place) and not _is_current(place)]
    if not any(map(_has_extensions, places)):
        return ()
    from importlib import metadata  # 40 ms

    found: dict[tuple[str, str], Extension] = {}
    seen: set[str] = set()
    for package in metadata.distributions(path=places):
        try:
            name, entries = str(package.metadata["Name"]), package.entry_points
        except (ValueError, OSError):  # damaged
            continue
        if name in seen:  # another one of that name, later on the path, is not the one that is imported
            continue
        seen.add(name)
        for entry in entries:
            extension = Extension(entry.group, entry.name, entry.value, f"{name} {package.version}")
            if entry.group not in GROUPS:
                continue
            other = found.setdefault((entry.group, entry.name), extension)
            if other is not extension:
                leave_out(extension, say("{} has that name", other.package))
            elif not is_name(entry.name):
                leave_out(extension, say("a name is small letters, digits and hyphens"))
    return tuple(
        sorted(
            (extension for extension in found.values() if extension not in _failures),
            key=lambda extension: (GROUPS.index(extension.group), extension.name),
        )
    )


def _is_current(place: str) -> bool:
    """Tell whether a place is the folder we are in, from where nothing is loaded: it may be anybody's."""
    try:
        return os.path.samefile(place, os.curdir)
    except OSError:
        return False


def _has_extensions(place: str) -> bool:
    """Look through the metadata of a folder's packages, without what Python needs to understand them."""
    try:
        with os.scandir(place) as entries:
            folders = [entry.path for entry in entries if entry.name.endswith(_METADATA)]
    except OSError:
        return False
    for folder in folders:
        try:
            with open(os.path.join(folder, "entry_points.txt"), "rb") as file:
                if b"[simfinder." in file.read(_LARGEST):
                    return True
        except OSError:  # most have none
            continue
    return False


def is_name(word: str) -> bool:
    """Tell whether a word may be the name of an extension."""
    return _NAME.fullmatch(word) is not None


def of_group(group: str, *, reserved: Set[str] = frozenset()) -> list[Extension]:
    """Return the extensions of a group that were not left out.

    Args:
        group: one of ``GROUPS``.
        reserved: names that extensions can't have.
    """
    found = [extension for extension in installed() if extension.group == group]
    for extension in found:
        if extension.name in reserved:
            leave_out(extension, say("a built-in has that name"))
    return [extension for extension in found if extension not in _failures]


def leave_out(extension: Extension, why: Message) -> None:
    """Use an extension no more in this process; say why, once."""
    if extension in _failures:
        return
    _failures[extension] = why
    import logging

    logging.getLogger("simfinder").warning(
        "%s of %s is left out (%s): %s", extension.name, extension.package, extension.group, why
    )


def failures() -> dict[Extension, Message]:
    """Return the extensions that were left out so far, and why."""
    return dict(_failures)


def load(extension: Extension, kind: type[T]) -> T | None:
    """Import an extension; None where it is left out.

    Args:
        extension: one of ``installed``.
        kind: what it has to be.
    """
    if extension in _failures:
        return None
    try:
        found = _at(extension.value)
    except (Exception, SystemExit) as error:  # whatever code of others does
        leave_out(extension, say("can't be loaded: {}: {}", type(error).__name__, str(error)))
        return None
    if not isinstance(found, kind):
        leave_out(extension, say("{} is no {}", extension.value, kind.__name__))
        return None
    return found


def _at(value: str) -> object:
    module, _, path = value.partition(":")
    found: object = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


class ExtensionPoint(Generic[T]):
    """What is found by name: the built-ins first, then what extensions bring.

    Args:
        group: one of ``GROUPS``.
        kind: class of what is found.
        built_in: the built-ins in their order, or where they are, "module:name", for those that are loaded late.
        reserved: further names that no extension can have.
    """

    def __init__(
        self, group: str, kind: type[T], built_in: Mapping[str, T | str], reserved: tuple[str, ...] = ()
    ) -> None:
        self.group, self._kind = group, kind
        self._built_in = built_in
        self._reserved = frozenset((*built_in, *reserved))
        self._loaded: dict[str, T] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """All names, without those of extensions that are known not to work. Imports nothing."""
        return *self._built_in, *(one.name for one in of_group(self.group, reserved=self._reserved))

    def __contains__(self, name: object) -> bool:
        return name in self._built_in or name in self.names

    def __getitem__(self, name: str) -> T:
        """Return what has a name.

        Raises:
            UsageError: nothing has it, or what has it can't be loaded.
        """
        if name not in self._loaded:
            self._loaded[name] = self._found(name)
        return self._loaded[name]

    def _found(self, name: str) -> T:
        if name in self._built_in:
            built_in = self._built_in[name]
            found = _at(built_in) if isinstance(built_in, str) else built_in
            assert isinstance(found, self._kind)
            return found
        for extension in of_group(self.group, reserved=self._reserved):
            if extension.name == name and (loaded := load(extension, self._kind)) is not None:
                return loaded
        for extension, why in _failures.items():
            if (extension.group, extension.name) == (self.group, name):
                raise UsageError(say("{} of {} can't be used: {}", name, extension.package, why))
        raise UsageError(say("nothing installed is called {}", name))

    def package(self, name: str) -> str:
        """Return which package brings what has a name, with its version; "" for a built-in."""
        extension = self._extension(name)
        return extension.package if extension else ""

    def place(self, name: str) -> str:
        """Return where an extension is, "module:name"; "" for a built-in."""
        extension = self._extension(name)
        return extension.value if extension else ""

    def leave_out(self, name: str, why: Message) -> None:
        """Use an extension no more, and say why."""
        if extension := self._extension(name):
            leave_out(extension, why)
        self._loaded.pop(name, None)

    def _extension(self, name: str) -> Extension | None:
        found = of_group(self.group, reserved=self._reserved)
        return next((extension for extension in found if extension.name == name), None)

    def extensions(self) -> dict[str, T]:
        """Load what extensions bring; return what works, by name."""
        found = {}
        for extension in of_group(self.group, reserved=self._reserved):
            loaded = load(extension, self._kind)
            if loaded is not None:
                found[extension.name] = self._loaded[extension.name] = loaded
        return found

    def working(self) -> dict[str, T]:
        """Load everything; return what works, by name."""
        return {name: self[name] for name in self._built_in} | self.extensions()
