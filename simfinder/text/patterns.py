"""Regular expressions that are compiled when they are first used.

Names are read with some hundred patterns, which take 40 ms to compile; many runs ask for none of them.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class _Pattern:
    """Stands for a compiled pattern; its methods are that one's own after the first call."""

    def __init__(self, pattern: str | bytes, flags: re.RegexFlag) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled: re.Pattern[Any] = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def late_pattern(text: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """Return the same as ``re.compile``, but compile it when one of its methods is first used."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))
