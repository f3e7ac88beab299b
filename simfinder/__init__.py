"""SimFinder: finds files that are the same, nearly the same, or older versions of one another.

folders in → signatures → similar pairs → clusters → a plan → a journal. Each arrow is one package:

``scan`` walks folders and signs files (``signatures``), ``store`` remembers, ``search`` turns
signatures into pairs and clusters, ``actions`` turns marks into a plan, carries it out and takes it
back. ``workers`` runs threads and gives up on drives that stall. ``app`` is what the two front ends,
``cli`` and ``gui``, share. ``model`` holds the values that pass between the rooms and ``errors`` the
exceptions. Imports only point down the layers:
``gui | cli > app > scan | search | actions > store | signatures | workers > model > errors``.

Other programs use ``from simfinder import api``: scan, pairs, plan, apply, undo (``app.find.api``).
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return ``api``, which is loaded when it is first asked for: most starts of the program need nothing of it.

    By name, since every module imports this one; ``__init__.pyi`` tells the types.
    """
    if name != "api":
        raise AttributeError(name)
    from importlib import import_module

    return import_module("simfinder.app.find.api")


def remove_damaged_bytecode(error: BaseException) -> bool:
    """Remove the compiled source on which an import ended, and all of this package, so that Python makes them anew.

    Python writes compiled sources at the first start, and on a full disk only a part of one, which breaks all later
    starts. A full disk is where a program that frees space is started for the first time. Here, since any other module
    may be among the damaged ones.

    Returns:
        Whether the error is about one, and it is gone.
    """
    import contextlib
    import importlib.util
    import os

    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_frame.f_code.co_name != "_compile_bytecode":  # of importlib
        return False
    try:
        os.unlink(place.tb_frame.f_locals["bytecode_path"])
    except (KeyError, OSError):
        return False
    for folder, _, names in os.walk(os.path.dirname(__file__)):
        for name in names:
            if name.endswith(".py"):
                with contextlib.suppress(OSError):
                    os.unlink(importlib.util.cache_from_source(os.path.join(folder, name)))
    return True
