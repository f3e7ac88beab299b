"""Check whether everything SimFinder needs works on this machine; repairs nothing."""

from __future__ import annotations

import contextlib
import gzip
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from simfinder import __version__
from simfinder.actions.filesystem import freedesktop_trash
from simfinder.app.removal import removal
from simfinder.app.runtime import logs, warmup
from simfinder.errors import SimFinderError, StoreCorruptError, ViewError, reason_of
from simfinder.model import extension_points
from simfinder.model.extension_points import Extension
from simfinder.model.progress import Control
from simfinder.model.system import LINUX, described
from simfinder.scan.extract import formats
from simfinder.scan.extract.formats import HEAD, recognise
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.media import decoders
from simfinder.store import app_dirs
from simfinder.store.cache import maintenance, queries
from simfinder.store.cache.cache import Cache
from simfinder.text.number_formats import count_text, counted, size_text
from simfinder.workers.sandbox import self_report
from simfinder.workers.sandbox.client import Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Confinement, Limits
from simfinder.workers.sandbox.protocol import Request
from simfinder.workers.stall_timeout import StalledError

_PEERS = ("ssdeep", "simhash", "tlsh", "jdupes", "rdfind")
_MISSED = {
    "av": "recordings and films", "pillow_heif": "HEIC pictures", "rawpy": "raw pictures of cameras",
}  # fmt: skip
_LINKS_NAMED = 20  # of those that lead nowhere
_LIBRARIES = (
    "PySide6_Essentials",
    "numba",
    "numpy",
    "xxhash",
    "platformdirs",
    "pathspec",
    "filelock",
    "rich",
    "py7zr",
    "pypdfium2",
    "PyYAML",
    "selectolax",
    "watchdog",
    "charset_normalizer",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a diagnosis.

    Attributes:
        name: what was checked.
        text: what was found.
        ok: False if something that SimFinder needs does not work.
    """

    name: str
    text: str
    ok: bool = True


def diagnose(places: Sequence[str] = ()) -> list[Check]:
    """Run all checks, in the order they are shown.

    Args:
        places: folders on whose drives the Trash is checked, besides the home folder's.
    """
    return [
        Check("SimFinder", __version__),
        Check("Python", f"{platform.python_version()} on {described()}"),
        *(_library(name) for name in _LIBRARIES),
        *(_library(name, needed=False) for name in decoders.OPTIONAL),
        _tried("cache folder", partial(_own, app_dirs.cache_folder())),
        _tried("data folder", partial(_own, app_dirs.data_folder())),
        _tried("settings", partial(_own, app_dirs.config_folder(), app_dirs.settings_file())),
        Check("log", f"{app_dirs.log_file()} (more of it with {logs.LEVEL}=debug)"),
        _tried("log folder", _log),
        _tried("cache", _cache),
        _tried("journal", _journal),
        *_links(),
        _tried("Trash", _trash),
        *(_tried(f"Trash for {place}", partial(_trash, place)) for place in places),
        _tried("kernels", _kernels),
        _tried("archives", _views),
        _parsers(),
        Check("watching", _watches()),
        Check("screen", _screen()),
        *_extensions(),
        *(_peer(name) for name in _PEERS),
    ]


def _tried(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, look())
    except (SimFinderError, OSError) as error:
        said = f"{error.filename}: {reason_of(error)}" if isinstance(error, OSError) else str(error)
        return Check(name, said, ok=False)


def _own(*places: Path) -> str:
    """Return the last of some places of ours, none of which others may be able to write."""
    app_dirs.refuse_strangers(*places)
    return str(places[-1])


def _library(name: str, *, needed: bool = True) -> Check:
    try:
        return Check(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        # a frozen program carries the library without its metadata
        found = importlib.util.find_spec(name.split("_", maxsplit=1)[0] if needed else name) is not None
        missing = (
            "not installed" if needed else f"not installed ({_MISSED[name]} are compared by their bytes)"
        )
        return Check(name, "version unknown" if found else missing, ok=found or not needed)


def _cache() -> str:
    if not app_dirs.cache_file().exists():
        return "none yet"
    cache = Cache.open()
    try:
        info = cache.info()
        warnings = cache.take_warnings()
        damage = cache.work(lambda db: str(db.query("PRAGMA integrity_check(1)")[0][0]), "ok")
        tidied = cache.work(maintenance.last_tidied, None)
    finally:
        cache.close()
    if damage != "ok":
        raise StoreCorruptError(f"damaged ({damage}); 'simfinder cache clear' begins it anew", info.path)
    if warnings:
        raise StoreCorruptError(warnings[0].reason, info.path)
    ago = None if tidied is None else max(0, queries.today() - tidied)
    tidy = (
        "never tidied"
        if ago is None
        else "tidied today"
        if not ago
        else f"tidied {counted(ago, 'day', 'days')} ago"
    )
    files = counted(info.files, "file", "files")
    counts = f"{files}, {counted(info.contents, 'content', 'contents')}, {size_text(info.bytes)}"
    return f"works and is whole: {counts}, {tidy}"


def _log() -> str:
    """Check whether the log could be written, without creating anything."""
    place = app_dirs.log_folder()
    app_dirs.refuse_strangers(place, app_dirs.log_file())
    while not place.exists() and place != place.parent:
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        raise PermissionError(13, "can't be written", str(place))
    return "can be written"


def _watches() -> str:
    """Say how many folders the system lets us watch."""
    if not LINUX:
        return "by the system's own means"
    limits = []
    for name in ("max_user_watches", "max_user_instances"):
        try:
            with open(f"/proc/sys/fs/inotify/{name}", encoding="ascii") as file:
                limits.append(count_text(int(file.read())))
        except (OSError, ValueError):
            return "the system does not tell how many folders can be watched"
    return f"inotify: {limits[0]} folders, {limits[1]} watchers for each person"


def _screen() -> str:
    """Say which display the window would use."""
    names = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY", "QT_SCALE_FACTOR", "XDG_CURRENT_DESKTOP")
    settings = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
    if not LINUX:
        return " ".join(settings) or "the system's own"
    return " ".join(settings) or "none: the window can't be shown, the command line works"


def _journal() -> str:
    if not app_dirs.has_library():
        return "none yet"
    return f"works: {counted(len(removal.batches()), 'batch', 'batches')}"


def _links() -> list[Check]:
    """Look for links of ours that lead nowhere; a line for each, up to a number."""
    try:
        good, nowhere = removal.dangling_links() if app_dirs.has_library() else (0, [])
    except (SimFinderError, OSError, StalledError) as error:
        return [Check("links", str(error), ok=False)]
    found = [Check("link", text, ok=False) for text in nowhere[:_LINKS_NAMED]]
    if len(nowhere) > _LINKS_NAMED:
        rest = counted(len(nowhere) - _LINKS_NAMED, "other link leads", "other links lead")
        found.append(Check("links", f"{rest} nowhere too", ok=False))
    if good or not found:
        links = counted(good, "link made by SimFinder leads", "links made by SimFinder lead")
        found.append(Check("links", f"{links} to their files" if good else "none made by SimFinder"))
    return found


def _trash(place: str = "~") -> str:
    freedesktop_trash.trash_works(place)
    return "works"


def _kernels() -> str:
    if not warmup.kernels_ready():
        return "not compiled yet; the first scan does it once and takes a few seconds longer"
    warmup.load()
    return "compiled and ready"


def _views() -> str:
    """Look into a small archive with the same process as a scan."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(ViewReader(Control())) as reader:
        path = os.path.join(folder, "archive.gz")
        with gzip.open(path, "wb") as archive:
            archive.write(b"content")
        held: list[bytes] = []
        with open(path, "rb") as file:
            code = recognise(file.read(HEAD))
        reader.read(path, code, lambda data: held.append(bytes(data)))
    if b"".join(held) != b"content":
        raise ViewError("a small archive does not give back what was put in")
    return "are looked into"


def _parsers() -> Check:
    """Say what holds a parser that a file has taken over, as a process of its own finds it."""
    try:
        with Sandbox(self_report.__name__, Limits(1 << 30, 20, 1, 100)) as sandbox:
            held = sandbox.ask(Request(b""), self_report.unpack, Control())
    except SandboxError as error:
        return Check("parsers", error.reason or f"can't be run apart ({error.failure.name})", ok=False)
    return Check("parsers", _confined_by(held))


def _confined_by(held: Confinement) -> str:
    measures = [
        *(["seccomp"] if held.seccomp else []),
        *([f"Landlock {held.landlock}"] if held.landlock else []),
        *(["limits"] if held.limits else []),
    ]
    text = f"confined by: {', '.join(measures) or 'checks of Python alone'}"
    if not held.seccomp:
        text += "; no seccomp here: native code could start programs and use the network"
    if not held.landlock:
        text += "; no Landlock here: native code could read other files"
    return text


def _extensions() -> list[Check]:
    """Load what other packages bring; a line for each, and one where there is none."""
    from simfinder.actions.rules import keep_rules
    from simfinder.search.candidates import registry
    from simfinder.signatures.methods import registry as methods

    found = extension_points.installed()
    for point in (methods.POINT, registry.POINT, formats.VIEWS, keep_rules.POINT):
        point.extensions()
    for extension in extension_points.of_group(extension_points.REPORTS):
        extension_points.load(extension, object)  # that it is a form is checked by who writes reports
    failed = extension_points.failures()
    return [
        *(_extension(one, failed.get(one)) for one in dict.fromkeys((*found, *failed))),
        *([] if found or failed else [Check("extensions", "none installed")]),
    ]


def _extension(extension: Extension, failure: str | None) -> Check:
    what = f"{extension.name} in {extension.group}, of {extension.package}"
    return Check("extension", f"{what}: {failure}" if failure else what, ok=not failure)


def _peer(name: str) -> Check:
    path = shutil.which(name)
    return Check(name, path or "not installed (only needed to compare with)")
