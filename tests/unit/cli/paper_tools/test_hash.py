"""``simfinder hash`` and ``score``: values of the real tools, JSON, options, and what is wrong."""

import io
import json
import os
import random
import subprocess
import sys
import threading

import pytest
import xxhash

from simfinder.cli.main import run
from simfinder.signatures.methods import registry
from simfinder.signatures.methods.shingleprint import print_text
from simfinder.signatures.methods.tagcount import counts_text
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.simhash.binary_windows import window_simhash
from simfinder.signatures.simhash.fingerprint import TextSimhash
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.spamsum import score as spamscore
from simfinder.signatures.tagcount import counter as tagcount
from tests.helpers.files import recipes
from tests.unit.signatures.vectors import load

TEXT = b"The quick brown fox jumps over the lazy dog, as ever.\n" * 40
NOISE = random.Random(1).randbytes(5000)


def text_simhash(text):
    state = TextSimhash()
    state.update(text)
    return state.digest()


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_bytes(TEXT)
    (tmp_path / "noise.bin").write_bytes(NOISE)
    (tmp_path / "empty").write_bytes(b"")
    return tmp_path


@pytest.fixture
def ours(here, capfdbinary):
    """Runs a command in this process: exit code, standard output, standard error."""

    def call(*arguments):
        code = run(arguments)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape")

    return call


@pytest.fixture
def said(ours, monkeypatch):
    """Runs ``score`` on some lines: exit code, lines of standard output, standard error."""

    def call(method, *lines):
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code, out, err = ours("score", "--method", method)
        return code, out.splitlines(), err

    return call


def signature(ours, *arguments):
    code, out, err = ours("hash", *arguments)
    assert (code, err) == (0, "")
    (line,) = out.splitlines()
    text, path = line.split("\t")
    assert path == arguments[-1]
    return text


def test_every_method_as_the_module_itself(ours):
    for name, data in (("text.txt", TEXT), ("noise.bin", NOISE)):
        assert signature(ours, "--method", "content", name) == xxhash.xxh3_128_hexdigest(data)
        assert signature(ours, "--method", "spamsum", name) == spamsum.spamsum(data)
        counts = ",".join(str(n) for n in tagcount.tag_counts(data).tolist())
        assert signature(ours, "--method", "tagcount", name) == counts
        values = shingleprint.shingleprint(data)
        assert signature(ours, "--method", "shingleprint", name) == print_text(values, 8)
    text = text_simhash(TEXT.decode())
    assert signature(ours, "--method", "simhash", "text.txt") == f"{text:016x}"
    stored = sign_bytes.sign(NOISE).simhash
    assert signature(ours, "--method", "simhash", "noise.bin") == f"{stored:016x}"


def test_texts_of_the_vectors(here, ours):
    for vector in load("simhash64_text")[::3]:
        if "words" in vector or not vector["shingles"]:
            continue
        (here / "x").write_text(vector["text"], encoding="utf-8", newline="")
        arguments = ("--ngram", str(vector["N"]), "--overlap", str(vector["M"]), "x")
        assert signature(ours, "--method", "simhash", *arguments) == vector["simhash"]


def test_free_block_sizes_of_the_vectors(here, ours):
    for vector in load("spamsum_spamspy")[:12]:
        (here / "x").write_bytes(recipes.build(vector["recipe"]))
        for custom in vector["custom"]:
            shape = ("--block-size", str(custom["block_size"]), "--length", str(custom["digest_len"]))
            for tail, key in (("spamspy", "digest"), ("legacy", "legacy")):
                found = signature(ours, "--method", "spamsum", *shape, "--tail", tail, "x")
                assert found == custom[key], (vector, tail)


def test_forms_of_spamsum(here, ours):
    tried = 0
    for vector in load("spamsum_tridgell"):
        data = recipes.build(vector["recipe"])
        if len(data) > 50_000:
            continue
        (here / "x").write_bytes(data)
        for forced in vector.get("forced", []):
            block = str(forced["block_size"])
            assert signature(ours, "--method", "spamsum", "--block-size", block, "x") == forced["digest"]
            tried += 1
        if "ignore_headers" in vector:
            assert signature(ours, "--method", "spamsum", "--ignore-headers", "x") == vector["ignore_headers"]
            tried += 1
    assert tried > 5
    for flag, bit in (("--elimseq", spamsum.Flag.ELIMSEQ), ("--notrunc", spamsum.Flag.NOTRUNC)):
        expected = spamsum.spamsum(NOISE, bit)
        assert signature(ours, "--method", "spamsum", flag, "noise.bin") == expected


