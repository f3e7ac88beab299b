"""What ``doctor`` says of machines that we do not have."""

import pytest

from simfinder.app.maintenance import doctor
from simfinder.workers.sandbox import self_report
from simfinder.workers.sandbox.limits import UNCONFINED, Confinement


@pytest.mark.parametrize(
    ("held", "text"),
    [
        (Confinement(seccomp=True, landlock=7, limits=True), "confined by: seccomp, Landlock 7, limits"),
        (
            Confinement(seccomp=False, landlock=3, limits=True),
            "confined by: Landlock 3, limits; no seccomp here: native code could start programs and use the network",
        ),
        (
            Confinement(seccomp=True, landlock=0, limits=True),
            "confined by: seccomp, limits; no Landlock here: native code could read other files",
        ),
        (
            UNCONFINED,
            "confined by: checks of Python alone; no seccomp here: native code could start programs and use the "
            "network; no Landlock here: native code could read other files",
        ),
    ],
)
def test_what_confines_parsers(held, text):
    assert doctor._confined_by(held) == text


def test_parsers_that_can_not_be_run_apart(monkeypatch):
    monkeypatch.setattr(self_report, "__name__", "no.such.module")
    check = doctor._parsers()
    assert (check.ok, check.text) == (False, "can't be run apart (NOT_STARTED)")
