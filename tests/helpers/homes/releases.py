"""Published packages in several versions, fetched by pip and npm and unpacked side by side as ``name-version/``.

A lineage is a path within a package, versions in it taken out; renamed files are lineages of their own, and so are the
variants of one module (ES module, CommonJS, minified), which are related. A file that was written anew, with less than
half of its words in common, begins another lineage; how much of its text is still there in the newest version, in the
same order, is said of every other. A third of the packages keeps the times of
its archives, a third has one time for all files, a third the times of unpacking the versions in any order.
"""

from __future__ import annotations

import difflib
import itertools
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from .builder import START, Corpus
from .truth import Row

OPEN = {
    "pypi": {
        "attrs": ("21.4.0", "22.2.0", "23.1.0"),
        "click": ("8.0.4", "8.1.3", "8.1.7"),
        "colorama": ("0.4.4", "0.4.6"),
        "idna": ("3.3", "3.4", "3.6"),
        "itsdangerous": ("2.0.1", "2.1.2"),
        "jinja2": ("3.0.3", "3.1.2", "3.1.4"),
        "markdown": ("3.3.7", "3.4.4", "3.5.2"),
        "more-itertools": ("8.14.0", "9.1.0", "10.1.0"),
        "packaging": ("21.3", "22.0", "23.2"),
        "pyparsing": ("3.0.7", "3.0.9", "3.1.1"),
        "requests": ("2.27.1", "2.28.2", "2.31.0"),
        "tabulate": ("0.8.10", "0.9.0"),
        "tomli": ("1.2.3", "2.0.1"),
        "typing-extensions": ("4.3.0", "4.5.0", "4.8.0"),
        "urllib3": ("1.26.5", "1.26.15", "1.26.18"),
    },
    "npm": {
        "commander": ("8.3.0", "9.5.0", "11.1.0"),
        "debug": ("4.3.1", "4.3.4"),
        "minimatch": ("5.1.0", "5.1.6"),
        "ms": ("2.1.2", "2.1.3"),
        "nanoid": ("3.3.4", "3.3.6"),
        "qs": ("6.10.3", "6.11.2"),
        "semver": ("7.3.5", "7.5.4"),
        "uuid": ("8.3.2", "9.0.0"),
        "yargs-parser": ("20.2.9", "21.1.1"),
    },
}
"""Packages rules may be tuned on, with versions, oldest first."""

HELD_BACK = {
    "pypi": {
        "bleach": ("5.0.1", "6.0.0"),
        "cachetools": ("5.2.1", "5.3.1"),
        "chardet": ("4.0.0", "5.2.0"),
        "filelock": ("3.9.0", "3.12.4"),
        "flask": ("2.2.5", "2.3.3"),
        "humanize": ("4.4.0", "4.8.0"),
        "iniconfig": ("1.1.1", "2.0.0"),
        "pathspec": ("0.10.3", "0.11.2"),
        "platformdirs": ("2.6.2", "3.10.0"),
        "pluggy": ("1.0.0", "1.2.0", "1.3.0"),
        "sqlparse": ("0.4.3", "0.4.4"),
        "toolz": ("0.11.2", "0.12.0"),
        "werkzeug": ("2.2.3", "2.3.8"),
    },
    "npm": {
        "acorn": ("8.7.0", "8.10.0"),
        "chalk": ("4.1.1", "4.1.2"),
        "cookie": ("0.5.0", "0.6.0"),
        "express": ("4.17.3", "4.18.2"),
        "fast-glob": ("3.2.11", "3.3.1"),
        "ini": ("3.0.1", "4.1.1"),
        "mime-types": ("2.1.34", "2.1.35"),
        "picomatch": ("2.2.3", "2.3.1"),
        "ws": ("8.11.0", "8.14.2"),
    },
}
"""Packages that were looked at, but are not tuned on."""

FRESH = {
    "pypi": {
        "beautifulsoup4": ("4.11.1", "4.12.2"),
        "certifi": ("2022.12.7", "2023.7.22"),
        "decorator": ("5.0.9", "5.1.1"),
        "gunicorn": ("20.0.4", "20.1.0", "21.2.0"),
        "pycodestyle": ("2.9.1", "2.11.0"),
        "pyflakes": ("2.5.0", "3.0.1", "3.1.0"),
        "python-dateutil": ("2.8.1", "2.8.2"),
        "pyyaml": ("6.0", "6.0.1"),
        "rich": ("12.6.0", "13.5.2"),
        "six": ("1.15.0", "1.16.0"),
        "soupsieve": ("2.3.1", "2.4.1", "2.5"),
        "tenacity": ("8.0.1", "8.1.0", "8.2.3"),
        "tqdm": ("4.62.3", "4.64.1", "4.66.1"),
        "wcwidth": ("0.2.5", "0.2.6"),
        "zipp": ("3.8.1", "3.16.2"),
    },
    "npm": {
        "async": ("3.2.3", "3.2.4"),
        "axios": ("1.4.0", "1.5.1"),
        "body-parser": ("1.19.2", "1.20.2"),
        "chokidar": ("3.5.2", "3.5.3"),
        "cross-spawn": ("7.0.1", "7.0.3"),
        "dotenv": ("16.0.3", "16.3.1"),
        "execa": ("5.1.1", "6.1.0"),
        "fs-extra": ("10.1.0", "11.1.1"),
        "glob": ("7.2.3", "8.0.3", "8.1.0"),
        "inquirer": ("8.2.4", "8.2.6"),
        "which": ("2.0.2", "3.0.0"),
        "yargs": ("17.3.1", "17.7.2"),
    },
}
"""Packages chosen and fetched when all rules were done."""

