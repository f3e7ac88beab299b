"""Where SimFinder's own files lie: cache (disposable), data (precious), settings, log. By platformdirs."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_NAME = "simfinder"


def cache_folder() -> Path:
    """Disposable: the signature cache."""
    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def data_folder() -> Path:
    """Precious: the library with the journal of acts."""
    return Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def config_folder() -> Path:
    """Settings."""
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def log_folder() -> Path:
    """What went wrong, for bug reports."""
    return Path(platformdirs.user_log_dir(_NAME, appauthor=False))


def log_file() -> Path:
    """The log that is being written; older ones have a number behind their name."""
    return log_folder() / "simfinder.log"


def cache_file() -> Path:
    """The signature cache."""
    return cache_folder() / "cache.sqlite3"


def library_file() -> Path:
    """The library: journal and all that is precious."""
    return data_folder() / "library.sqlite3"


def has_library() -> bool:
    """False where nothing was ever kept in a library: a mere look must not make one.

    True too where that can't be told; whoever opens it then says what is wrong.
    """
    try:
        library_file().lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def settings_file() -> Path:
    """What the program remembers of a person's wishes."""
    return config_folder() / "settings.json"


def own_folders() -> tuple[str, ...]:
    """Absolute paths a walk never enters."""
    return tuple(os.path.abspath(p) for p in (cache_folder(), data_folder(), config_folder(), log_folder()))
