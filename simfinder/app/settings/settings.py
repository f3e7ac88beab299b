"""A person's settings, remembered between starts in a JSON file in the settings folder."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import tempfile
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, to_builtins

from simfinder.app.settings.scan_rules import RuleTexts
from simfinder.app.settings.type_limits import limits
from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.model.file_families import Family
from simfinder.model.removal_plan import ActKind
from simfinder.model.scan_options import FolderRules, Method, Methods, ScanOptions
from simfinder.model.tolerances import BUILT_IN, Tolerances
from simfinder.store import app_dirs as store_folders
from simfinder.store import regular_file
from simfinder.store.json_values import Whole, convert
from simfinder.text.message import say

RECENT = 8
"""Number of folder sets remembered."""
_LARGEST = 1 << 24  # bytes of a settings file


class Settings(Struct):
    """Remembered settings.

    Attributes:
        folders: folders of the last session, as shown.
        protected: protected folders, among them or not.
        tolerance: of "All types".
        tolerances: own values per type.
        family_tolerances: own values of families of types.
        families: list types by family.
        keep: keep rule, as on the command line.
        target: last folder of "Move to folder".
        geometry: window geometry, as hex text.
        state: splitter and column state by name, hex text.
        hidden: scan hidden files too.
        no_development: leave out development folders, caches and build results.
        no_media: compare pictures, recordings and films by their bytes only.
        autosave: keep the results of every scan automatically.
        watch: follow changes in the folders after a scan.
        watch_many: also where there are so many files that each update takes long.
        act: what the removal button and the Delete key do.
        methods: own methods of single types.
        include: patterns; if there are any, a file must match one of them.
        exclude: patterns of files to leave out.
        min_size, max_size: bytes; 0 means no bound.
        types, not_types, since, before: as in ``scan_rules.RuleTexts``.
        folder_rules: rules of single folders, by path.
        empty: scan empty files too.
        symlinks: follow symbolic links.
        recent: sets of folders of earlier sessions, the latest first.
        thumbnails: show pictures of files next to their names large.
        comfortable: rows of files have a second line, with the folder.
        notify: show a notification when long work has ended.
        hinted: the hints of the first run were dismissed.
        language: of the window, as a code; "" follows the system.
        look: "light" or "dark"; "" follows the system.
    """

    folders: list[str] = []
    protected: list[str] = []
    tolerance: float = BUILT_IN
    tolerances: dict[str, float] = {}
    family_tolerances: dict[str, float] = {}
    families: bool = False
    keep: str = "newest"
    target: str = ""
    geometry: str = ""
    state: dict[str, str] = {}
    hidden: bool = False
    autosave: bool = True
    watch: bool = False
    watch_many: bool = False
    act: str = "trash"
    methods: dict[str, str] = {}
    include: list[str] = []
    exclude: list[str] = []
    min_size: Whole = 0
    max_size: Whole = 0
    empty: bool = False
    symlinks: bool = False
    recent: list[list[str]] = []
    thumbnails: bool = False
    comfortable: bool = False
    hinted: bool = False
    notify: bool = True
    language: str = ""
    look: str = ""
    types: list[str] = []
    not_types: list[str] = []
    since: str = ""
    before: str = ""
    folder_rules: dict[str, RuleTexts] = {}
    no_development: bool = False
    no_media: bool = False

    def rules(self, folder: str = "") -> RuleTexts:
        """Return a copy of the rules of a folder, or of the whole scan."""
        if folder:
            return copy.deepcopy(self.folder_rules.get(folder, RuleTexts()))
        return RuleTexts(*(copy.copy(getattr(self, name)) for name in RuleTexts.__struct_fields__))

    def set_rules(self, rules: RuleTexts, folder: str = "") -> None:
        """Remember the rules of a folder, or of the whole scan."""
        if not folder:
            for name in RuleTexts.__struct_fields__:
                setattr(self, name, copy.copy(getattr(rules, name)))
            return
        self.folder_rules = {name: its for name, its in self.folder_rules.items() if name != folder}
        if rules:
            self.folder_rules[folder] = copy.deepcopy(rules)

    def scan_options(self) -> ScanOptions:
        """Return the options of a scan.

        Raises:
            ValueError: a rule is malformed; none that was loaded or set through this class is.
        """
        whole = self.rules().for_folder("")
        return ScanOptions(
            roots=tuple(self.folders),
            protected=tuple(self.protected),
            hidden=self.hidden,
            no_development=self.no_development,
            no_media=self.no_media,
            include=whole.include,
            exclude=whole.exclude,
            min_size=whole.min_size,
            max_size=whole.max_size,
            empty=self.empty,
            follow=self.symlinks,
            types=whole.types,
            not_types=whole.not_types,
            since=whole.since,
            before=whole.before,
            folder_rules=tuple(
                rules.for_folder(folder)
                for folder, rules in sorted(self.folder_rules.items())
                if rules and folder in self.folders
            ),
        )

    def set_scan_options(self, options: ScanOptions) -> None:
        """Remember the options of a scan, except its protected folders."""
        self.folders = list(options.roots)
        self.hidden, self.empty, self.symlinks = options.hidden, options.empty, options.follow
        self.no_development = options.no_development
        self.no_media = options.no_media
        whole = {name: getattr(options, name) for name in RuleTexts.__struct_fields__}
        before = self.rules()
        if before.for_folder("") != FolderRules("", **whole):  # ages stay ages
            self.set_rules(RuleTexts.of(FolderRules("", **whole)))
        for rules in options.folder_rules:
            if self.rules(rules.folder).for_folder(rules.folder) != rules:
                self.set_rules(RuleTexts.of(rules), rules.folder)
        ruled = {rules.folder for rules in options.folder_rules}
        for folder in set(self.folder_rules) & set(self.folders) - ruled:
            self.set_rules(RuleTexts(), folder)

    def as_methods(self) -> Methods:
        """Return the methods of types; the automatic one for those whose extension is not installed now."""
        known = {name: Method(word) for name, word in self.methods.items() if word in set(Method)}
        return Methods(by_type=MappingProxyType(known))

    def remember_folders(self) -> None:
        """Put the current folders at the head of the recent sets."""
        if self.folders:
            others = [one for one in self.recent if set(one) != set(self.folders)]
            self.recent = [list(self.folders), *others][:RECENT]

    def as_tolerances(self) -> Tolerances:
        return Tolerances(
            self.tolerance,
            MappingProxyType(dict(self.tolerances)),
            limits(),
            MappingProxyType({Family(name): value for name, value in self.family_tolerances.items()}),
        )

    def set_tolerances(self, tolerances: Tolerances) -> None:
        self.tolerance = tolerances.default
        self.tolerances = dict(tolerances.by_type)
        self.family_tolerances = {str(name): value for name, value in tolerances.by_family.items()}

    def check(self) -> None:
        """Check what the types of the fields do not say.

        Raises:
            ValueError: a field is malformed.
        """
        for rules in (self.rules(), *self.folder_rules.values()):
            rules.for_folder("")
        if ActKind(self.act) is ActKind.DELETE:
            raise ValueError("deleting for good can't be what happens by default")
        self.as_methods()
        self.as_tolerances()

    def save(self, path: Path | None = None) -> None:
        """Write the file, whole or not at all.

        Raises:
            StoreUnavailableError: the folder can't be written.
        """
        path = path or store_folders.settings_file()
        temporary = ""
        try:
            os.makedirs(path.parent, mode=0o700, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
            with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
                json.dump(to_builtins(self), file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            if temporary:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            raise StoreUnavailableError(
                say("settings can't be saved: {}", reason_of(error)), str(path)
            ) from error


def load(path: Path | None = None) -> tuple[Settings, str]:
    """Load the settings; also return a sentence where the file was damaged ("" otherwise)."""
    path = path or store_folders.settings_file()
    try:
        store_folders.refuse_strangers(path.parent, path)
        settings = convert(json.loads(regular_file.content(path, _LARGEST).decode()), Settings)
        settings.check()
        return settings, ""
    except FileNotFoundError:
        return Settings(), ""
    except StoreUnavailableError as error:
        return Settings(), say("{}: settings were not used: {}", error.path, error.message)
    except OSError as error:
        return Settings(), say("{}: settings can't be read: {}", path, reason_of(error))
    except (ValueError, RecursionError) as error:
        return Settings(), say("{}: settings are damaged and were not used: {}", path, error)
