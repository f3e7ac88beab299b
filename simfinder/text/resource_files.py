"""Find and read data files: icons and whatever else is in ``resources/``.

An installed package, an editable install and a frozen program have that folder as ``simfinder.resources``; a source
tree that was not installed has it beside the package.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

_PACKAGE = "simfinder.resources"


def find(name: str) -> Traversable:
    """Find the data file ``name``, a path below ``resources/`` with ``/`` between its parts.

    Raises:
        FileNotFoundError: there is no such file.
    """
    file = _folder().joinpath(*name.split("/"))
    if not file.is_file():
        raise FileNotFoundError(f"no data file {name} in {_PACKAGE}")
    return file


def read_bytes(name: str) -> bytes:
    """Read a data file."""
    return find(name).read_bytes()


def _folder() -> Traversable:
    try:
        return resources.files(_PACKAGE)
    except ModuleNotFoundError:
        return Path(str(resources.files("simfinder"))).parent / "resources"
