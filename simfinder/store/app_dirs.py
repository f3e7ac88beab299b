"""Folders of SimFinder's own files: cache (disposable), data (precious), settings, log. From platformdirs."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.store.private_folder import stranger
from simfinder.text.message import say

_NAME = "simfinder"


def cache_folder() -> Path:
    """Return the folder of the signature cache, which is disposable."""
    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def data_folder() -> Path:
    """Return the folder of the library with the journal of acts, which is precious."""
    return Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def config_folder() -> Path:
    """Return the folder of the settings."""
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def log_folder() -> Path:
    """Return the folder of the logs, for bug reports."""
    return Path(platformdirs.user_log_dir(_NAME, appauthor=False))


def desktop_folder() -> str:
    """Return the person's data folder as their desktop knows it, with the Trash and the menu; it need not exist.

    In a Flatpak ``XDG_DATA_HOME`` is a folder of that Flatpak, whose Trash no desktop shows (flatpak-run(1)).
    """
    variable = "HOST_XDG_DATA_HOME" if "FLATPAK_ID" in os.environ else "XDG_DATA_HOME"
    asked = os.environ.get(variable, "")
    return asked if os.path.isabs(asked) else os.path.join(os.path.expanduser("~"), ".local", "share")


def log_file() -> Path:
    """Return the log being written; older ones have a number after their name."""
    return log_folder() / "simfinder.log"


def cache_file() -> Path:
    """Return the file of the signature cache."""
    return cache_folder() / "cache.sqlite3"


def library_file() -> Path:
    """Return the file of the library: the journal and all else that is precious."""
    return data_folder() / "library.sqlite3"


def seal_key() -> Path:
    """Return the file of the key that sessions and plans are sealed with."""
    return data_folder() / "seal.key"


def has_library() -> bool:
    """Return False where there is no library yet: a mere look must not make one.

    True too where that can't be told; opening the library then raises the error.
    """
    try:
        library_file().lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def settings_file() -> Path:
    """Return the file of the settings."""
    return config_folder() / "settings.json"


def refuse_strangers(*paths: str | os.PathLike[str]) -> None:
    """Refuse files and folders of ours that other users of the machine could have written.

    Raises:
        StoreUnavailableError: one of them is such, or can't be looked at.
    """
    for path in paths:
        try:
            reason = stranger(path)
        except OSError as error:
            reason = say("can't be looked at: {}", reason_of(error))
        if reason:
            raise StoreUnavailableError(reason, os.fspath(path))


def own_folders() -> tuple[str, ...]:
    """Return the absolute paths that a walk never enters."""
    return tuple(os.path.abspath(p) for p in (cache_folder(), data_folder(), config_folder(), log_folder()))
