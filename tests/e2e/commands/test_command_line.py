"""The contract of the command line, held against the real program on real files."""

import json
import os
import random
import subprocess

import pytest

from tests.helpers.program import PROGRAM, simfinder

WORDS = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "lmnrst"]


def prose(seed, words=900):
    rng = random.Random(seed)
    return " ".join(rng.choice(WORDS) for _ in range(words)) + "\n"


def put(path, data, mtime):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    os.utime(path, ns=(mtime * 10**9, mtime * 10**9 + 123456789))
    return path


@pytest.fixture
def tree(tmp_path):
    """A report in three versions with a copy, a stranger in the same language, and random bytes."""
    root = tmp_path / "tree"
    report = prose(1)
    put(root / "docs/report.txt", report + prose(2, 40), 1_700_000_300)
    put(root / "docs/report v1.txt", report, 1_700_000_100)
    put(root / "old/report.txt.bak", report + prose(2, 20), 1_700_000_200)
    put(root / "old/copy of report.txt", report, 1_700_000_050)
    put(root / "docs/stranger.txt", prose(7), 1_700_000_000)
    put(root / "data/a.bin", random.Random(3).randbytes(20_000), 1_700_000_000)
    put(root / "data/b.bin", random.Random(4).randbytes(20_000), 1_700_000_000)
    put(root / "data/empty", b"", 1_700_000_000)
    return root


def relations(cluster):
    return {os.path.basename(f["path"]): f["relation"] for f in cluster["files"]}


def contents(root):
    return {
        str(p.relative_to(root)): (p.read_bytes(), p.stat().st_mtime_ns, p.stat().st_mode)
        for p in sorted(root.rglob("*"))
        if p.is_file()
    }


def test_scan_json(tree):
    done = simfinder("scan", tree, "--json")
    assert done.code == 0, done.err
    result = done.json
    assert set(result) == {
        "version", "files", "bytes", "passed_over", "verified", "clusters", "contains", "problems"
    }  # fmt: skip
    assert (result["version"], result["files"], result["passed_over"]) == (1, 7, {"empty": 1})
    assert (result["verified"], result["problems"], result["contains"]) == (True, [], [])
    assert result["bytes"] == sum(p.stat().st_size for p in tree.rglob("*") if p.is_file())
    (cluster,) = result["clusters"]
    assert cluster["kept"] == str(tree / "docs/report.txt")
    assert relations(cluster) == {
        "report.txt": "kept", "report v1.txt": "older", "report.txt.bak": "older", "copy of report.txt": "older"
    }  # fmt: skip
    first = cluster["files"][0]
    assert first["path"] == cluster["kept"]
    assert (first["similarity"], first["estimated"], first["view"]) == (1.0, False, "raw")
    assert first["mtime_ns"] == "1700000300123456789"
    assert first["mtime"] == pytest.approx(1700000300.123456789)
    shares = [f["similarity"] for f in cluster["files"]]
    assert shares == sorted(shares, reverse=True)
    assert all(0.8 < share < 1.0 for share in shares[1:])
    assert cluster["weakest"] == shares[-1]
    assert cluster["bytes_freed"] == sum(f["size"] for f in cluster["files"][1:])


def test_the_second_scan_comes_from_the_cache_and_says_the_same(tree):
    first = simfinder("scan", tree, "--json")
    second = simfinder("scan", tree, "--json")
    assert second.out == first.out
    assert "7 from cache" in second.err
    assert simfinder("scan", tree, "--json", "--no-cache", "--jobs", "1").out == first.out


def test_tolerance_per_type(tree):
    assert len(simfinder("scan", tree, "--json", "--tolerance", "0").json["clusters"][0]["files"]) == 2
    strict = simfinder("scan", tree, "--json", "--tolerance", "txt=0").json["clusters"]
    assert [relations(c) for c in strict] == [{"report v1.txt": "kept", "copy of report.txt": "identical"}]
    assert (
        simfinder("scan", tree, "--json", "--tolerance", "bin=0").json["clusters"][0]["files"].__len__() == 4
    )


def test_methods(tree):
    for method in ("tagcount", "spamsum", "simhash", "shingleprint", "content"):
        result = simfinder("scan", tree, "--json", "--method", method)
        assert result.code == 0, result.err
        names = [relations(c) for c in result.json["clusters"]]
        assert all("stranger.txt" not in n for n in names), method
        assert any("copy of report.txt" in n for n in names), method
    assert simfinder("scan", tree, "--method", "nonsense").code == 2


def test_identical(tree):
    (cluster,) = simfinder("scan", tree, "--json", "--identical").json["clusters"]
    assert relations(cluster) == {"report v1.txt": "kept", "copy of report.txt": "identical"}
    assert cluster["weakest"] == 1.0


