"""Project folders by the real program: left alone, or taken on request with one side whole."""

import os
import random

import pytest

from tests.helpers.program import simfinder


@pytest.fixture
def home_tree(tmp_path):
    """A project, a copy of it in which three files are others, and letters that were copied later."""
    root = tmp_path / "home"
    rng = random.Random(7)

    def write(name, data, age):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        time = 1_700_000_000 - age
        os.utime(path, (time, time))

    for i in range(12):
        data = rng.randbytes(4000)
        write(f"webapp/src/mod{i}.py", data, 100)
        write(f"webapp copy/src/mod{i}.py", data if i < 9 else rng.randbytes(4000), 0)
    for name in ("webapp", "webapp copy"):
        (root / name / ".git").mkdir()
    for i in range(6):
        data = rng.randbytes(4000)
        write(f"letters/letter{i}.txt", data, 0)
        write(f"old letters/letter{i}.txt", data, 100)
    outside = (root / "webapp/src/mod0.py").read_bytes()
    write("Downloads/mod0.py", outside, 200)
    return root


def gone(plan, root):
    return sorted(os.path.relpath(act["path"], root) for act in plan["acts"] if act["state"] == "planned")


def test_nothing_in_a_project_goes_by_itself(home_tree):
    planned = simfinder("plan", home_tree, "--json")
    assert planned.code == 0, planned.err
    assert gone(planned.json, home_tree) == ["Downloads/mod0.py"] + [
        f"old letters/letter{i}.txt" for i in range(6)
    ]
    assert planned.json["left_alone"] == 9
    assert planned.json["inside_projects"] is False
    assert "left alone: 9 files in " in planned.err
    assert "--inside-projects" in planned.err
    assert "left alone" not in simfinder("plan", home_tree, "--json", "--quiet").err


def test_on_request_one_side_stays_whole(home_tree):
    planned = simfinder("plan", home_tree, "--json", "--inside-projects")
    inside = [path for path in gone(planned.json, home_tree) if path.startswith("webapp")]
    assert len(inside) >= 9
    assert len({path.split("/")[0] for path in inside}) == 1
    assert planned.json["inside_projects"] is True
    assert planned.json["left_alone"] == 0
    assert "left alone" not in planned.err


def test_the_plan_says_what_a_folder_would_lose(home_tree, tmp_path):
    text = simfinder("plan", home_tree, "--inside-projects").out.decode()
    assert "old letters would lose 6 of 6 files" in text
    assert "webapp copy would lose 9 of 12 files" in text
    planned = simfinder("plan", home_tree, "--json", "--inside-projects")
    assert f"{home_tree}/webapp copy would lose 9 of 12 files" in planned.json["warnings"]
    (tmp_path / "plan.json").write_bytes(planned.out)
    done = simfinder("apply", tmp_path / "plan.json", "--yes", "--json")
    assert done.code == 0, done.err
    assert len(list((home_tree / "webapp/src").iterdir())) == 12
    assert len(list((home_tree / "webapp copy/src").iterdir())) == 3


def test_companions_go_together_or_not_at_all(home_tree):
    rng = random.Random(3)
    raw, same = rng.randbytes(9000), rng.randbytes(3000)
    for folder, note, age in (("pictures", same, 0), ("backup", rng.randbytes(3000), 50)):
        (home_tree / folder).mkdir()
        for name, data in (("IMG_1.CR2", raw), ("IMG_1.xmp", note), ("IMG_2.CR2", raw[::-1])):
            (home_tree / folder / name).write_bytes(data)
            os.utime(home_tree / folder / name, (1_700_000_000 - age,) * 2)
    went = gone(simfinder("plan", home_tree, "--json").json, home_tree)
    assert "backup/IMG_2.CR2" in went
    assert "backup/IMG_1.CR2" not in went
