"""Mutants of every format through a real worker: a view or a reason, in bounded time and memory, twice the same."""

import os
import random
import sys
import time
from collections import Counter

import pytest
import xxhash
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import unpack
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from tests.helpers.examples import examples
from tests.helpers.files.mutants import code_of, mutant, samples
from tests.helpers.files.office_files import docx_of, paragraph, word_xml
from tests.helpers.files.views import MIB, children
from tests.helpers.open_files import open_files

BOUNDS = Bounds(output=32 * MIB, free=4 * MIB, members=5000, seconds=10, memory=512 * MIB, names=MIB)
SOAK = float(os.environ.get("SIMFINDER_FUZZ_SECONDS", "1800"))
EXTREMES = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]


class Look:
    """Have mutants read, and check what must hold for all of them."""

    def __init__(self, folder):
        self.worker = ViewReader(Control(), BOUNDS)
        self.path = str(folder / "mutant")
        self.outcomes = Counter()
        self.slowest = 0.0
        self.peak = 0

    def once(self, code):
        """The outcome in a form that can be compared."""
        state, size = xxhash.xxh3_128(), 0

        def take(part):
            nonlocal size
            size += len(part)
            state.update(part)

        before = time.monotonic()
        try:
            made = self.worker.read(self.path, code, take)
        except NoViewError as error:
            outcome = (error.message, error.lasting)
            self.outcomes[error.message] += 1
            unclear = not error.message or "\n" in error.message or self.path in error.message
            if unclear or error.message.endswith("Error)"):
                raise AssertionError(f"{error.message!r} is no reason") from error
        else:
            listed = unpack(made.members)
            assert size == made.made <= BOUNDS.output
            assert len(listed) + len(unpack(made.media)) <= BOUNDS.members
            assert not (made.members and made.media)
            assert made.whole
            assert not made.cut
            outcome = (made.name, made.made, made.members + made.media, state.digest())
            self.outcomes[f"made: {made.name}"] += 1
        took = time.monotonic() - before
        self.slowest = max(self.slowest, took)
        assert took < BOUNDS.seconds + 10
        self._look_at_worker()
        return outcome

    def _look_at_worker(self):
        pid = self.worker.pid
        if pid and sys.platform == "linux":
            with open(f"/proc/{pid}/status") as file:
                status = dict(line.split(":", 1) for line in file)
            self.peak = max(self.peak, int(status["VmHWM"].split()[0]) * 1024)
            assert self.peak < BOUNDS.memory

    def twice(self, data, code=None):
        with open(self.path, "wb") as file:
            file.write(data)
        code = code or code_of(data)
        if code not in BY_CODE:
            return None
        first = self.once(code)
        again = self.once(code)
        if "takes longer" not in str(first[0]) + str(again[0]):
            assert first == again
        return first


@pytest.fixture(scope="module")
def look(tmp_path_factory):
    look = Look(tmp_path_factory.mktemp("fuzz"))
    with look.worker:
        yield look
    assert children() == []


def test_the_samples_are_what_they_are_meant_to_be(look):
    outcomes = [look.twice(data) for data in samples()]
    assert None not in outcomes
    assert {code_of(data) for data in samples()} == {*BY_CODE}
    assert {outcome[0] for outcome in outcomes if len(outcome) == 4} == {
        "zip", "gzip", "bzip2", "xz", "zstd", "tar", "7z", "ar", "office", "pdf", "html", "mail",
        "epub", "raw", "json", "yaml", "minified", "picture", "sound", "program", "diskimage", "font",
    }  # fmt: skip
    assert (
        len([outcome for outcome in outcomes if len(outcome) == 4]) >= len(outcomes) - 5
    )  # the hostile ones


@settings(max_examples=examples(300), suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1))
def test_mutants(look, seed):
    look.twice(mutant(random.Random(seed)))


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=600), st.sampled_from(sorted(BY_CODE)))
def test_noise_as_any_format(look, data, code):
    look.twice(data, code)


@pytest.mark.parametrize("encoding", ["UTF-8TF-8", "shift_jis", "utf-7", "base64"])
def test_texts_in_encodings_that_are_none(look, encoding):
    body = word_xml(paragraph("text")).replace('encoding="UTF-8"', f'encoding="{encoding}"')
    assert look.twice(docx_of(body))[0] == "is damaged or ends too early"


@pytest.mark.soak
@pytest.mark.timeout(SOAK + 300)
def test_half_an_hour(look, tmp_path, capsys):
    start = int(os.environ.get("SIMFINDER_FUZZ_SEED", time.time_ns()))
    before, held, count = open_files(), _memory(), 0
    until = time.monotonic() + SOAK
    while time.monotonic() < until:
        dice = random.Random(start + count)
        data = mutant(dice)
        code = None if dice.random() < 0.9 else dice.choice(sorted(BY_CODE))
        count += 1
        try:
            look.twice(data, code)
        except BaseException:
            with capsys.disabled():
                print(f"\nSIMFINDER_FUZZ_SEED={start + count - 1}")
            raise
    with capsys.disabled():
        print(f"\n{count} mutants from {start}, slowest {look.slowest:.2f} s, peak {look.peak >> 20} MB")
        for outcome, times in look.outcomes.most_common():
            print(f"{times:8} {outcome}")
    assert len(open_files() - before) <= 4  # the pipes of the worker
    assert _memory() - held < 64 * MIB
    died = [outcome for outcome in look.outcomes if "process that reads it" in outcome]
    assert died == []


def _memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
