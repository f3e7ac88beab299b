"""Figures of the source: how large the rooms are, how long the functions, and how far one has to walk to follow a use.

``python -m tests.architecture.figures`` prints them; ``test_figures`` holds the limits.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "simfinder"


class Function(NamedTuple):
    """A function of the source: its name with its module, its lines, its parameters."""

    name: str
    lines: int
    parameters: int


class Walk(NamedTuple):
    """What ran in one use: calls from one module into another, each counted once, and the modules."""

    calls: int
    modules: int


def sources() -> list[Path]:
    """All modules of the program."""
    return sorted(PACKAGE.rglob("*.py"))


def rooms() -> dict[str, int]:
    """Entries of each folder."""
    folders = {path.parent for path in sources()}
    return {
        str(folder.relative_to(PROJECT)): sum(
            path.name not in ("__init__.py", "__pycache__") for path in folder.iterdir()
        )
        for folder in sorted(folders)
    }


def lines() -> Counter[str]:
    """Lines by package of the first level."""
    found: Counter[str] = Counter()
    for path in sources():
        parts = path.relative_to(PACKAGE).parts
        found[parts[0] if len(parts) > 1 else "simfinder"] += len(path.read_bytes().splitlines())
    return found


def functions() -> Iterator[Function]:
    """All functions but kernels, whose many columns are their interface."""
    for path in sources():
        module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if any("njit" in ast.unparse(decorator) for decorator in node.decorator_list):
                continue
            arguments = node.args
            names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            count = len([name for name in names if name.arg not in ("self", "cls")])
            yield Function(f"{module}.{node.name}", (node.end_lineno or 0) - node.lineno + 1, count)


def walk(use: Callable[[], object]) -> Walk:
    """Count what a use runs through: functions called from another module, in all threads.

    A call of a kernel is one of its own module, though ``arrays.jit`` passes it on.
    """
    calls: set[tuple[str, str, str]] = set()
    top = os.fspath(PACKAGE) + os.sep

    def seen(frame: FrameType, event: str, _: Any) -> None:
        code, caller = frame.f_code, frame.f_back
        if event == "call" and caller is not None and code.co_filename.startswith(top):
            outer = caller.f_code.co_filename
            if caller.f_code.co_name == "<module>":  # imported only now
                return
            jit = code.co_qualname == "Kernel.__call__"
            if outer.startswith(top) and outer != code.co_filename and code.co_name[0] != "<" and not jit:
                calls.add((outer, code.co_filename, code.co_qualname))

    threading.setprofile(seen)
    sys.setprofile(seen)
    try:
        use()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return Walk(len(calls), len({name for outer, inner, _ in calls for name in (outer, inner)}))


def walks(folder: Path) -> dict[str, Walk]:
    """The three uses one follows to understand the program: a scan, a slider, a file to the Trash and back.

    Args:
        folder: an empty one to work in.
    """
    from simfinder.app.removal.removal import carry_out, take_back
    from simfinder.app.session.session import Session
    from simfinder.cli.main import run
    from simfinder.model.progress import Control
    from simfinder.model.removal_plan import ActKind
    from simfinder.model.scan_options import ScanOptions
    from simfinder.model.tolerances import Tolerances

    words = [f"word{number * 7919 % 1000}" for number in range(600)]
    for number in range(3):
        content = " ".join([*words, *(f"more{at}" for at in range(number * 20))])
        (folder / f"report v{number + 1}.txt").write_text(content)
        os.utime(folder / f"report v{number + 1}.txt", (1_700_000_000 + number * 86_400,) * 2)
    found = {}

    def scan() -> None:
        with (
            contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            run(["scan", "--json", "--quiet", os.fspath(folder)])

    time.sleep(0.05)  # files written just now are not remembered by the cache
    scan()  # nothing is imported or compiled any more
    found["scan --json"] = walk(scan)
    session = Session.run(ScanOptions((os.fspath(folder),)), cache=None, control=Control())
    found["slider"] = walk(lambda: session.set_tolerances(Tolerances(0.1)))

    def trash_and_undo() -> None:
        session.mark_rule("older")
        report = carry_out(session.plan(ActKind.TRASH), Control())
        take_back(report.batch, Control())

    session.set_tolerances(Tolerances())
    found["Trash and undo"] = walk(trash_and_undo)
    return found


def circles() -> list[tuple[str, ...]]:
    """Rooms of one folder that import one another in a circle."""
    import grimp

    graph = grimp.build_graph("simfinder")
    found = []
    for folder in rooms():
        room = folder.replace(os.sep, ".")
        inner = sorted(graph.find_children(room))
        below = {name: {name, *graph.find_descendants(name)} for name in inner}
        order: dict[str, set[str]] = {
            name: {
                other
                for other in inner
                if other != name
                and any(
                    graph.find_modules_directly_imported_by(module) & below[other] for module in below[name]
                )
            }
            for name in inner
        }
        found += [(one, two) for one in inner for two in order[one] if one < two and one in order[two]]
    return found


def main() -> None:
    """Print all figures."""
    print("entries of a folder, most first:")
    for folder, count in sorted(rooms().items(), key=lambda item: -item[1])[:8]:
        print(f"  {count:4} {folder}")
    total = lines()
    print(f"modules: {len(sources())}; lines: {total.total():,}")
    for package, count in total.most_common():
        print(f"  {count:7,} {package}")
    print(f"pairs of neighbours that import one another: {len(circles())}")
    every = list(functions())
    print("longest functions (no kernels):")
    for function in sorted(every, key=lambda one: -one.lines)[:8]:
        print(f"  {function.lines:4} lines, {function.parameters} parameters: {function.name}")
    print("most parameters:")
    for function in sorted(every, key=lambda one: -one.parameters)[:8]:
        print(f"  {function.parameters:4} parameters: {function.name}")
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(
            {"HOME": home, **{f"XDG_{name}_HOME": home for name in ("CACHE", "DATA", "CONFIG", "STATE")}}
        )
        folder = Path(home, "Documents")
        folder.mkdir()
        print("walks (calls from one module into another, each once):")
        for name, found in walks(folder).items():
            print(f"  {name}: {found.calls} calls, {found.modules} modules")


if __name__ == "__main__":
    main()
