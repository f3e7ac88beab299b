"""``benchmarks/million.py`` puts itself in the place of the walk and listens to steps of the scan: they are there."""

import json
import subprocess
import sys
from pathlib import Path

BENCHMARK = str(Path(__file__).parents[3] / "benchmarks" / "million.py")


def test_it_measures_all_steps_of_some_files(tmp_path):
    database = str(tmp_path / "cache.sqlite3")
    command = [sys.executable, BENCHMARK, "--files", "1500", "--jobs", "1", "--database", database]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert "1,500 files, 1 jobs" in told
    for step in ("look up, load, make the table", "links", "clusters", "eight moves of a slider"):
        assert f"| {step} " in told
    again = subprocess.run([*command, "--measured"], check=True, capture_output=True, text=True, timeout=300)
    steps, facts = json.loads(again.stdout)
    assert [name for name, *_ in steps] == [
        "look up, load, make the table",
        "clusters",
        "eight moves of a slider",
    ]
    assert facts["contents"].endswith("files from the cache)")
