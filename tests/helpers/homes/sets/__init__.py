"""The sets, a module for each family: texts, tables, talks and pictures, sources, chains of versions.

``load`` imports them all, which fills ``builder.KINDS``. Those in ``held_back`` use the same helpers with other
languages, layouts and names, and are not looked at while rules are tuned.
"""

from importlib import import_module

_MODULES = (
    *("correspondence", "tables", "slides_and_pictures", "sources", "projects", "versions", "web_and_mail"),
    "held_back",
)


def load() -> None:
    """Register every set."""
    for name in _MODULES:
        import_module(f"{__name__}.{name}")
