"""What an import costs in the window: nothing on top. Owns one switch of PySide's, and decides nothing else.

PySide looks at every module that anybody imports from then on, numpy's and numba's too, and reads and splits its source
only to see whether its own name is in it: 0.1 to 0.2 s of a start, all under Python's lock, and the sources stay in
memory. What it finds tells it for whom names may be written in another way, which nobody asks for here.
"""

from __future__ import annotations

import contextlib
from types import ModuleType

LOOK = "_mod_uses_pyside"


def spare() -> None:
    """From now on the name of a module is enough. Where PySide does it in another way nothing is changed."""
    with contextlib.suppress(ImportError):
        import PySide6.QtCore  # noqa: F401 - brings the other one along
        from shibokensupport import feature  # type: ignore[import-not-found]

        if callable(getattr(feature, LOOK, None)):
            setattr(feature, LOOK, uses_qt)


def uses_qt(module: ModuleType) -> bool:
    """Whether a module may name PySide."""
    name = getattr(module, "__name__", "")
    return name.partition(".")[0] in ("PySide6", "tests", "__main__") or name.startswith("simfinder.gui")