GROUPS = {"open": OPEN, "held-back": HELD_BACK, "fresh": FRESH}

TIMES = ("archive", "alike", "shuffled")
_MARKERS = {"package.json", "pyproject.toml", "setup.py"}
_VARIANT = re.compile(
    r"(?:^|(?<=/))(?:dist|esm|cjs|umd|es|lib|commonjs|browser|esm-browser|commonjs-browser|min)/"
)
_WORD = re.compile(rb"\w+|[^\w\s]")
_SAME = 0.5  # share of words in common (of 750 pairs of successive versions 4 have less): below, it was written anew
_SHORT = 1 << 20  # words times words that are laid side by side, a second or less
_SUFFIX = re.compile(r"(?:[.-]min|[.-]umd|[.-]es5|\.browser)*(?:\.d)?\.(?:js|cjs|mjs|ts|mts|cts)$")

Release = tuple[str, str, Path]
"""Name of a package, version, archive."""


def build(corpus: Corpus, cache: Path, group: str = "open") -> None:
    """Unpack all releases that can be had.

    Args:
        corpus: takes the files.
        cache: folder where archives are kept; what is missing there is fetched.
        group: of packages, one of ``GROUPS``.
    """
    random = Random(corpus.seed)
    releases = fetch(GROUPS[group], cache)
    for number, (package, found) in enumerate(sorted(releases.items())):
        unpack(corpus, package, found, TIMES[number % len(TIMES)], random, group != "open")


def fetch(wanted: dict[str, dict[str, Sequence[str]]], cache: Path) -> dict[str, list[Release]]:
    """Archives of packages, by package, oldest version first; what can't be had is left out and said."""
    cache.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[Release]] = defaultdict(list)
    for registry, packages in wanted.items():
        _download(registry, packages, cache)
        for package, versions in packages.items():
            for version in versions:
                if archive := _archive(registry, package, version, cache):
                    found[package].append((package, version, archive))
                else:
                    print(f"{package} {version}: can't be had, left out", file=sys.stderr)
    return {package: releases for package, releases in found.items() if len(releases) > 1}


def _without(path: str, version: str) -> str:
    """A path in a package without its version: ``Flask-2.2.5.dist-info`` and ``flask-2.3.3.dist-info`` are one."""
    folder, slash, rest = path.replace(version, "*").partition("/")
    return (folder.lower() if folder.endswith(".dist-info") else folder) + slash + rest


def _archive(registry: str, package: str, version: str, cache: Path) -> Path | None:
    if registry == "npm":
        path = cache / f"{package}-{version}.tgz"
        return path if path.exists() else None
    wheels = cache.glob("*.whl")
    wanted = (re.sub(r"[-_.]+", "_", package).lower(), version)
    for wheel in wheels:
        name, its_version = wheel.name.split("-")[:2]
        if (re.sub(r"[-_.]+", "_", name).lower(), its_version) == wanted:
            return wheel
    return None


def _download(registry: str, packages: dict[str, Sequence[str]], cache: Path) -> None:
    """Fetch what is missing: by pip one version of each package a call, by npm all at once."""
    missing = [
        (package, version, number)
        for package, versions in packages.items()
        for number, version in enumerate(versions)
        if _archive(registry, package, version, cache) is None
    ]
    if not missing:
        return
    if registry == "npm":
        if shutil.which("npm") is None:
            print("npm is not installed: its packages are left out", file=sys.stderr)
            return
        names = [f"{package}@{version}" for package, version, _ in missing]
        _run(["npm", "pack", "--silent", "--pack-destination", str(cache), *names])
        return
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--only-binary=:all:",
        "--dest",
        str(cache),
    ]
    for turn in sorted({number for _, _, number in missing}):
        _run([*command, *(f"{package}=={version}" for package, version, number in missing if number == turn)])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip()[-300:], file=sys.stderr)


