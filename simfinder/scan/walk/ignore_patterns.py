"""Include and exclude patterns as in .gitignore, compiled so that no file name makes them slow.

``pathspec`` knows what a pattern means and gives a regular expression for it. With several stars that expression takes
years for some names (``*a*a*a*a*b`` and a long row of ``a``), so its parts are rewritten as atomic groups: the text
between two stars is matched at its first occurrence and never searched again. Names may contain line ends. This module
only rewrites; a test compares both forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

_STAR, _SLASH = "[^/]*", "/"
_LEADING, _INNER = "(?:.+/)?", "(?:/.+)?"  # for **/ at the beginning and in the middle
_EARLY = {_LEADING: "(?:.+?/)??", _INNER: "(?:/.+?)??"}
_ENDS = ("(?:(?P<ps_d>/)|$)", "(?P<ps_d>/)")
_TOKEN = re.compile(
    "|".join(map(re.escape, (_LEADING, _INNER, *_ENDS, _STAR, "[^/]+", "[^/]")))
    + r"|\[(?P<turned>\^?)(?P<inside>\]?[^\]]*)\]|\\.|.",
    re.DOTALL,
)


def compiled(lines: Iterable[str]) -> GitIgnoreSpec:
    """Compile patterns; a later one overrides an earlier one.

    Raises:
        ValueError: a pattern is malformed.
    """
    return GitIgnoreSpec.from_lines(lines, _Pattern, backend="simple")  # others lack atomic groups


class _Pattern(GitIgnoreSpecPattern):
    __slots__ = ()

    @classmethod
    def pattern_to_regex(cls, pattern: str) -> tuple[str | None, bool | None]:  # type: ignore[override]
        expression, include = super().pattern_to_regex(pattern)
        return (None if expression is None else quick(expression)), include


def quick(expression: str) -> str:
    """Rewrite a pattern's regular expression so that matching takes time linear in the name.

    Raises:
        ValueError: a range in brackets runs backwards.
    """
    tokens = [_token(found) for found in _TOKEN.finditer(expression)]
    stretches = list(_stretches(tokens))
    last = max((place for place, (head, _) in enumerate(stretches) if head), default=-1)
    parts = []
    for place, (head, body) in enumerate(stretches):
        inside = "".join(_components(body))
        early = _EARLY.get(head, "") if place < last else ""
        # match up to the next ** as early as possible; the last ** still takes the last possible place
        parts.append(f"(?>{early}{inside}(?=/))" if early else head + inside)
    return "(?s)" + "".join(parts).replace("|$)", r"|\Z)")


def _token(found: re.Match[str]) -> str:
    """Return one token of an expression; brackets are rewritten, because a person wrote what is in them."""
    inside = found["inside"]
    if inside is None or found.group() in (_STAR, "[^/]+", "[^/]"):
        return found.group()
    signs = re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL)
    items, at = ["/"] if found["turned"] else [], 0  # brackets never match a slash
    beyond = "" if found["turned"] else "(?!/)"
    while at < len(signs):
        if at + 2 < len(signs) and signs[at + 1] == "-":
            if signs[at] > signs[at + 2]:
                raise ValueError(f"the range {signs[at]}-{signs[at + 2]} runs backwards")
            items.append(f"{re.escape(signs[at])}-{re.escape(signs[at + 2])}")
            at += 3
        else:
            items.append(re.escape(signs[at]))
            at += 1
    return f"{beyond}[{found['turned']}{''.join(items)}]"


def _stretches(tokens: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Split tokens at each ``**``: yield (the ``**``, tokens after it), beginning with the tokens before the first."""
    head, body = "", list[str]()
    for token in tokens:
        if token in _EARLY:
            yield head, body
            head, body = token, []
        else:
            body.append(token)
    yield head, body


def _components(tokens: Sequence[str]) -> Iterator[str]:
    """Yield the same tokens with each path component grouped."""
    name: list[str] = []
    for token in tokens:
        if token in (_SLASH, "^", *_ENDS):
            yield _grouped(name)
            yield token
            name = []
        else:
            name.append(token)
    yield _grouped(name)


def _grouped(name: Sequence[str]) -> str:
    """Group one path component: the text between two stars matches at its first occurrence."""
    pieces: list[list[str]] = [[]]
    for token in name:
        if token == _STAR:
            pieces.append([])
        else:
            pieces[-1].append(token)
    first, *others = ("".join(piece) for piece in pieces)
    if not others:
        return first
    early = "".join(f"(?>{_STAR}?{piece})" for piece in others[:-1] if piece)
    return f"{first}{early}{_STAR}{others[-1]}"
