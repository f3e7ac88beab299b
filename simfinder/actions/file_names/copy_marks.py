"""The patterns that find a mark in a name and take it out: endings, copies, stages, versions.

Each function takes the name in lower case and returns what it found and the name with a blank in its place. Which of
them are worth calling, and what the finds mean together, is decided in ``hints``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from simfinder.actions.file_names import version_words as words
from simfinder.text.patterns import late_pattern

NOT_SPARE, DOUBTFUL, SPARE = 0, 1, 2
DRAFT, PLAIN, NEW, FINAL = -1, 0, 1, 2


def _any_of(parts: Iterable[str]) -> str:
    """Return a pattern for one of these words, the longest that fits.

    Written as a tree of letters: as a plain alternation the words of all languages took three times as long.
    """
    tree: dict[str, list[str]] = {}
    for part in parts:
        if part:
            tree.setdefault(part[0], []).append(part[1:])
    branches = []
    for letter, rests in sorted(tree.items()):
        first = "[ _-]" if letter == " " else re.escape(letter)
        below = _any_of(rests)
        branches.append(first + (f"(?:{below})?" if below and "" in rests else below))
    return f"(?:{'|'.join(branches)})" if len(branches) > 1 else "".join(branches)


# between words "_" counts as a gap, so \b is of no use
_START, _END = r"(?<![^\W_])", r"(?![^\W_])"
_NO_LETTER = r"(?![^\W\d_])"
_TRIM = r"[\s_\-.,+~–—]*"
_SEPARATORS = late_pattern(r"[\s_\-.,;+~–—()\[\]{}【】「」『』〜'’]+")

_TILDE = late_pattern(r"(?:\.~\d+)?~$")
_ENDINGS: dict[str, tuple[int, int, int]] = {  # spare, copies, stage
    **dict.fromkeys(words.BACKUP_ENDINGS, (SPARE, 0, PLAIN)),
    **dict.fromkeys(words.DOUBTFUL_ENDINGS, (DOUBTFUL, 0, PLAIN)),
    **dict.fromkeys(words.NEW_ENDINGS, (NOT_SPARE, 0, NEW)),
    "copy": (NOT_SPARE, 1, PLAIN),
}
# a game's x.save is no backup, x.txt.save is one
_OWN = frozenset(("save", "sav", "tmp", "swp", "rej", "asd", "wbk", "new", "prev", "copy"))
_EXTENSION = late_pattern(r"\d?[a-z][a-z0-9]{0,11}")
_NO_EXTENSION = late_pattern(
    rf"(?:(?:v|r|ver|rev|version)\d+|{_any_of((*words.FINAL_WORDS, *words.DRAFT_WORDS))}\d*)"
)
_KEPT_BY_SYNCTHING = late_pattern(r"~(?=\d{8}-\d{6}$)")

_C = f"(?:{_any_of(words.COPY_WORDS)})"
_COPY_WORD = late_pattern(_C)
_CONFLICT = late_pattern(
    rf"\([^()]*{_START}{_any_of(words.CONFLICT_WORDS)}{_END}[^()]*\)"
    r"|[. _-]sync-conflict-\d{8}-\d{6}(?:-\w{7})?(?!\w)"
)
_BRACKETED = late_pattern(rf"[(\[](\d{{1,3}})[)\]]{_TRIM}$")
_COPIES = (
    late_pattern(rf"\((?:(?:{_any_of(words.ANOTHER_WORDS)}) )?{_C}(?: (\d{{1,3}}))?\){_TRIM}$"),
    late_pattern(rf"\((\d{{1,3}})[^\d()]{{0,4}} ?(?<![^\W\d_]){_C}\){_TRIM}$"),
    late_pattern(rf"(?:^|[\s_\-–—.]){_C}(?:[ _-]?\(?(\d{{1,3}})\)?)?{_TRIM}$"),
    late_pattern(rf"^{_TRIM}{_C}(?: ?\((\d{{1,3}})\))?[ _](?:(?:{_any_of(words.OF)})[ _]|d['’])(?=.)"),
    late_pattern(r"^(?:kopia|копия)(?: ?\((\d{1,3})\))?[ _](?=.)"),
)
_CJK_C = f"(?:{_any_of(words.CJK_COPY)})"
_CJK_COPIES = (
    late_pattern(rf"\([^()\d]{{0,6}}(?:(\d{{1,3}})[^()\d]{{0,6}})?{_CJK_C} ?(\d{{1,3}})?\){_TRIM}$"),
    late_pattern(rf"[\s_\-–—]*{_CJK_C}(?:[ _]?\(?(\d{{1,3}})\)?)?{_TRIM}$"),
    late_pattern(rf"^{_CJK_C}(?: ?\((\d{{1,3}})\))?(?: ?[~〜-] ?| )(?=.)"),
)

_BACKUP = late_pattern(
    rf"{_START}{_any_of(words.BACKUP_WORDS)}{_NO_LETTER}"
    rf"(?:[ _-]?\d{{1,2}}(?!\d)|[ _]{_any_of(words.OF)}(?=[ _]))?"
)
_DOUBTFUL = late_pattern(rf"{_START}(?:{_any_of(words.DOUBTFUL_WORDS)}){_END}")
_ALONE = r"(?<![\u3040-\u9fff])[{}](?![\u3040-\u9fff])"
_CJK_BACKUP = late_pattern(f"{_any_of(words.CJK_BACKUP)}|{_ALONE.format(words.CJK_ALONE_BACKUP)}")
_CJK_DOUBTFUL = late_pattern(_any_of(words.CJK_DOUBTFUL))

_ROUND = r"(?:[ _-]{0,2}(\d{1,2})(?![\d.]))?"
_DRAFT = late_pattern(rf"{_START}(?:{_any_of(words.DRAFT_WORDS)}){_NO_LETTER}{_ROUND}")
_NEW = late_pattern(rf"{_START}(?:{_any_of(words.NEW_WORDS)}){_NO_LETTER}{_ROUND}")
_E, _F = _any_of(words.EMPHASIS_WORDS), _any_of(words.FINAL_WORDS)
_EMPHASIS = late_pattern(rf"{_START}(?:{_E}[ _-]+)+$")
_FINAL = late_pattern(
    rf"{_START}{_F}{_NO_LETTER}(?:[ _-]*(\d{{1,2}})(?![\d.]))?"
    rf"((?:[ _-]+(?:{_E}|{_F}){_END})*)(?:[ _-]+(?:version|versión|versão|versione|versie|fassung){_END})?"
)
_CJK_DRAFT = late_pattern(rf"(?:{_any_of(words.CJK_DRAFT)}){_ROUND}")
_CJK_FINAL = late_pattern(rf"(?:{_any_of(words.CJK_FINAL)}){_ROUND}")
_CJK_NEW = late_pattern(rf"(?:{_any_of(words.CJK_NEW)}|{_ALONE.format(words.CJK_ALONE_NEW)}){_ROUND}")

_CJK_PATTERNS = frozenset((_CJK_BACKUP, _CJK_DOUBTFUL, _CJK_DRAFT, _CJK_FINAL, _CJK_NEW))
_HINT_WORDS = (
    *words.COPY_WORDS, *words.ANOTHER_WORDS, *words.OF, *words.BACKUP_WORDS, *words.DOUBTFUL_WORDS,
    *words.DRAFT_WORDS, *words.FINAL_WORDS, *words.EMPHASIS_WORDS, *words.NEW_WORDS,
)  # fmt: skip
_ONLY_HINTS = late_pattern(
    rf"(?:[\s_\-.,+~–—()\[\]!]+|{_START}{_any_of(_HINT_WORDS)}{_NO_LETTER}|(?<![\d.])\d{{1,3}}(?!\d)"
    rf"|(?<=[\s_\-.])r\d{{1,6}}{_END})*+"
)

_NUMBER = r"(\d{1,6}(?:\.\d{1,6})*)"
_TAIL = rf"[ ._-]?(?:(alpha|beta|rc|pre)[ ._-]?(\d{{0,2}})|([ab])(\d{{1,2}})){_END}"
_BEFORE_RELEASE = late_pattern(_TAIL)
_VERSION = late_pattern(
    # a dot only after an abbreviation: the 1 of version.1.gz is the section of a manual page
    # v3020 is a chip, v2024.1 a version
    rf"{_START}(?!v(?!20\d\d(?!\d))\d{{4}}){_any_of(words.VERSION_WORDS)}(?:[ _-]{{0,2}}|(?<=[vrsрвд])\. ?){_NUMBER}"
    rf"(?:(?![^\W_])(?![._]\d)|(?={_TAIL}))"
)
# inside a name r16 is a model, at its end a revision
_REVISION = late_pattern(rf"(?<=[ _.\-(])r(\d{{1,6}}){_TRIM}\)?{_TRIM}$")
# behind a gap and in three parts, as packages and releases are named; four are an address
_THREE_PART = late_pattern(
    rf"([^\W\d_]*)(?<=[^\W_])[-_](\d{{1,4}}\.\d{{1,4}}\.\d{{1,5}})(?:(?![^\W_])(?!\.\d)|(?={_TAIL}))"
)
_CJK_VERSION = late_pattern(
    rf"第 ?(\d{{1,4}}(?:\.\d{{1,4}})*) ?版|(?:{_any_of(words.CJK_VERSION)})[ _]?(\d{{1,4}}(?:\.\d{{1,4}})*)"
    r"|(?<!\d)(\d{1,2})版"
)


def stem_of(text: str) -> str:
    """Return what is left of a name, as words with single blanks."""
    return _SEPARATORS.sub(" ", text).strip()


def without_extension(text: str) -> str:
    """Return the name without its extension; ``.v2`` and ``.final`` are no extensions."""
    rest, _, extension = text.rpartition(".")
    if not rest.strip(".") or _EXTENSION.fullmatch(extension) is None or _NO_EXTENSION.fullmatch(extension):
        return text
    return rest.removesuffix(".tar")


def take_endings(text: str) -> tuple[int, int, int, str]:
    """Take out backup endings and the extension: spare, copies, stage, and the name."""
    spare, copies, stage = NOT_SPARE, 0, PLAIN
    while True:
        if text.endswith("~") and (found := _TILDE.search(text)) and found.start():
            spare, text = SPARE, text[: found.start()]
            continue
        if (
            len(text) > 2 and text[0] == text[-1] == "#"
        ):  # an autosave of Emacs, which may be newer than the file
            spare, text = max(spare, DOUBTFUL), text[1:-1]
            continue
        rest, _, ending = text.rpartition(".")
        said = _ENDINGS.get(ending.rstrip("0123456789"))
        if said is None or not rest.strip(".#~"):
            break
        if ending in _OWN and without_extension(rest) == rest:
            break
        spare, copies, stage, text = max(spare, said[0]), copies + said[1], stage or said[2], rest
    text = without_extension(text)
    if "~" in text and _KEPT_BY_SYNCTHING.search(text):
        spare = SPARE
    return spare, copies, stage, text


def take_conflict(text: str) -> tuple[int, str]:
    """Take out what Dropbox, Nextcloud and Syncthing add to a file that was changed in two places."""
    found = _CONFLICT.search(text)
    return (0, text) if found is None else (1, _cut(text, found))


def take_copies(text: str, *, worded: bool, cjk: bool) -> tuple[int, str]:
    """Take out every mark of a copy; "copy 3" counts as 4, "(1)" as 2, a bare "copy" as 1."""
    copies, before = 0, ""
    while text != before:
        before = text
        patterns = _COPIES if worded and _COPY_WORD.search(text) else ()
        for pattern in (*patterns, *(_CJK_COPIES if cjk else ()), _BRACKETED):
            if pattern is _BRACKETED and ")" not in text and "]" not in text:
                continue
            if found := pattern.search(text):
                copies += 1 + int(next((number for number in found.groups() if number), 0))
                text = _cut(text, found)
    return copies, text


def take_aside(text: str, *, cjk: bool) -> tuple[int, str]:
    """Take out the words of backups and of old files."""
    for pattern, spare in (
        (_BACKUP, SPARE),
        (_CJK_BACKUP if cjk else None, SPARE),
        (_DOUBTFUL, DOUBTFUL),
        (_CJK_DOUBTFUL if cjk else None, DOUBTFUL),
    ):
        if pattern and (found := _at_an_edge(pattern, text)):
            return spare, _cut(text, found)
    return NOT_SPARE, text


def take_stage(text: str, *, cjk: bool) -> tuple[int, int, str]:
    """Take out the words of drafts, finals and new ones: stage, round, and the name.

    A "final draft" is between a draft and a final, and counts as neither.
    """
    final_round = 0
    if final := _at_an_edge(_FINAL, text):
        emphasis = _EMPHASIS.search(text[: final.start()])
        start = emphasis.start() if emphasis else final.start()
        more = len(re.findall(r"[^\W_]+", text[start : final.start()] + final[2]))
        final_round, text = int(final[1] or 1) + more, text[:start] + " " + text[final.end() :]
    elif cjk and (final := _CJK_FINAL.search(text)):
        final_round, text = int(final[1] or 1), _cut(text, final)
    for stage, pattern in ((DRAFT, _DRAFT), (DRAFT, _CJK_DRAFT), (NEW, _NEW), (NEW, _CJK_NEW)):
        if pattern in _CJK_PATTERNS and not cjk:
            continue
        if found := _at_an_edge(pattern, text):
            text, round_ = _cut(text, found), int(found[1] or 1)
            while stage == NEW and (again := _at_an_edge(pattern, text)):  # "new new" comes after "new"
                text, round_ = _cut(text, again), round_ + int(again[1] or 1)
            if final is None:
                return stage, round_, text
            return (PLAIN, 0, text) if stage == DRAFT else (FINAL, final_round, text)
    return (PLAIN, 0, text) if final is None else (FINAL, final_round, text)


def _at_an_edge(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Find a word with nothing but hints before it or behind it: tcp_backup_key is the key of a backup.

    Words without gaps between them (Japanese, Chinese) may be anywhere.
    """
    for found in pattern.finditer(text):
        if (
            pattern in _CJK_PATTERNS
            or _ONLY_HINTS.fullmatch(text, found.end())
            or _ONLY_HINTS.fullmatch(text, 0, found.start())
        ):
            return found
    return None