def unpack(
    corpus: Corpus, package: str, releases: Sequence[Release], times: str, random: Random, held_back: bool
) -> None:
    """Write the files of the releases of one package.

    Args:
        corpus: takes the files.
        package: its name.
        releases: oldest first.
        times: one of ``TIMES``.
        random: draws the order of unpacking.
        held_back: see ``Row``.
    """
    name = f"releases_{times}"
    order = list(range(len(releases)))
    random.shuffle(order)
    start = START + timedelta(days=random.randrange(300))
    contents = [list(members(archive)) for _, _, archive in releases]
    variants = _variants(package, releases, contents)
    rewritten = _rewritten(package, releases, contents)
    ranks: dict[str, dict[bytes, int]] = defaultdict(dict)
    newest = {
        _lineage(package, path, releases[rank][1], rewritten.get((rank, path), 0)): data
        for rank, files in enumerate(contents)
        for path, data, _ in files
    }
    for rank, ((_, version, _), files) in enumerate(zip(releases, contents, strict=True)):
        folder = f"{name}/{package}-{version}"
        inside = any(path in _MARKERS for path, _, _ in files)
        for number, (path, data, packed) in enumerate(files):
            plain = _lineage(package, path, version)
            near = variants.get(plain, plain if (rank, path) in rewritten else "")
            lineage = _lineage(package, path, version, rewritten.get((rank, path), 0))
            when = {
                "archive": packed,
                "alike": start,
                "shuffled": start + timedelta(minutes=order[rank], milliseconds=3 * number),
            }[times]
            row = Row(
                f"{folder}/{path}",
                name,
                f"{name}:{lineage}",
                # unchanged files are copies; a content that comes back keeps its first rank
                ranks[lineage].setdefault(data, rank),
                project=folder if inside else "",
                related=near,
                held_back=held_back,
                share=round(share_in_order(data, newest[lineage]), 3),
            )
            corpus.put(row, data, when)


def share_in_order(data: bytes, other: bytes) -> float:
    """What two texts have in common in the same order, lines first and words where lines differ, as a share of both.

    By the letters of words, so that neither blanks nor a line break put elsewhere count.
    """
    if data == other:
        return 1.0
    mine, its = ([_WORD.findall(line) for line in text.splitlines()] for text in (data, other))
    lines = difflib.SequenceMatcher(
        None, *([b"".join(words) for words in text] for text in (mine, its)), False
    )
    common = 0
    for change, begin, end, its_begin, its_end in lines.get_opcodes():
        words = list(itertools.chain.from_iterable(mine[begin:end]))
        if change == "replace":
            words = _common(words, list(itertools.chain.from_iterable(its[its_begin:its_end])))
        if change in ("equal", "replace"):
            common += sum(map(len, words))
    size = sum(len(word) for text in (mine, its) for line in text for word in line)
    return 2 * common / size if size else 0.0


def _common(words: list[bytes], others: list[bytes]) -> list[bytes]:
    """Words that two texts have in the same order; of long ones (a minified script is one line) those of triples."""
    if len(words) * len(others) <= _SHORT:
        blocks = difflib.SequenceMatcher(None, words, others, False).get_matching_blocks()
        return [word for block in blocks for word in words[block.a : block.a + block.size]]
    triples, theirs = (Counter(zip(text, text[1:], text[2:], strict=False)) for text in (words, others))
    return [triple[1] for triple in (triples & theirs).elements()]


def _lineage(package: str, path: str, version: str, written_anew: int = 0) -> str:
    return f"{package}/{_without(path, version)}" + "~" * written_anew


def _rewritten(
    package: str, releases: Sequence[Release], contents: Sequence[Sequence[tuple[str, bytes, datetime]]]
) -> dict[tuple[int, str], int]:
    """How often a file was written anew after a release, by the number of the release and path; 0 is left out."""
    found: dict[tuple[int, str], int] = {}
    newer: dict[str, tuple[Counter[bytes], int]] = {}
    for rank in reversed(range(len(releases))):
        for path, data, _ in contents[rank]:
            lineage = _lineage(package, path, releases[rank][1])
            words = Counter(_WORD.findall(data))
            later, times = newer.get(lineage, (words, 0))
            if 2 * (words & later).total() < _SAME * (words.total() + later.total()):
                times += 1
            if times:
                found[rank, path] = times
            newer[lineage] = words, times
    return found


def _variants(
    package: str, releases: Sequence[Release], contents: Sequence[Sequence[tuple[str, bytes, datetime]]]
) -> dict[str, str]:
    """Of lineages that are variants of one module: what they have in common."""
    groups: dict[str, set[str]] = defaultdict(set)
    for (_, version, _), files in zip(releases, contents, strict=True):
        for path, _, _ in files:
            plain = _SUFFIX.sub("", _VARIANT.sub("", path))
            if plain != path:
                groups[f"{package}/{plain}"].add(_lineage(package, path, version))
    return {lineage: group for group, members in groups.items() if len(members) > 1 for lineage in members}


def members(archive: Path) -> Iterator[tuple[str, bytes, datetime]]:
    """Files of a wheel, or of a package of npm without its first folder: path, content, time."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for info in wheel.infolist():
                if not info.is_dir():
                    yield info.filename, wheel.read(info), datetime(*info.date_time, tzinfo=UTC)
        return
    with tarfile.open(archive) as package:
        for member in package:
            file = package.extractfile(member) if member.isfile() else None
            path = member.name.partition("/")[2]
            if file and path and ".." not in path.split("/"):
                yield path, file.read(), datetime.fromtimestamp(member.mtime, UTC)
