"""What it costs to verify a scan on the bytes, beside the scan itself and ``ssdeep -r`` on the same tree.

    python benchmarks/verify.py FOLDER… [--rounds 1] [--jobs 2] [--json]

In a process that is warm, as the program does it: the first scan with a fresh cache (walk, reading, all methods,
search, clusters by estimates), the verification of all that clusters rest on, and of files inside others (search and
bytes). Printed are medians of CPU seconds (those of the processes that open archives among them), wall seconds, pairs
measured, memory when the step began and at its peak, and the CPU over that of the scan and of the peer. Both steps
together may take twice the CPU of the scan. Nothing is written outside a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from common.peers import Cost, files_below, installed, machine, print_table, run, size_of
from scan import in_fresh_process, verdict

SCAN, VERIFYING, INSIDE, BOTH = "first scan", "verification", "files inside others", "both"
SSDEEP = "ssdeep -r"
MUST, AIM = 2.0, 1.0


@dataclass(frozen=True)
class Step:
    """What a step cost.

    Attributes:
        cost: CPU seconds with those of child processes, wall seconds, peak memory in MB.
        held: memory when it began, in MB.
        pairs: pairs whose bytes were compared.
    """

    cost: Cost
    held: float = 0.0
    pairs: int = 0


def _memory(name: str) -> float:
    """Return a figure of this process's memory in MB; 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) / 1e3 for line in status if line.startswith(name))
    except OSError:
        return 0.0


def _measured(work: Callable[[], int]) -> Step:
    """Run a step that returns how many pairs it measured."""
    try:
        with open("/proc/self/clear_refs", "w") as marks:
            marks.write("5")  # the peak begins anew
    except OSError:
        pass
    held, begin, before = _memory("VmRSS"), time.monotonic(), _cpu()
    pairs = work()
    cpu, system = (now - then for now, then in zip(_cpu(), before, strict=True))
    return Step(Cost(cpu, system, time.monotonic() - begin, _memory("VmHWM")), held, pairs)


def _cpu() -> tuple[float, float]:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    system = sum(usage.ru_stime for usage in usages)
    return system + sum(usage.ru_utime for usage in usages), system


def steps_of(folder: str, jobs: int, home: str) -> dict[str, Step]:
    """In a process of its own: a scan and its verification, step by step."""
    from simfinder.app.runtime.warmup import load
    from simfinder.app.session.session import Session
    from simfinder.app.verify.containment.contained_files import measured_parts
    from simfinder.app.verify.verifier import Verifier
    from simfinder.model.progress import Control
    from simfinder.model.scan_options import ScanOptions
    from simfinder.model.tolerances import Choices
    from simfinder.store.cache.cache import Cache, Measured

    load(everything=True)
    steps, control = {}, Control()
    with Cache.open(os.path.join(home, "cache.sqlite3")) as cache:
        sessions: list[Session] = []
        measured, write = [0], cache.write_overlaps

        def counting(pairs: Sequence[Measured], made_of: str) -> None:
            measured.append((measured.pop() if measured else 0) + len(pairs))
            write(pairs, made_of)

        setattr(cache, "write_overlaps", counting)  # noqa: B010

        def scan() -> int:
            options = ScanOptions((folder,), hidden=True, jobs=jobs)
            sessions.append(Session.run(options, Choices(), cache=cache, control=control))
            return 0

        def verify() -> int:
            sessions[-1].verify(verifier)
            verifier.close()  # so that the time of its processes counts
            return measured.pop()

        def inside() -> int:
            measured_parts(sessions[-1].result, verifier, control, jobs=jobs)
            verifier.close()
            return measured.pop()

        steps[SCAN] = _measured(scan)
        verifier = Verifier(sessions[-1].result, cache, control, jobs=jobs)
        steps[VERIFYING] = _measured(verify)
        steps[INSIDE] = _measured(inside)
    return steps


def rows_of(rounds: list[dict[str, Step]]) -> list[list[str]]:
    """The table of a folder, by medians."""

    def median(name: str, figure: Callable[[Step], float]) -> float:
        return statistics.median(figure(each[name]) for each in rounds)

    rows = []
    for name in rounds[0]:
        over = [
            f"{statistics.median(each[name].cost.cpu / each[other].cost.cpu for each in rounds):.2f}"
            for other in (SCAN, SSDEEP)
            if other in rounds[0]
        ]
        pairs, held = median(name, lambda step: step.pairs), median(name, lambda step: step.held)
        rows.append(
            [
                name,
                f"{median(name, lambda step: step.cost.cpu):.1f}",
                f"{median(name, lambda step: step.cost.wall):.1f}",
                f"{pairs:,.0f}" if pairs else "",
                f"{held:.0f}" if held else "",
                f"{median(name, lambda step: step.cost.memory):.0f}",
                *over,
            ]
        )
    return rows


def measure(folder: str, rounds: int, jobs: int, *, as_json: bool) -> None:
    """All rounds of one folder, printed."""
    here, found = installed(["ssdeep"]), []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            steps = in_fresh_process(steps_of, folder, jobs, home)
        cost = steps[VERIFYING].cost + steps[INSIDE].cost
        steps[BOTH] = Step(cost, steps[VERIFYING].held, steps[VERIFYING].pairs + steps[INSIDE].pairs)
        if here:
            steps[SSDEEP] = Step(run(["ssdeep", "-s", "-r", folder]))
        found.append(steps)
    if as_json:
        print(json.dumps([{name: asdict(step) for name, step in steps.items()} for steps in found], indent=1))
        return
    files = sum(1 for _ in files_below(folder))
    print(f"{machine()}; {jobs} threads; {rounds} rounds; {files:,} files, {size_of(folder) / 1e6:.0f} MB\n")
    header = ["", "CPU s", "wall s", "pairs", "MB before", "MB at most", f"CPU / {SCAN}"]
    print_table(header + [f"CPU / {SSDEEP}"] * (SSDEEP in found[0]), rows_of(found))
    ratio = statistics.median(steps[BOTH].cost.cpu / steps[SCAN].cost.cpu for steps in found)
    print(
        f"\n{verdict(ratio, MUST, AIM)}: both / first scan {ratio:.2f}, at most {MUST:.0f}, better {AIM:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", metavar="folder")
    parser.add_argument("--rounds", type=int, default=1, help="default %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="threads; default %(default)s")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        measure(os.path.abspath(folder), arguments.rounds, arguments.jobs, as_json=arguments.json)


if __name__ == "__main__":
    main()