def test_pairs(tree):
    result = simfinder("pairs", tree, "--json").json
    assert set(result) == {"version", "verified", "pairs", "contains", "identical", "problems"}
    assert result["identical"] == [[str(tree / "docs/report v1.txt"), str(tree / "old/copy of report.txt")]]
    figures = [pair[2] for pair in result["pairs"]]
    assert figures == sorted(figures, reverse=True)
    assert len(result["pairs"]) == 3
    for a, b, similarity, more in result["pairs"]:
        assert os.fsencode(a) < os.fsencode(b)
        assert 0.3 <= similarity < 1.0
        assert {"sketch", "spamsum", "tagcount"} <= set(more["methods"])
    expanded = simfinder("pairs", tree, "--json", "--expand").json
    assert expanded["identical"] == []
    assert len(expanded["pairs"]) == 6
    assert [p[2] for p in expanded["pairs"]][:2] == [1.0, expanded["pairs"][1][2]]
    assert simfinder("pairs", tree, "--json", "--min", "0.999").json["pairs"] == []


def test_clean_and_undo_to_the_trash(tree, home):
    before = contents(tree)
    dry = simfinder("clean", tree, "--dry-run", "--json")
    assert dry.code == 0, dry.err
    assert {act["state"] for act in dry.json["acts"]} == {"planned"}
    assert contents(tree) == before
    refused = simfinder("clean", tree, "--json")
    assert (refused.code, refused.out) == (2, b"")
    assert "--yes" in refused.err
    assert contents(tree) == before

    done = simfinder("clean", tree, "--yes", "--json")
    assert done.code == 0, done.err
    report = done.json
    assert set(report) >= {"version", "batch", "acts", "bytes_freed"}
    assert [act["path"] for act in report["acts"]] == [act["path"] for act in dry.json["acts"]]
    assert {act["state"] for act in report["acts"]} == {"done"}
    assert all(os.path.exists(act["to"]) and not os.path.exists(act["path"]) for act in report["acts"])
    assert str(home) in report["acts"][0]["to"] or ".Trash" in report["acts"][0]["to"]
    assert sorted(p.name for p in tree.rglob("*.txt*")) == ["report.txt", "stranger.txt"]

    history = simfinder("history", "--json").json
    (batch,) = history["batches"]
    assert batch["batch"] == history["batch"] == report["batch"]
    assert batch["acts"] == history["acts"]
    assert simfinder("history", report["batch"], "--json").json["acts"] == report["acts"]

    undone = simfinder("undo", "--json")
    assert undone.code == 0, undone.err
    assert {act["state"] for act in undone.json["acts"]} == {"undone"}
    assert contents(tree) == before
    again = simfinder("undo")
    assert again.code == 2
    assert "nothing" in again.err.lower()


def test_clean_moves_keep_the_tree_and_never_overwrite(tree, tmp_path):
    before = contents(tree)
    target = tmp_path / "away"
    put(target / "docs/report v1.txt", b"somebody else's", 1)
    done = simfinder("clean", tree, "--yes", "--json", "--to", target)
    assert done.code == 0, done.err
    assert (target / "docs/report v1.txt").read_bytes() == b"somebody else's"
    assert (target / "old/report.txt.bak").read_bytes() == before["old/report.txt.bak"][0]
    assert simfinder("undo").code == 0
    assert contents(tree) == before
    assert (target / "docs/report v1.txt").read_bytes() == b"somebody else's"


def test_keep_and_remove_rules(tree):
    acts = simfinder("clean", tree, "--dry-run", "--json", "--keep", "oldest", "--remove", "all").json["acts"]
    assert sorted(os.path.basename(a["path"]) for a in acts) == [
        "report v1.txt",
        "report.txt",
        "report.txt.bak",
    ]
    acts = simfinder("clean", tree, "--dry-run", "--json", "--remove", "identical").json["acts"]
    assert acts == []
    kept_in = simfinder("clean", tree, "--dry-run", "--json", "--keep", f"in:{tree}/old,oldest").json["acts"]
    assert all(a["path"] != str(tree / "old/copy of report.txt") for a in kept_in)
    wrong = simfinder("clean", tree, "--dry-run", "--keep", "best")
    assert wrong.code == 2
    assert "best" in wrong.err


def test_protected_files_stay(tree):
    done = simfinder("clean", tree, "--yes", "--json", "--protect", tree / "old")
    assert done.code == 0, done.err
    assert [os.path.basename(a["path"]) for a in done.json["acts"]] == ["report v1.txt"]
    assert (tree / "old/report.txt.bak").exists()


def test_odd_names_come_back_exactly(tmp_path):
    root = tmp_path / "odd"
    names = [b"latin-\xe9.txt", b"new\nline.txt", b"--json.txt", b'quote".txt']
    for name in names:
        put(root / os.fsdecode(name), prose(5), 1_700_000_000)
    done = simfinder("scan", root, "--json")
    assert b"\\udce9" in done.out
    (cluster,) = done.json["clusters"]
    assert {os.fsencode(f["path"]) for f in cluster["files"]} == {
        os.fsencode(root) + b"/" + name for name in names
    }
    text = simfinder("scan", root)
    assert b"latin-\xe9.txt" in text.out
    assert b"new\\nline.txt" in text.out
    cleaned = simfinder("clean", root, "--yes", "--json", "--remove", "all")
    assert cleaned.code == 0, cleaned.err
    assert len(os.listdir(os.fsencode(root))) == 1
    assert simfinder("undo").code == 0
    assert set(os.listdir(os.fsencode(root))) == set(names)