def test_units_and_bits_of_simhash(ours):
    asked = ("--method", "simhash", "--unit")
    assert signature(ours, *asked, "bytes", "text.txt") == f"{window_simhash(TEXT):016x}"
    assert signature(ours, *asked, "bytes", "--ngram", "5", "--overlap", "2", "text.txt") == (
        f"{window_simhash(TEXT, 5, 2):016x}"
    )
    assert signature(ours, *asked, "bits", "--ngram", "12", "text.txt") == (
        f"{window_simhash(TEXT, 12, 0, 'bits'):016x}"
    )
    assert signature(ours, *asked, "sample", "text.txt") == f"{sign_bytes.sign(TEXT).simhash:016x}"
    assert signature(ours, *asked, "sample", "--bits", "32", "text.txt") == (
        f"{sign_bytes.sign(TEXT).simhash & 0xFFFFFFFF:08x}"
    )


def test_tags_and_weights_of_ones_own(here, ours):
    (here / "tags").write_text("tag bits mine\nff 8 2\n1 1 0.5\n")
    code, out, _ = ours("hash", "--method", "tagcount", "--tags", "tags", "--json", "noise.bin")
    found = json.loads(out)
    assert code == 0
    ones = sum(byte.bit_count() for byte in NOISE)
    assert found["counts"][1] == ones
    assert found["keys"]["mine"] == 2 * found["counts"][0] + ones // 2
    assert found["keys"]["uniform"] == sum(found["counts"])
    _, out, _ = ours(
        "hash",
        "--method",
        "tagcount",
        "--weights",
        "own=" + ",".join(["0"] * 15 + ["2"]),
        "--json",
        "text.txt",
    )
    assert json.loads(out)["keys"]["own"] == 2 * json.loads(out)["counts"][15]


def test_json_of_every_method(ours):
    paths = ["text.txt", "noise.bin"]
    by_method = {}
    for method in registry.TEXT_METHODS:
        code, out, err = ours("hash", "--method", method, "--json", *paths)
        assert (code, err) == (0, "")
        by_method[method] = found = [json.loads(line) for line in out.splitlines()]
        assert [value["path"] for value in found] == paths
        assert {value["method"] for value in found} == {method}
        _, plain, _ = ours("hash", "--method", method, *paths)
        assert [value["signature"] for value in found] == [line.split("\t")[0] for line in plain.splitlines()]
    counts = by_method["tagcount"][0]
    keys = tagcount.keys(tagcount.tag_counts(TEXT))
    assert counts["keys"] == {name: int(value) for name, value in keys._asdict().items()}
    offset = tagcount.extension_offset("text.txt")
    assert counts["keys_ext"] == {name: value + offset for name, value in counts["keys"].items()}
    prints = by_method["shingleprint"][0]
    assert prints["shingle"] == 8
    assert prints["signature"] == "8:" + ",".join(prints["features"])
    assert prints["features"] == sorted(prints["features"], reverse=True)


def test_the_extension_s_hash_of_2007(ours):
    _, out, _ = ours("hash", "--method", "tagcount", "--ext-hash", "original", "--json", "text.txt")
    found = json.loads(out)
    assert found["keys_ext"]["uniform"] - found["keys"]["uniform"] == tagcount.extension_offset(
        "text.txt", "original"
    )


def test_a_file_without_features_is_told(ours):
    for method in ("simhash", "shingleprint"):
        code, out, err = ours("hash", "--method", method, "text.txt", "empty", "noise.bin")
        assert code == 1
        assert [line.split("\t")[1] for line in out.splitlines()] == ["text.txt", "noise.bin"]
        assert err == "simfinder: empty: too short: no features\n"
        code, out, _ = ours("hash", "--method", method, "--json", "empty")
        assert code == 1
        assert json.loads(out)["signature"] is None
        assert json.loads(out)["reason"] == "too short: no features"


def test_files_that_can_t_be_read(here, ours):
    os.symlink("text.txt", here / "link")
    (here / "folder").mkdir()
    code, out, err = ours("hash", "--method", "content", "missing", "link", "folder")
    assert code == 1
    assert out == f"{xxhash.xxh3_128_hexdigest(TEXT)}\tlink\n"
    assert err.splitlines() == [
        "simfinder: missing: No such file or directory",
        "simfinder: folder: Is a directory",
    ]


def test_odd_names_come_back(here, ours):
    name = os.fsdecode(b"odd\xff\nname")
    (here / name).write_bytes(TEXT)
    _, out, _ = ours("hash", "--method", "content", "--json", name)
    assert json.loads(out)["path"] == name
    _, out, _ = ours("hash", "--method", "content", name)
    assert out == f"{xxhash.xxh3_128_hexdigest(TEXT)}\t{name}\n"


