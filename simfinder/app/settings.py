"""What the program remembers of a person's wishes between starts. A JSON file in the settings folder."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from simfinder.app.limits import limits
from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.model.options import Method, Methods
from simfinder.model.plan import ActKind
from simfinder.model.tolerances import BUILT_IN, Tolerances
from simfinder.store import folders as store_folders

RECENT = 8
"""Sets of folders that are remembered."""


@dataclass(slots=True)
class Settings:
    """Remembered wishes.

    Attributes:
        folders: folders of the last session, as shown.
        protected: those of them (or others) that are protected.
        tolerance: of "All types".
        tolerances: own values per type.
        keep: keep rule, as on the command line.
        target: last folder of "Move to folder".
        geometry: window geometry, hex text of the front end's own making.
        state: splitter and column state by name, hex text.
        hidden: take hidden files too.
        autosave: keep the results of a scan by themselves.
        watch: follow what happens in the folders after a scan.
        act: what the removal button and the Delete key do.
        methods: own methods of single types.
        include: patterns, of which a file must match one where there are any.
        exclude: patterns of what is left out.
        min_size, max_size: bytes; 0 means no bound.
        empty: take empty files too.
        symlinks: follow symbolic links.
        recent: sets of folders of earlier sessions, the last one first.
        hinted: the hints of the first run were put away.
    """

    folders: list[str] = field(default_factory=list)
    protected: list[str] = field(default_factory=list)
    tolerance: float = BUILT_IN
    tolerances: dict[str, float] = field(default_factory=dict)
    keep: str = "newest"
    target: str = ""
    geometry: str = ""
    state: dict[str, str] = field(default_factory=dict)
    hidden: bool = False
    autosave: bool = True
    watch: bool = False
    act: str = "trash"
    methods: dict[str, str] = field(default_factory=dict)
    include: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    min_size: int = 0
    max_size: int = 0
    empty: bool = False
    symlinks: bool = False
    recent: list[list[str]] = field(default_factory=list)
    hinted: bool = False

    def as_methods(self) -> Methods:
        return Methods(by_type=MappingProxyType({name: Method(word) for name, word in self.methods.items()}))

    def remember_folders(self) -> None:
        """Put the folders of now before the other sets of folders."""
        if self.folders:
            others = [one for one in self.recent if set(one) != set(self.folders)]
            self.recent = [list(self.folders), *others][:RECENT]

    def as_tolerances(self) -> Tolerances:
        return Tolerances(self.tolerance, MappingProxyType(dict(self.tolerances)), limits())

    def take_tolerances(self, tolerances: Tolerances) -> None:
        self.tolerance = tolerances.default
        self.tolerances = dict(tolerances.by_type)

    def save(self, path: Path | None = None) -> None:
        """Write the file whole or not at all.

        Raises:
            StoreUnavailableError: the folder can't be written.
        """
        path = path or store_folders.settings_file()
        temporary = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
            with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(asdict(self), file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            if temporary:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            raise StoreUnavailableError(f"settings can't be saved: {reason_of(error)}", str(path)) from error


def load(path: Path | None = None) -> tuple[Settings, str]:
    """Settings and, where the file was damaged, a sentence that says so ("" otherwise)."""
    path = path or store_folders.settings_file()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _from_json(data), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"{path}: settings can't be read: {reason_of(error)}"
    except (ValueError, TypeError, KeyError) as error:
        return Settings(), f"{path}: settings are damaged and were not used: {error}"


def _from_json(data: Any) -> Settings:
    if not isinstance(data, dict):
        raise TypeError("not an object")
    default = Settings()
    known = {}
    for entry in fields(Settings):
        if entry.name not in data:
            continue
        value = data[entry.name]
        wanted = type(getattr(default, entry.name))
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted:
            raise TypeError(f"{entry.name} is a {type(value).__name__}")
        known[entry.name] = value
    settings = Settings(**known)
    for texts in (settings.folders, settings.protected, settings.include, settings.exclude, *settings.recent):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise TypeError("a folder or a pattern is not text")
    if settings.min_size < 0 or settings.max_size < 0:
        raise ValueError("a size is less than nothing")
    if ActKind(settings.act) is ActKind.DELETE:
        raise ValueError("deleting for good can't be what happens by default")
    settings.as_methods()
    settings.as_tolerances()  # ValueError where a number lies outside its range
    return settings
