"""What compiling the kernels costs: each kernel of a first scan, all of them, and a first scan from end to end.

Every figure is CPU seconds of a process that finds nothing compiled. The peer is the same scan with everything
compiled, and numba's own way of compiling, which makes machine code of each function by itself. Run it by
``python benchmarks/compile.py FOLDER`` with a folder of some 100 files, some of them identical; it takes three minutes.
With ``--first`` it only measures the first scan there ever as a person at a terminal sees it: CPU and wall seconds of
the program and its helpers until the first files are told, until the clusters by estimates are, and until these are
verified.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pty
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from common.peers import Cost, machine, print_table, run
from memory import descendants

_SHOWN = 16
_TOLD = {"identical files": b"Identical files found", "clusters by estimates": b"Similar files found"}


@dataclass(frozen=True)
class Kernel:
    """What compiling a kernel with all it calls costs.

    Attributes:
        step: of ``compile_ahead``, or "others".
        name: module and function.
        seconds: CPU.
        functions: that numba compiled for it.
    """

    step: str
    name: str
    seconds: float
    functions: int


def kernels() -> list[Kernel]:
    """Compile everything in this process, step by step; kernels that several steps need count for the first."""
    from numba.core import event

    from simfinder.app.runtime import warmup
    from simfinder.app.runtime.compile_ahead import STEPS

    found: list[Kernel] = []
    began: list[float] = []
    step = ""

    class Listener(event.Listener):
        count = 0

        def on_start(self, _event: event.Event) -> None:
            self.count = self.count + 1 if began else 1
            began.append(time.thread_time())

        def on_end(self, event: event.Event) -> None:
            start = began.pop()
            if not began:
                function = event.data["dispatcher"].py_func
                name = f"{function.__module__.removeprefix('simfinder.')}.{function.__qualname__}"
                found.append(Kernel(step, name, time.thread_time() - start, self.count))

    listener = Listener()
    event.register("numba:compile", listener)
    for step, (_, call) in STEPS.items():  # noqa: B007 - the listener reads it
        call()
    step = "others"
    warmup.load(everything=True)
    return found


@contextlib.contextmanager
def nothing_compiled() -> Iterator[dict[str, str]]:
    """Yield an environment in which nothing was ever compiled or scanned."""
    with tempfile.TemporaryDirectory() as place:
        yield {
            **os.environ,
            "NUMBA_CACHE_DIR": os.path.join(place, "kernels"),
            **{f"XDG_{name}_HOME": place for name in ("CACHE", "CONFIG", "DATA")},
        }


def scans(folder: str) -> dict[str, Cost]:
    """Scan a folder first with nothing compiled, then again."""
    costs = {}
    for name, options in (("estimates", ["--estimates"]), ("verified", [])):
        command = [sys.executable, "-m", "simfinder", "scan", folder, "--json", "--no-cache", *options]
        with nothing_compiled() as environment:
            costs[f"{name}, nothing compiled"] = run(command, environment=environment)
            costs[f"{name}, all compiled"] = run(command, environment=environment)
    return costs


def first_scan(folder: str, *options: str) -> dict[str, tuple[float, float]]:
    """Scan on a terminal with nothing compiled; return CPU and wall seconds until some files are told, and all."""
    command = [sys.executable, "-m", "simfinder", "scan", folder, "--no-cache", *options]
    with nothing_compiled() as environment:
        began = time.monotonic()
        process, terminal = pty.fork()
        if not process:
            os.execve(sys.executable, command, environment)
        told, moments = b"", {}
        with contextlib.suppress(OSError):  # the end
            while some := os.read(terminal, 1 << 16):
                told += some
                for name, words in _TOLD.items():
                    if name not in moments and words in told:
                        moments[name] = cpu_of(process), time.monotonic() - began
        _, _, usage = os.wait4(process, 0)
        moments["the end"] = usage.ru_utime + usage.ru_stime, time.monotonic() - began
    return moments


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process and of all below it, those that have ended too."""
    ticks = 0
    for one in (process, *descendants(process)):
        with (
            contextlib.suppress(OSError),
            open(f"/proc/{one}/stat", encoding="utf-8", errors="replace") as file,
        ):
            ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _print(found: list[Kernel], costs: dict[str, Cost]) -> None:
    """Print the tables."""
    steps = list(dict.fromkeys(kernel.step for kernel in found))
    rows = []
    for step in steps:
        of = [kernel for kernel in found if kernel.step == step]
        rows.append(
            [step, str(len(of)), str(sum(k.functions for k in of)), f"{sum(k.seconds for k in of):.1f}"]
        )
    rows.append(
        ["all", str(len(found)), str(sum(k.functions for k in found)), f"{sum(k.seconds for k in found):.1f}"]
    )
    print_table(["step", "kernels", "functions", "CPU s"], rows)
    print()
    largest = sorted(found, key=lambda kernel: -kernel.seconds)[:_SHOWN]
    print_table(
        ["kernel", "step", "functions", "CPU s"],
        [[kernel.name, kernel.step, str(kernel.functions), f"{kernel.seconds:.2f}"] for kernel in largest],
    )
    print()
    print_table(
        ["scan", "CPU s", "wall s", "MB"],
        [[name, f"{cost.cpu:.1f}", f"{cost.wall:.1f}", f"{cost.memory:.0f}"] for name, cost in costs.items()],
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", help="of some 100 files to scan; none: kernels only")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    parser.add_argument("--first", action="store_true", help="only the first scan, until it shows something")
    parser.add_argument("--alone", metavar="FILE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        with open(arguments.alone, "w", encoding="utf-8") as file:
            json.dump([asdict(kernel) for kernel in kernels()], file)
        return
    if arguments.first:
        print(f"{machine()}\n")
        rows = [
            [" ".join(("scan", *options)), f"until {name}", f"{cpu:.1f}", f"{wall:.1f}"]
            for options in (("--estimates",), ())
            for name, (cpu, wall) in first_scan(arguments.folder, *options).items()
        ]
        print_table(["first scan, nothing compiled", "", "CPU s", "wall s"], rows)
        return
    with nothing_compiled() as environment, tempfile.TemporaryDirectory() as place:
        out = os.path.join(place, "kernels.json")
        run([sys.executable, __file__, "--alone", out], environment=environment)
        with open(out, encoding="utf-8") as file:
            found = [Kernel(**kernel) for kernel in json.load(file)]
    costs = scans(arguments.folder) if arguments.folder else {}
    if arguments.json:
        figures = {
            "kernels": [asdict(kernel) for kernel in found],
            "scans": {k: asdict(c) for k, c in costs.items()},
        }
        print(json.dumps({"machine": machine(), **figures}, indent=1))
        return
    print(f"{machine()}\n")
    _print(found, costs)


if __name__ == "__main__":
    main()
