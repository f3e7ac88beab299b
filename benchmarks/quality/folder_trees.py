"""Folders whose relations are known, made of real packages: copies, versions, parts, backups, strangers of one make."""

from __future__ import annotations

import os
import random
import re
import shutil
import sysconfig
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

PROJECTS = (
    "email", "json", "http", "unittest", "logging", "concurrent", "html", "wsgiref", "sqlite3", "curses", "dbm",
    "importlib", "multiprocessing", "urllib", "xml", "asyncio", "ctypes", "lib2to3",
)  # fmt: skip
"""Packages of Python's own library, each taken as a project of somebody."""

_NEVER = ("__pycache__", "test", "tests", "idle_test")


@dataclass
class Truth:
    """What the made folders are to each other.

    Attributes:
        family: of each made folder or archive; folders of two families are strangers.
        needed: the relation of pairs that must be found, by their sorted paths.
        newer: of pairs of versions, the one that is newer.
        contents: hashes of the files of each made folder.
    """

    family: dict[str, str] = field(default_factory=dict)
    needed: dict[tuple[str, str], str] = field(default_factory=dict)
    newer: dict[tuple[str, str], str] = field(default_factory=dict)
    contents: dict[str, Counter[bytes]] = field(default_factory=dict)

    def add(self, path: Path, family: str) -> str:
        self.family[str(path)] = family
        return str(path)

    def relate(self, one: Path, other: Path, relation: str, newer: Path | None = None) -> None:
        pair = (min(str(one), str(other)), max(str(one), str(other)))
        self.needed[pair] = relation
        if newer is not None:
            self.newer[pair] = str(newer)


def make(out: Path, packages: Path | None) -> Truth:
    """Make the folders.

    Args:
        out: empty folder.
        packages: folder with wheels, several versions of some packages; None for none.
    """
    truth, chance = Truth(), random.Random(26)
    library = Path(sysconfig.get_path("stdlib"))
    projects = [library / name for name in PROJECTS if (library / name).is_dir()]
    if packages is not None:
        _releases(out / "releases", packages, truth)
    for number, project in enumerate(projects):
        _family(out, project, number, truth, chance)
    _strangers(out / "strangers", library, truth, chance)
    for path in truth.family:
        if os.path.isdir(path):
            truth.contents[path] = contents_of(Path(path))
    return truth


def contents_of(folder: Path) -> Counter[bytes]:
    """Count the contents below a folder."""
    return Counter(blake2b(path.read_bytes()).digest() for path in folder.rglob("*") if path.is_file())


def _releases(out: Path, packages: Path, truth: Truth) -> None:
    """Unpack wheels side by side; neighbouring versions must be found as such."""
    by_name: dict[str, list[tuple[tuple[int, ...], Path]]] = {}
    for wheel in sorted(packages.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        number = tuple(int(part) for part in re.findall(r"\d+", version))
        by_name.setdefault(name.lower(), []).append((number, wheel))
    for name, wheels in by_name.items():
        before = None
        for number, wheel in sorted(wheels):
            folder = out / f"{name}-{'.'.join(map(str, number))}"
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    if ".dist-info/" not in member:
                        archive.extract(member, folder)
            truth.add(folder, name)
            if before is not None:
                truth.relate(before, folder, "version", newer=folder)
            before = folder


def _copy(project: Path, to: Path) -> Path:
    shutil.copytree(project, to, ignore=shutil.ignore_patterns(*_NEVER))
    return to


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size > 200)