def test_special_files_are_counted_and_problems_listed(tree):
    os.mkfifo(tree / "fifo")
    os.symlink(tree, tree / "loop")
    (tree / "docs/hard link.txt").hardlink_to(tree / "docs/report.txt")
    (tree / ".hidden").write_text("x")
    result = simfinder("scan", tree, tree / "docs", tree / "nowhere", tree / "fifo", "--json")
    assert result.code == 1
    passed = result.json["passed_over"]
    assert (passed["special"], passed["symlink"], passed["hidden"], passed["empty"]) == (1, 1, 1, 1)
    assert passed["same-file"] >= 1
    assert {p["path"] for p in result.json["problems"]} == {str(tree / "nowhere"), str(tree / "fifo")}
    assert all(f"{p['path']}: {p['reason']}" in result.err for p in result.json["problems"])
    assert result.json["files"] == 7


def test_nothing_to_scan(tmp_path):
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "nowhere", tmp_path / "file"):
        result = simfinder("scan", folder, "--json")
        assert (result.code, result.out) == (2, b"")
        assert str(folder) in result.err
        assert "Traceback" not in result.err
    (tmp_path / "empty").mkdir()
    result = simfinder("scan", tmp_path / "empty", "--json")
    assert (result.code, result.json["files"], result.json["clusters"]) == (0, 0, [])


@pytest.mark.parametrize(
    "arguments",
    [
        ["scan"],
        ["frobnicate"],
        ["scan", ".", "--tolerance", "150"],
        ["scan", ".", "--tolerance", "py=many"],
        ["scan", ".", "--jobs", "0"],
        ["scan", ".", "--min-size", "big"],
        ["scan", ".", "--min-size", "2k", "--max-size", "1k"],
        ["scan", ".", "--protect", "nowhere"],
        ["pairs", ".", "--min", "2"],
        ["undo", "last"],
        ["undo", "77"],
        ["history", "77"],
        ["cache"],
        ["--nonsense"],
        [],
    ],
)
def test_wrong_usage(arguments, tmp_path):
    result = simfinder(*arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, b"")
    assert result.err.strip()
    assert "Traceback" not in result.err


def test_help_and_version():
    for arguments in (["--help"], ["scan", "--help"], ["clean", "--help"], ["--version"]):
        result = simfinder(*arguments)
        assert (result.code, result.err) == (0, "")
        assert result.out
    help_text = simfinder("--help").out.decode()
    verbs = ("scan", "pairs", "clean", "history", "undo", "cache", "doctor")
    assert all(verb in help_text for verb in verbs)
    assert "not yet" not in help_text


def test_folders_without_a_display_are_scanned_in_the_terminal(tree):
    result = simfinder(tree)
    assert result.code == 0
    assert "no display" in result.err
    assert b"report.txt" in result.out


def test_filters(tree):
    def names(*options):
        result = simfinder("scan", tree, "--json", *options)
        assert result.code == 0, result.err
        return result.json["files"], result.json["passed_over"]

    assert names("--exclude", "*.bin") == (5, {"empty": 1, "excluded": 2})
    assert names("--include", "*.txt")[0] == 4
    assert names("--max-size", "10k")[0] == 5
    assert names("--min-size", "10k")[0] == 2
    assert names("--empty") == (8, {})


def test_cache_commands(tree, home):
    simfinder("scan", tree, "--json")
    info = simfinder("cache", "info")
    assert info.code == 0
    assert str(home).encode() in info.out
    assert simfinder("cache", "clear").code == 0
    assert "from cache" not in simfinder("scan", tree, "--json").err


def test_a_broken_cache_is_set_aside(tree, home):
    expected = simfinder("scan", tree, "--json").json["clusters"]
    (cache,) = home.rglob("cache.sqlite3")
    cache.write_bytes(b"this is no database" * 1000)
    for leftover in cache.parent.glob("cache.sqlite3-*"):
        leftover.unlink()
    result = simfinder("scan", tree, "--json")
    assert (result.code, result.json["clusters"], result.json["problems"]) == (0, expected, [])
    assert "damaged" in result.err or "corrupt" in result.err
    assert "7 from cache" in simfinder("scan", tree, "--json").err


def test_doctor():
    result = simfinder("doctor")
    assert result.code == 0, result.err
    for word in (b"SimFinder", b"Python", b"Trash", b"cache"):
        assert word.lower() in result.out.lower()


def test_a_reader_that_stops_early_is_no_error(tree):
    command = [*PROGRAM, "pairs", str(tree), "--min", "0.1"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.close()
    error = program.stderr.read().decode()
    program.stderr.close()
    program.wait(60)
    assert "Traceback" not in error
    assert "BrokenPipe" not in error


def test_json_is_ascii_and_one_document(tree):
    result = simfinder("scan", tree, "--json", "--quiet")
    assert result.err == ""
    assert result.out.decode("ascii").count("\n") == 1
    json.loads(result.out)
