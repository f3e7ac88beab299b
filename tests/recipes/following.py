"""Follow a recipe of docs/contributing.md: its blocks become files that lie over those of the project.

Nothing of the project is changed. A process that is started with ``environment`` sees the files of the recipe first and
all others where they are: kernels stay compiled, and the workers that the program starts see the same.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "contributing.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OVER = """import os
__path__.append(REAL)
__file__ = os.path.join(REAL, "__init__.py")
with open(__file__) as _source:
    exec(compile(_source.read(), __file__, "exec"))
"""


@dataclass(frozen=True)
class Recipe:
    """A section of the page.

    Attributes:
        steps: numbers of its steps.
        changes: new lines by file, as a block with signs.
        files: new files with their text.
    """

    steps: list[int]
    changes: dict[str, list[str]]
    files: dict[str, str]

    @property
    def touched(self) -> set[str]:
        """All files that it names."""
        return {*self.changes, *self.files}


def headings() -> list[str]:
    """Headings of all recipes."""
    return re.findall(r"^## (Add a .+)$", PAGE.read_text(), re.MULTILINE)


def recipe(heading: str) -> Recipe:
    """Read a section.

    Raises:
        ValueError: a block does not say which file it is.
    """
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    (section,) = (one for one in sections if one.startswith(f"{heading}\n"))
    changes: dict[str, list[str]] = {}
    files: dict[str, str] = {}
    for language, text in _BLOCK.findall(section):
        first, _, rest = text.partition("\n")
        if language == "diff" and first.startswith("--- "):
            changes[first[4:]] = rest.splitlines()
        elif first.startswith("# ") and first.endswith(".py"):
            files[first[2:]] = rest
        else:
            raise ValueError(f"{heading}: a block of no file: {first}")
    steps = [int(step) for step in re.findall(r"^(\d)\. ", _BLOCK.sub("", section), re.MULTILINE)]
    return Recipe(steps, changes, files)


def changed(text: str, lines: list[str]) -> str:
    """Apply a block with signs: each line with a blank or a minus is looked for behind the one before.

    Raises:
        ValueError: one is not there.
    """
    there, at, new = text.splitlines(), 0, []
    for line in lines:
        sign, content = line[:1], line[1:]
        if sign == "+":
            new.append(content)
            continue
        begin = at
        while begin < len(there) and there[begin] != content:
            begin += 1
        if begin == len(there):
            raise ValueError(f"no such line: {content}")
        if not at:  # new lines before the first line that is named
            there[begin:begin] = new
            begin, new = begin + len(new), []
        else:
            there[at:at] = new
            begin, new = begin + len(new), []
        if sign == "-":
            del there[begin]
            at = begin
        else:
            at = begin + 1
    there[at:at] = new
    return "\n".join(there) + "\n"


def follow(one: Recipe, folder: Path) -> None:
    """Write the files of a recipe into a folder, so that packages there lie over those of the project."""
    texts = {name: changed((PROJECT / name).read_text(), lines) for name, lines in one.changes.items()}
    for name, text in (texts | one.files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if not name.endswith(".py") or name == "run.py":
            continue
        for package in path.relative_to(folder).parents:
            if (PROJECT / package / "__init__.py").is_file():
                real = str(PROJECT / package)
                (folder / package / "__init__.py").write_text(_OVER.replace("REAL", repr(real)))


def environment(folder: Path) -> dict[str, str]:
    """Environment of a process that sees the recipe."""
    return {
        **os.environ,
        "PYTHONSAFEPATH": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": f"{folder}{os.pathsep}{PROJECT}",
    }


_RUN = "import sys, simfinder, tests, pytest; sys.exit(pytest.main(sys.argv[1:]))"


def see(seen: str, folder: Path) -> str:
    """Run the checks of a module of this folder where a recipe was followed; return what went wrong, or ""."""
    checks = str(PROJECT / "tests" / "recipes" / f"{seen}.py")
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--import-mode=append"]
    arguments += [f"--rootdir={PROJECT}", "-c", str(PROJECT / "pyproject.toml"), checks]
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *arguments],
        env=environment(folder),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return "" if not done.returncode else done.stdout + done.stderr