def _edit(folder: Path, share: float, chance: random.Random, *, later: float = 86_400.0) -> None:
    """Change some lines of some files, and make these newer."""
    files = _files(folder)
    for path in chance.sample(files, max(1, round(len(files) * share))):
        lines = path.read_bytes().splitlines(keepends=True)
        for _ in range(max(1, len(lines) // 40)):
            at = chance.randrange(len(lines))
            lines[at] = b"# changed line %d\n" % chance.randrange(10**6)
        stat = path.stat()
        path.write_bytes(b"".join(lines))
        os.utime(path, (stat.st_atime, stat.st_mtime + later))


def _family(  # noqa: C901 - nine ways, one after the other
    out: Path, project: Path, number: int, truth: Truth, chance: random.Random
) -> None:
    """Make one project and one or two things derived from it; each project another way."""
    name = project.name
    work = out / "work" / name
    original = _copy(project, work)
    truth.add(original, name)
    kind = number % 9
    if kind == 0:
        copy = _copy(original, out / "work" / f"{name} - Copy")
        truth.relate(original, copy, "identical")
        older = _copy(original, out / "archive" / "old" / name)
        _edit(original, 0.2, chance)
        _copy_over(original, copy)
        truth.relate(original, older, "version", newer=original)
        truth.add(older, name)
    elif kind == 1:
        copy = _copy(original, out / "found again" / f"stuff {number}")
        for at, path in enumerate(_files(copy)):
            path.rename(path.with_name(f"recovered {at}{path.suffix}"))
        truth.relate(original, copy, "identical")
    elif kind == 2:
        copy = _copy(original, out / "on the stick" / name)
        for path in chance.sample(_files(copy), len(_files(copy)) // 3):
            path.unlink()
        truth.relate(original, copy, "contained")
    elif kind == 3:
        copy = _copy(original, out / "work" / f"{name}-v2")
        _edit(copy, 0.3, chance)
        (copy / "news.py").write_bytes(chance.randbytes(3000))
        truth.relate(original, copy, "version", newer=copy)
    elif kind == 4:
        copy = _copy(original, out / "renamed" / f"quarry {number}")
        inner = copy / "package" / "src"
        inner.mkdir(parents=True)
        for path in sorted(copy.iterdir()):
            if path.name != "package" and chance.random() < 0.5:
                path.rename(inner / path.name)
        _edit(copy, 0.15, chance)
        truth.relate(original, copy, "version", newer=copy)
    elif kind == 5:
        copy = _copy(original, out / "merged" / f"with {name}")
        for at in range(len(_files(original)) // 2):
            (copy / f"notes {at}.txt").write_bytes(chance.randbytes(1500).hex().encode())
        truth.relate(original, copy, "contained")
    elif kind == 6:
        for year in (2021, 2022):
            backup = _copy(original, out / f"backup {year}" / "disk" / name)
            truth.relate(original, backup, "identical")
            truth.add(backup, name)
            copy = backup
        truth.relate(out / "backup 2021" / "disk" / name, copy, "identical")
    elif kind == 7:
        archive = out / "downloads" / f"{name}.zip"
        _pack(original, archive, sorted(path for path in original.rglob("*") if path.is_file()))
        truth.relate(original, archive, "identical")
        copy = archive
    else:
        archive = out / "downloads" / f"{name}.zip"
        _pack(original, archive, _files(original)[::2])
        truth.relate(original, archive, "contained")
        copy = archive
    truth.add(copy, name)


def _copy_over(project: Path, copy: Path) -> None:
    shutil.rmtree(copy)
    _copy(project, copy)


def _pack(folder: Path, archive: Path, files: list[Path]) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in files:
            packed.write(path, f"{folder.name}/{path.relative_to(folder)}")


_FLASK = {
    "requirements.txt": b"flask\nflask-login\ngunicorn\npytest\n" * 4,
    "wsgi.py": b"from app import create_app\n\napp = create_app()\n\nif __name__ == '__main__':\n    app.run()\n"
    * 2,
    "config.py": b"import os\n\nclass Config:\n    SECRET_KEY = os.environ.get('KEY')\n    TESTING = False\n"
    * 4,
    "static/css/normalize.css": b"html{line-height:1.15;-webkit-text-size-adjust:100%}\nbody{margin:0}\n"
    * 80,
    "static/js/base.js": b"document.addEventListener('DOMContentLoaded', function () { init(); });\n" * 60,
    "templates/layout.html": b"<!doctype html><title>{% block title %}{% endblock %}</title>\n" * 30,
    "LICENSE": b"Permission is hereby granted, free of charge, to any person obtaining a copy\n" * 14,
}
_OWN_FLASK = (
    "app/__init__.py",
    "app/models.py",
    "app/routes.py",
    "app/forms.py",
    "templates/index.html",
    "README.md",
)
_CRA = {
    "public/index.html": b"<div id='root'></div><noscript>You need to enable JavaScript.</noscript>\n" * 20,
    "public/manifest.json": b'{"short_name": "React App", "name": "Create React App Sample"}\n' * 6,
    "public/robots.txt": b"User-agent: *\nDisallow:\n" * 4,
    "src/index.js": b"import React from 'react';\nimport App from './App';\nReactDOM.render(<App />, root);\n"
    * 3,
    "src/index.css": b"body { margin: 0; font-family: -apple-system, 'Segoe UI', Roboto; }\n" * 5,
    "src/setupTests.js": b"import '@testing-library/jest-dom';\n" * 5,
    "src/reportWebVitals.js": b"const report = onPerfEntry => { if (onPerfEntry) { getCLS(onPerfEntry); } };\n"
    * 5,
    "src/logo.svg": b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 841.9 595.3'><g/></svg>\n" * 30,
    "README.md": b"# Getting Started with Create React App\nThis project was bootstrapped with it.\n" * 30,
}
_OWN_CRA = (
    "src/App.js",
    "src/App.css",
    "src/App.test.js",
    "src/components/Main.js",
    "src/api.js",
    "package.json",
)
_THESIS = {
    "thesis.cls": b"\\NeedsTeXFormat{LaTeX2e}\\ProvidesClass{thesis}[2019/01/01]\\LoadClass{book}\n" * 90,
    "logo.eps": b"logo of the university " * 400,
    "Makefile": b"all:\n\tlatexmk -pdf main.tex\nclean:\n\tlatexmk -C\n" * 4,
    "style.bst": b"FUNCTION {format.names} { 's := #1 'nameptr := s num.names$ 'numnames := }\n" * 80,
}
_OWN_THESIS = (
    "main.tex", "chapters/introduction.tex", "chapters/method.tex", "chapters/results.tex", "chapters/summary.tex",
    "references.bib",
)  # fmt: skip

_MAKES = {
    "flask": (_FLASK, _OWN_FLASK, ("shop", "weather-station", "poll", "guestbook")),
    "cra": (_CRA, _OWN_CRA, ("todo-app", "recipes")),
    "thesis": (_THESIS, _OWN_THESIS, ("thesis-anna", "thesis-ben", "thesis-carla")),
}


def _strangers(out: Path, library: Path, truth: Truth, chance: random.Random) -> None:
    """Make projects from one template each, whose own files are other pieces of other texts; and versions of one."""
    texts = [path.read_bytes() for path in sorted(library.glob("*.py")) if path.stat().st_size > 4000]
    chance.shuffle(texts)
    for make, (shared, own, names) in _MAKES.items():
        for name in names:
            folder = out / name
            for inside, data in shared.items():
                _write(folder / inside, data)
            for inside in own:
                _write(folder / inside, texts.pop())
            truth.add(folder, f"{make} {name}")
        newer = _copy(out / names[0], out / f"{names[0]}-new")
        _edit(newer, 0.3, chance)
        truth.add(newer, f"{make} {names[0]}")
        truth.relate(out / names[0], newer, "version", newer=newer)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
