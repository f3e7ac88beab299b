"""Folders whose relations are known, held back from tuning: other packages, other ways, another seed each time.

The packages are wheels, tarballs of npm and PyPI, zip files, and folders. Each becomes a project of somebody; which of
the ways below is taken for it, with what names and how much of it, is drawn by the seed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import tarfile
import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image

from quality.folder_trees import Truth, contents_of

_DAY = 86_400.0
_WORDS = [
    "falcon",
    "river",
    "stone",
    "maple",
    "harbor",
    "winter",
    "copper",
    "meadow",
    "signal",
    "lantern",
    "orchid",
    "pepper",
    "quartz",
    "saffron",
]
_TEXT = (
    ".py",
    ".js",
    ".ts",
    ".c",
    ".h",
    ".md",
    ".txt",
    ".rst",
    ".json",
    ".css",
    ".html",
    ".tex",
    ".pyi",
    ".mjs",
)
_COPIES = ("{} - Copy", "Kopie von {}", "{} (1)", "{}_backup", "{}.bak", "{} copy", "copy of {}")
_OLDER = ("{}_old", "{}-old", "{} (before the move)", "{}.orig", "old {}")
_ASIDE = (
    "Backup/laptop 2019",
    "archive/2018",
    "USB stick",
    "from old disk/Users/ann/Documents",
    "Desktop/sort me",
)


def make_fresh(out: Path, packages: Path, seed: int) -> Truth:
    """Make the folders.

    Args:
        out: empty folder.
        packages: folder with packages, some of them in several versions.
        seed: what is drawn.
    """
    maker = _Maker(out, random.Random(seed))
    projects = maker.releases(packages)
    ways = [maker.copied, maker.older, maker.moved, maker.parted, maker.part_alone, maker.merged, maker.nested_backup,
            maker.packed, maker.packed_older, maker.worked_on, maker.snapshots, maker.flattened]  # fmt: skip
    maker.chance.shuffle(projects)
    for number, project in enumerate(projects):
        ways[number % len(ways)](project)
    maker.disks(projects)
    maker.photos()
    maker.theses()
    maker.web_apps(packages)
    for path in maker.truth.family:
        if os.path.isdir(path):
            maker.truth.contents[path] = contents_of(Path(path))
    return maker.truth


def unpack(package: Path, folder: Path) -> None:
    """Unpack a package as somebody would who wants its files alone."""
    if package.is_dir():
        shutil.copytree(package, folder)
        return
    if package.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(package) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if ".dist-info/" not in name])
        return
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    inner = list(folder.iterdir())
    if len(inner) == 1 and inner[0].is_dir():
        inner[0].rename(folder.with_name(folder.name + ".inner"))
        folder.rmdir()
        folder.with_name(folder.name + ".inner").rename(folder)


class _Maker:
    """The folders of one seed."""

    def __init__(self, out: Path, chance: random.Random) -> None:
        self.out, self.chance, self.truth = out, chance, Truth()
        self._packages: dict[str, Path] = {}
        self._texts: list[bytes] = []

    def _add(self, folder: Path, family: str) -> Path:
        self.truth.add(folder, family)
        return folder

    def releases(self, packages: Path) -> list[str]:
        """Unpack neighbouring versions side by side; return the names of all packages."""
        versions: dict[str, list[tuple[tuple[int, ...], Path]]] = {}
        for package in sorted(packages.iterdir()):
            found = re.match(r"(.+?)-v?(\d+(?:\.\d+)+)", package.name)
            name, number = found.groups() if found else (package.name, "0")
            versions.setdefault(name.lower(), []).append((tuple(map(int, number.split("."))), package))
        for name, found in versions.items():
            if name.startswith("cra-template"):
                continue
            before = None
            for number, package in sorted(found):
                if len(found) == 1:
                    break
                folder = self.out / "releases" / f"{name}-{'.'.join(map(str, number))}"
                unpack(package, folder)
                self._add(folder, name)
                # a release of one file is no folder to compare: its cluster tells it
                small = len(_files(folder)) < 2
                if before is not None and before[0][0] == number[0] and not small:
                    self.truth.relate(before[1], folder, "version", newer=folder)
                before = None if small else (number, folder)
            self._packages[name] = max(found)[1]
        return [name for name in self._packages if not name.startswith("cra-template")]

    def _project(self, name: str) -> Path:
        """Put a package among somebody's projects, under another name than its releases have."""
        folder = self.out / "work" / f"{self.chance.choice(_WORDS)}-{name}"
        unpack(self._packages[name], folder)
        self._edit(folder, 0.1, later=-_DAY)
        self._texts += [path.read_bytes() for path in _texts(folder)]
        (folder / f"notes of {name}.txt").write_text(self._words(300))
        return self._add(folder, name)

    def _words(self, count: int) -> str:
        return " ".join(self.chance.choice(_WORDS) + str(self.chance.randrange(999)) for _ in range(count))

    def _copy(self, project: Path, to: Path) -> Path:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(project, to)
        return self._add(to, self.truth.family[str(project)])

    def _edit(self, folder: Path, share: float, *, later: float = _DAY) -> None:
        """Change some lines of some texts, and make these newer."""
        texts = _texts(folder)
        for path in self.chance.sample(texts, min(len(texts), max(1, round(len(texts) * share)))):
            lines = path.read_bytes().splitlines(keepends=True)
            for _ in range(max(1, len(lines) // 30)):
                at, way = self.chance.randrange(len(lines)), self.chance.random()
                if way < 0.4:
                    lines[at] = f"changed {self._words(3)}\n".encode()
                elif way < 0.7 or len(lines) < 5:
                    lines.insert(at, f"new {self._words(4)}\n".encode())
                else:
                    del lines[at]
            stat = path.stat()
            path.write_bytes(b"".join(lines))
            os.utime(path, (stat.st_atime, stat.st_mtime + later))

    def _place(self, names: tuple[str, ...], project: Path) -> Path:
        """Draw where a copy is: beside the original under another name, aside under its own, or anywhere."""
        way = self.chance.random()
        if way < 0.5:
            return project.with_name(self.chance.choice(names).format(project.name))
        if way < 0.8:
            return self.out / self.chance.choice(_ASIDE) / project.name
        return self.out / "Downloads" / f"new folder ({self.chance.randrange(10**6)})"

    def copied(self, name: str) -> None:
        """An untouched copy."""
        project = self._project(name)
        self.truth.relate(project, self._copy(project, self._place(_COPIES, project)), "identical")

    def older(self, name: str) -> None:
        """A copy was set aside, and the original worked on."""
        project = self._project(name)
        copy = self._copy(project, self._place(_OLDER, project))
        self._edit(project, self.chance.uniform(0.05, 0.4))
        (project / "plan.md").write_text(self._words(200))
        self.truth.relate(project, copy, "version", newer=project)

    def moved(self, name: str) -> None:
        """Folders were moved and files renamed since, and some edited."""
        project = self._project(name)
        copy = self._copy(project, self._place(_OLDER, project))
        inner = project / self.chance.choice(("lib", "src/main", "code")) / "moved"
        inner.mkdir(parents=True)
        for path in sorted(project.iterdir()):
            if (
                path != inner.parents[len(inner.relative_to(project).parts) - 2]
                and self.chance.random() < 0.5
            ):
                path.rename(inner / path.name)
        for path in self.chance.sample(files := _files(project), len(files) // 5):
            path.rename(path.with_name(f"{path.stem}_{self.chance.choice(_WORDS)}{path.suffix}"))
        self._edit(project, 0.15)
        self.truth.relate(project, copy, "version", newer=project)

    def parted(self, name: str) -> None:
        """Some files of the copy are gone; two are left at least, as one is no folder to compare."""
        project = self._project(name)
        copy = self._copy(project, self._place(_COPIES, project))
        files = _files(copy)
        gone = max(1, round(len(files) * self.chance.uniform(0.1, 0.6)))
        for path in self.chance.sample(files, min(gone, len(files) - 2)):
            path.unlink()
        self.truth.relate(project, copy, "contained" if len(files) > 2 else "identical")

    def part_alone(self, name: str) -> None:
        """The largest folder in a project was copied elsewhere; where there is none, some files."""
        project = self._project(name)
        inner = max(
            (path for path in project.rglob("*") if path.is_dir()),
            key=lambda path: len(_files(path)),
            default=None,
        )
        if inner is None or len(_files(inner)) < 4 or len(_files(inner)) == len(_files(project)):
            copy = self.out / "Desktop" / f"some of {name}"
            files = _files(project)
            some = files[: max(3, len(files) // 2)]
            for path in some:
                to = copy / path.relative_to(project)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, to)
            self._add(copy, name)
            self.truth.relate(project, copy, "identical" if len(some) == len(files) else "contained")
            return
        copy = self.out / "Desktop" / f"{inner.name} from {name}"
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(inner, copy)
        self._add(copy, name)
        self.truth.relate(inner, copy, "identical")

    def merged(self, name: str) -> None:
        """Everything of a project was thrown into a folder with other things."""
        project = self._project(name)
        copy = self._copy(project, self.out / "all together" / f"box of {self.chance.choice(_WORDS)} {name}")
        for number in range(len(_files(project)) // self.chance.choice((1, 2, 3)) + 1):
            (copy / f"letter {number}.txt").write_text(self._words(150))
        self.truth.relate(project, copy, "contained")

    def nested_backup(self, name: str) -> None:
        """A backup was taken into the next one, and the project worked on between and after."""
        project = self._project(name)
        disk = self.out / f"backups of {name}"
        one = self._copy(project, disk / "2020-01-05" / "home" / project.name)
        self._edit(project, 0.1)
        two = self._copy(project, disk / "2021-01-05" / "home" / project.name)
        again = self._copy(one, disk / "2021-01-05" / "home" / "old backup" / project.name)
        self._edit(project, 0.1)
        self.truth.relate(one, again, "identical")
        self.truth.relate(two, project, "version", newer=project)

    def packed(self, name: str) -> None:
        """An archive beside what it holds."""
        project = self._project(name)
        archive = self._pack(
            project, project.with_name(f"{project.name}{self.chance.choice(('.zip', '.tar.gz', '.tar'))}")
        )
        self.truth.relate(project, archive, "identical")

    def packed_older(self, name: str) -> None:
        """A project was packed, and worked on since."""
        project = self._project(name)
        archive = self._pack(project, self.out / "archive" / f"{project.name} 2019.zip")
        self._edit(project, 0.2)
        (project / "later.md").write_text(self._words(200))
        self.truth.relate(project, archive, "version", newer=project)

    def worked_on(self, name: str) -> None:
        """Numbered versions, each edited a little, something added and something taken away."""
        project = self._project(name)
        before = project
        for number in (2, 3):
            copy = self._copy(before, project.with_name(f"{project.name} v{number}"))
            self._edit(copy, 0.2, later=number * _DAY)
            self.chance.choice(_files(copy)).unlink()
            (copy / f"chapter {number}.txt").write_text(self._words(250))
            self.truth.relate(before, copy, "version", newer=copy)
            before = copy

    def snapshots(self, name: str) -> None:
        """Hard-linked snapshots as rsnapshot makes them: the newest has the number 0."""
        project = self._project(name)
        top = self.out / f"snapshots of {name}"
        days = []
        for day in range(3):
            if day:
                self._edit(project, 0.1, later=(day + 1) * _DAY)
            days.append(
                _hard_linked(
                    project, top / f"hourly.{2 - day}" / "data" / project.name, days[-1] if days else None
                )
            )
            self._add(days[-1], name)
        for one, two in pairwise(days):
            self.truth.relate(one, two, "version", newer=two)
        self.truth.relate(days[-1], project, "identical")

    def flattened(self, name: str) -> None:
        """What a rescue program brings back: every file, in one folder, without its name."""
        project = self._project(name)
        copy = self.out / "recovered" / f"run {self.chance.randrange(999)}"
        copy.mkdir(parents=True)
        for number, path in enumerate(_files(project)):
            shutil.copy(path, copy / f"f{number:07}{path.suffix}")
        self._add(copy, name)
        self.truth.relate(project, copy, "identical")

    def _pack(self, folder: Path, archive: Path) -> Path:
        archive.parent.mkdir(parents=True, exist_ok=True)
        if archive.suffix == ".zip":
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
                for path in _files(folder):
                    packed.write(path, f"{folder.name}/{path.relative_to(folder)}")
        else:
            with tarfile.open(archive, "w:gz" if archive.suffix == ".gz" else "w") as packed:
                packed.add(folder, folder.name)
        return self._add(archive, self.truth.family[str(folder)])

    def disks(self, names: list[str]) -> None:
        """A disk with several projects, backed up as a whole; later one of them was worked on."""
        disk = self.out / "disk" / "Documents"
        for name in self.chance.sample(names, min(4, len(names))):
            unpack(self._packages[name], disk / f"{name} on disk")
            self._edit(disk / f"{name} on disk", 0.3, later=-_DAY)
            (disk / f"{name} on disk" / "mine.txt").write_text(self._words(100))
            self._add(disk / f"{name} on disk", name)
        self._add(disk, "disk")
        backup = self._copy(disk, self.out / "external" / "Backup of Documents")
        for project in disk.iterdir():
            self._add(backup / project.name, self.truth.family[str(project)])
        self._edit(min(disk.iterdir()), 0.3)
        self.truth.relate(disk, backup, "version", newer=disk)

    def photos(self) -> None:
        """Two holidays with the names a camera gives; one was sorted and renamed, another thinned out."""
        camera = self.out / "Pictures"
        for number, place in enumerate(("Rome", "Oslo", "Quito", "Cairo")):
            folder = camera / f"{100 + number}CANON"
            folder.mkdir(parents=True)
            for at in range(14):
                self._photo(folder / f"IMG_{at:04}.JPG")
            self._add(folder, f"photos {place}")
            copy = self._copy(folder, self.out / "sorted" / f"2018-0{number + 1} {place}")
            if number % 2 == 0:
                for at, path in enumerate(_files(copy)):
                    path.rename(path.with_name(f"2018-0{number + 1}-{at + 1:02} {place}.jpg"))
                self.truth.relate(folder, copy, "identical")
            else:
                for path in self.chance.sample(_files(copy), 5):
                    path.unlink()
                self.truth.relate(folder, copy, "contained")

    def _photo(self, path: Path) -> None:
        random_numbers = np.random.default_rng(self.chance.randrange(2**32))
        small = random_numbers.integers(0, 255, (12, 16, 3), np.uint8)
        Image.fromarray(small).resize((320, 240), Image.Resampling.BICUBIC).save(path, quality=88)

    def theses(self) -> None:
        """Theses of one class and one university, and the last but one state of one of them."""
        shared = {
            "unithesis.cls": "\\ProvidesClass{unithesis}\n" + self._words(900), "figures/seal.pdf": self._words(700),
            "preamble.tex": "\\usepackage{amsmath}\n" + self._words(120), "latexmkrc": "$pdf_mode = 1;\n" * 6,
            "titlepage.tex": "\\begin{titlepage}\n" + self._words(80), ".gitignore": "*.aux\n*.log\n",
        }  # fmt: skip
        own = ("thesis.tex", "chapters/1-intro.tex", "chapters/2-theory.tex", "chapters/3-data.tex",
               "chapters/4-end.tex",
               "bibliography.bib", "appendix.tex")  # fmt: skip
        folders = [self.out / "Theses" / f"thesis {who}" for who in ("Dana", "Emil", "Fay")]
        for folder in folders:
            self._write(folder, shared, own)
        older = self._copy(
            folders[0], self.out / "Theses" / "submitted" / f"{folders[0].name} (sent to advisor)"
        )
        self._edit(folders[0], 0.4)
        self.truth.relate(folders[0], older, "version", newer=folders[0])

    def web_apps(self, packages: Path) -> None:
        """React apps from the real template, and Flask apps with the same libraries of others in them."""
        templates = sorted(packages.glob("cra-template*"))
        apps: list[Path] = []
        for name in ("todo", "shop-front", "kanban"):
            folder = self.out / "react" / name
            if templates:
                unpack(templates[-1], folder.with_name(f"{name}.made"))
                (folder.with_name(f"{name}.made") / "template").rename(folder)
                shutil.rmtree(folder.with_name(f"{name}.made"))
            own = ("src/App.js", "src/App.css", "src/App.test.js", "package.json", "src/store/state.js",
                   "src/views/List.js")  # fmt: skip
            self._write(folder, {}, own)
            apps.append(folder)
        vendored = [
            path for name in ("lodash", "axios") if name in self._packages for path in [self._packages[name]]
        ]
        for name in ("blog", "library-desk", "meteo"):
            folder = self.out / "flask" / name
            for package in vendored:
                unpack(package, folder.with_name("vendored"))
                for path in sorted(folder.with_name("vendored").rglob("*.min.js"))[:3]:
                    (folder / "static/vendor").mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, folder / "static/vendor" / path.name)
                shutil.rmtree(folder.with_name("vendored"))
            shared = {"Dockerfile": "FROM python:3\nRUN pip install flask\n" * 3,
                      "LICENSE": "Permission is granted " * 50,
                      "templates/base.html": "<!doctype html>{% block body %}\n" * 20}  # fmt: skip
            own = (
                "app.py",
                "models.py",
                "views/main.py",
                "templates/home.html",
                "tests/test_app.py",
                "README.md",
            )
            self._write(folder, shared, own)
            apps.append(folder)
        for app in (apps[0], apps[3]):
            older = self._copy(app, self._place(_OLDER, app))
            self._edit(app, 0.3)
            self.truth.relate(app, older, "version", newer=app)

    def _write(self, folder: Path, shared: dict[str, str], own: tuple[str, ...]) -> None:
        for inside, text in shared.items():
            _put(folder / inside, text.encode())
        for inside in own:
            text = self._texts.pop(self.chance.randrange(len(self._texts)))
            _put(folder / inside, text[:6000] + self._words(60).encode())
        self._add(folder, f"{folder.parent.name} {folder.name}")


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _texts(folder: Path) -> list[Path]:
    return [path for path in _files(folder) if path.suffix in _TEXT and path.stat().st_size > 200]


def _hard_linked(project: Path, to: Path, before: Path | None) -> Path:
    """Copy a project as ``rsync --link-dest`` does: what is unchanged becomes another name of the file of before."""
    for path in _files(project):
        target = to / path.relative_to(project)
        target.parent.mkdir(parents=True, exist_ok=True)
        old = before / path.relative_to(project) if before is not None else None
        if old is not None and old.is_file() and old.read_bytes() == path.read_bytes():
            os.link(old, target)
        else:
            shutil.copy2(path, target)
    return to
