"""The one loader of data files: icons and whatever else lies in ``resources/``.

An installed package and an editable install map that folder to ``simfinder.resources``, a frozen
program carries it as such; a source tree that nobody installed has it beside the package. Gives names
inside that folder a file to read; must not know what the files mean.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

_PACKAGE = "simfinder.resources"


def find(name: str) -> Traversable:
    """The data file ``name``, a path below ``resources/`` with ``/`` between its parts.

    Raises:
        FileNotFoundError: there is no such file.
    """
    file = _folder().joinpath(*name.split("/"))
    if not file.is_file():
        raise FileNotFoundError(f"no data file {name} in {_PACKAGE}")
    return file


def read_bytes(name: str) -> bytes:
    """Content of a data file."""
    return find(name).read_bytes()


def as_path(name: str) -> AbstractContextManager[Path]:
    """A data file as a path, for what can only open paths; valid inside the ``with`` block."""
    return resources.as_file(find(name))


def _folder() -> Traversable:
    try:
        return resources.files(_PACKAGE)
    except ModuleNotFoundError:
        return Path(str(resources.files("simfinder"))).parent / "resources"
