"""Keep rules that a person has saved under a name, and uses as ``@NAME``."""

from __future__ import annotations

import unicodedata

from simfinder.errors import UsageError
from simfinder.store import app_dirs
from simfinder.store.library.keep_rule_rows import SavedRules
from simfinder.store.library.library import Library
from simfinder.text.message import say

SIGN = "@"
_LONGEST = 100

__all__ = ["SIGN", "SavedRules", "remove", "resolve", "save", "saved"]


def saved() -> list[SavedRules]:
    """Return all saved rules, by name."""
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        return library.keep_rules.all()


def save(name: str, rules: str) -> bool:
    """Save rules under a name; folders in them become absolute.

    Returns:
        Whether the name was taken, so that its old rules are replaced.

    Raises:
        UsageError: the name or a rule is malformed.
    """
    from simfinder.actions.rules.keep_rules import KeepRules

    name = _checked(name)
    if rules.startswith(SIGN):
        rules = resolve(rules)
    text = str(KeepRules.parse(rules))
    with Library.open() as library:
        return library.keep_rules.save(name, text)


def remove(name: str) -> None:
    """Remove saved rules.

    Raises:
        UsageError: there is none of that name.
    """
    name = _checked(name)
    if app_dirs.has_library():
        with Library.open() as library:
            if library.keep_rules.remove(name):
                return
    raise UsageError(say("no rules are saved as {}", SIGN + name))


def resolve(text: str) -> str:
    """Return the rules that ``--keep`` asks for: those saved as NAME for ``@NAME``, any other text as it is.

    Raises:
        UsageError: there is no such name, or a rule is malformed.
    """
    from simfinder.actions.rules.keep_rules import KeepRules

    if text.startswith(SIGN):
        name = _checked(text)
        known = {one.name: one.rules for one in saved()}
        if name not in known:
            names = " ".join(SIGN + other for other in known) or "none"
            raise UsageError(say("no rules are saved as {} (saved: {})", SIGN + name, names))
        text = known[name]
    KeepRules.parse(text)
    return text


def _checked(name: str) -> str:
    """Normalise a name given with or without its ``@``.

    Raises:
        UsageError: it is no valid name.
    """
    name = unicodedata.normalize("NFC", name.removeprefix(SIGN).strip())
    if not name:
        raise UsageError(say("saved rules need a name"))
    if len(name) > _LONGEST:
        raise UsageError(say("a name of saved rules has at most {} characters", _LONGEST))
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        raise UsageError(say("a name of saved rules is plain text without control characters"))
    return name
