"""``hamming`` as it is typed."""

import os
import random
import resource
import signal
import subprocess
import time

import pytest

from tests.helpers.program import PROGRAM, simfinder
from tests.unit.signatures.vectors import load


def hamming(tmp_path, text, *arguments, blocks=4, distance=3):
    source = tmp_path / "values"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    with source.open("rb") as stdin:
        return simfinder("hamming", "--blocks", blocks, "--distance", distance, *arguments, stdin=stdin)


def test_the_forms_of_a_value_and_of_a_pair(tmp_path):
    done = hamming(tmp_path, "0x5\r\n7\n\n  0X06\t\n18446744073709551615\n7\n0xfffffffffffffffe")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        b"0x0000000000000005\t0x0000000000000006\n"
        b"0x0000000000000005\t0x0000000000000007\n"
        b"0x0000000000000006\t0x0000000000000007\n"
        b"0xfffffffffffffffe\t0xffffffffffffffff\n"
    )


def test_a_vector(tmp_path):
    vector = next(v for v in load("simhash64_find_all") if v["why"] == "upper half only")
    done = hamming(
        tmp_path,
        "".join(f"0x{value}\n" for value in vector["hashes"]),
        blocks=vector["blocks"],
        distance=vector["distance"],
    )
    assert done.code == 0, done.err
    assert [line.split("\t") for line in done.out.decode().splitlines()] == [
        [f"0x{value}" for value in pair] for pair in sorted(vector["pairs"])
    ]


def test_no_pairs(tmp_path):
    done = hamming(tmp_path, "7\n7\n18446744073709551608")
    assert (done.code, done.out, done.err) == (0, b"", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n2\nthree\n4\n", "line 3: 'three' is no value"),
        ("18446744073709551616\n", "line 1: 18446744073709551616 does not fit into 64 bits"),
        ("1\n\xff\xfe\n".encode("latin-1"), r"line 2: '\udcff\udcfe' is no value"),
    ],
)
def test_a_bad_line(tmp_path, text, message):
    done = hamming(tmp_path, text)
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"simfinder: {message}")
    assert done.err.count("\n") == 1


def test_blocks_that_can_not_be(tmp_path):
    done = hamming(tmp_path, "1\n2\n", blocks=3, distance=3)
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith("simfinder: 3 blocks for a distance of 3: ")
    assert done.err.count("\n") == 1


def test_words_that_can_not_be():
    done = simfinder("hamming", "--blocks", "4", "--distance", "-1")
    assert done.code == 2
    assert "usage: simfinder hamming" in done.err


def test_a_reader_that_goes(tmp_path):
    source = tmp_path / "values"
    source.write_text("".join(f"{value}\n" for value in range(3000)))
    command = [*PROGRAM, "hamming", "--blocks", "4", "--distance", "3"]
    with source.open("rb") as stdin:
        program = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout.readline() == b"0x0000000000000000\t0x0000000000000001\n"
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(60) == 0


@pytest.mark.parametrize("at", ["reading", "joining"])
def test_ctrl_c(tmp_path, at):
    command = [*PROGRAM, "hamming", "--blocks", "13", "--distance", "12"]
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    rng = random.Random(4)
    program.stdin.write(
        "".join(f"{rng.getrandbits(64)}\n" for _ in range(1_000_000 if at == "joining" else 1000)).encode()
    )
    if at == "joining":
        program.stdin.close()
    time.sleep(2.5)
    program.send_signal(signal.SIGINT)
    begin = time.monotonic()
    assert program.wait(30) == 130
    assert time.monotonic() - begin < 5
    assert program.stdout.read() == b""
    assert b"Traceback" not in program.stderr.read()
    for pipe in (program.stdin, program.stdout, program.stderr):
        pipe.close()


@pytest.mark.soak
def test_a_million_values_cost_no_more_than_sorting_them_six_times(tmp_path):
    """CPU of whole processes, the best of three each; the margin is large (1.1 to 2)."""
    source = tmp_path / "values"
    rng = random.Random(1)
    source.write_text("".join(f"0x{rng.getrandbits(64):016x}\n" for _ in range(1_000_000)))
    environment = {**os.environ, "LC_ALL": "C"}
    ours = [*PROGRAM, "hamming", "--blocks", "5", "--distance", "3"]

    def spent(command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with source.open("rb") as stdin:
            subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, env=environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    rounds = [(spent(ours), spent(["sort"])) for _ in range(3)]
    assert min(own for own, _ in rounds) <= 6 * min(peer for _, peer in rounds)