def take_version(text: str, *, worded: bool, cjk: bool) -> tuple[tuple[int, ...], int | None, str]:
    """Take out a version: its numbers, which draft of it ("beta 3", None for the version itself), and the name."""
    found = _VERSION.search(text) if worded else None
    number = found[1] if found else ""
    if found is None and cjk and (found := _CJK_VERSION.search(text)):
        number = next(group for group in found.groups() if group)
    start = found.start() if found else 0
    if found is None and text.count(".") > 1 and (found := _THREE_PART.search(text)):
        if found[1] in words.COUNTED:
            return (), None, text
        number, start = found[2], found.end(1)
    if found is None:
        return (), None, text
    parts = [int(part) for part in number.split(".")]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    early, end = None, found.end()
    if tail := _BEFORE_RELEASE.match(text, end):
        early = words.BEFORE_RELEASE[tail[1] or tail[3]] + int(tail[2] or tail[4] or 0)
        end = tail.end()
    return tuple(parts), early, text[:start] + " " + text[end:]


def take_revision(text: str) -> tuple[tuple[int, ...], str]:
    """Take out an ``r12`` at the end."""
    found = _REVISION.search(text)
    return ((), text) if found is None else ((int(found[1]),), _cut(text, found))


def _cut(text: str, found: re.Match[str]) -> str:
    return text[: found.start()] + " " + text[found.end() :]