def test_a_pipe_and_a_file_with_holes(here, ours):
    os.mkfifo(here / "pipe")
    writer = threading.Thread(target=(here / "pipe").write_bytes, args=(NOISE,))
    writer.start()
    assert signature(ours, "--method", "spamsum", "pipe") == spamsum.spamsum(NOISE)
    writer.join()
    with open("holes", "wb") as file:
        file.write(NOISE)
        file.truncate(2**34)
    state = tagcount.TagCount()
    state.update(NOISE)
    state.update_zeros(2**34 - len(NOISE))
    assert signature(ours, "--method", "tagcount", "holes") == counts_text(state.digest())
    assert signature(ours, "--method", "simhash", "--unit", "bytes", "holes") == (
        f"{window_simhash(bytes(8)):016x}"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--method", "spamsum", "--ngram", "3"], "--ngram belongs to simhash"),
        (["--method", "content", "--shingle", "5"], "--shingle belongs to shingleprint"),
        (["--method", "simhash", "--weights", "1"], "1 weight for 16 tags"),
        (["--method", "simhash", "--ngram", "4", "--overlap", "4"], "can't overlap by 4"),
        (["--method", "simhash", "--unit", "bits", "--ngram", "65"], "at most 64"),
        (["--method", "shingleprint", "--shingle", "3"], "4"),
        (["--method", "shingleprint", "--features", "0"], "1"),
        (["--method", "spamsum", "--block-size", "0"], "1 or more, not 0"),
        (["--method", "spamsum", "--length", "5"], "need --block-size"),
        (["--method", "spamsum", "--block-size", "5", "--notrunc"], "ssdeep's own"),
        (["--method", "spamsum", "--block-size", "5", "--tail", "legacy", "--ignore-headers"], "do not go"),
        (["--method", "tagcount", "--tags", "missing"], "missing: No such file"),
        (["--method", "tagcount", "--tags", "bad"], "bad: line 1"),
        (["--method", "tagcount", "--tags", "noise.bin"], "noise.bin: is no text in UTF-8"),
        (["--method", "simhash", "--bits", "48"], "invalid choice"),
        (["--method", "spamsum", "--block-size", "x"], "no whole number"),
        (["--method", "md5"], "invalid choice"),
    ],
)
def test_wrong_usage(here, ours, arguments, said):
    (here / "bad").write_text("100 8\n")
    code, out, err = ours("hash", *arguments, "text.txt")
    assert code == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_binary_data_has_no_characters(ours):
    code, out, err = ours("hash", "--method", "simhash", "--unit", "characters", "noise.bin", "text.txt")
    assert code == 1
    assert err == "simfinder: noise.bin: is no text in UTF-8\n"
    assert out.endswith("\ttext.txt\n")


def test_text_cut_between_two_reads_is_text(here, ours):
    data = ("x" * 1_048_575 + "é" + "y" * 100).encode()  # é begins with the last byte of the first read
    (here / "long").write_bytes(data)
    expected = text_simhash(data.decode())
    assert signature(ours, "--method", "simhash", "long") == f"{expected:016x}"
    (here / "cut").write_bytes(data[:1_048_576])
    assert (
        signature(ours, "--method", "simhash", "cut") == f"{sign_bytes.sign(data[:1_048_576]).simhash:016x}"
    )


def test_scores_line_by_line(said):
    pairs = [(v["a"], v["b"], v["score"]) for v in load("ssdeep_pairs_signatures")]
    pairs = [p for p in pairs if not any(c in p[0] + p[1] for c in "\t\n\r")]
    code, lines, err = said("spamsum", *(f"{a}\t{b}" for a, b, _ in pairs))
    assert lines == ["-" if score < 0 else str(score) for _, _, score in pairs]
    assert code == 1
    wrong = [number for number, (_, _, score) in enumerate(pairs, 1) if score < 0]
    assert [line.split(":")[1].strip() for line in err.splitlines()] == [f"line {n}" for n in wrong]


def test_scores_of_other_methods(said):
    assert said("simhash", "0" * 16 + "\t" + "0" * 15 + "1") == (0, ["0.984375"], "")
    assert said("shingleprint", "8:00000002,00000001\t8:00000003,00000001") == (0, [str(1 / 3)], "")
    assert said("content", "ab" * 16 + "\t" + "ab" * 16) == (0, ["1.0"], "")
    assert said("tagcount", "1,2\t1,2") == (0, ["1.0"], "")
    assert spamscore.score("3::", "3::") == 100
    assert said("spamsum", "3::\t3::") == (0, ["100"], "")


def test_lines_that_are_no_pairs(said):
    code, lines, err = said("content", "", "ab", "a\tb\tc", "ab" * 16 + "\t" + "AB" * 16, "\udcff\tx")
    assert (code, lines) == (1, ["-", "-", "-", "1.0", "-"])
    assert [line[: len("simfinder: line N")] for line in err.splitlines()] == [
        f"simfinder: line {n}" for n in (1, 2, 3, 5)
    ]


def test_no_lines_no_scores(said):
    assert said("spamsum") == (0, [], "")


def test_lines_from_windows(said):
    assert said("simhash", "00000000\t00000000\r") == (0, ["1.0"], "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", [["hash", "--method", "content"], ["spamsum"], ["shingleprint"]])
def test_a_full_disk_behind_standard_output_is_a_line(here, command):
    with open("/dev/full", "wb") as full:
        found = subprocess.run(
            [sys.executable, "-m", "simfinder", *command, "text.txt"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert found.returncode == 2
    assert found.stderr == "simfinder: standard output can't be written: No space left on device\n"
