import pytest

from simfinder.app.settings import type_limits
from simfinder.model.tolerances import BUILT_IN, Tolerances


def test_the_data_file_says_how_far_and_why():
    found = type_limits.limits()
    assert found
    assert all(0 < value < BUILT_IN for value in found.values())
    assert all(name == name.lower() and "." not in name for name in found)


def test_every_limit_has_its_reason():
    assert set(type_limits.reasons()) == set(type_limits.limits())
    assert all(text.endswith(".") for text in type_limits.reasons().values())


def test_a_limit_is_read():
    assert dict(type_limits.read('[pom]\npercent = 5\nreason = "a form"\n')) == {"pom": 0.05}
    assert dict(type_limits.read("")) == {}


@pytest.mark.parametrize(
    "text",
    [
        "[pom",
        "pom = 5",
        "[pom]\npercent = 5",
        '[pom]\npercent = 101\nreason = "x"',
        '[pom]\npercent = -1\nreason = "x"',
        '[pom]\npercent = true\nreason = "x"',
        '[pom]\npercent = "5"\nreason = "x"',
        '[pom]\npercent = 5\nreason = " "',
        '[pom]\npercent = 5\nreason = "x"\nmore = 1',
    ],
)
def test_a_damaged_file_is_refused(text):
    with pytest.raises(ValueError, match=r"tolerances.toml|table"):
        type_limits.read(text)


def test_all_types_tightens_a_limited_type_and_never_loosens_it():
    tolerances = Tolerances(0.3, limits={"pom": 0.05})
    assert tolerances.of("pom") == 0.05
    assert tolerances.of("txt") == 0.3
    assert tolerances.with_default(0.5).of("pom") == 0.05
    assert tolerances.with_default(0.02).of("pom") == 0.02


def test_an_own_value_counts_before_a_limit():
    tolerances = Tolerances(0.3, limits={"pom": 0.05}).with_type("pom", 0.4)
    assert tolerances.of("pom") == 0.4
    assert tolerances.with_type("pom", None).of("pom") == 0.05


def test_a_limit_outside_the_range_is_refused():
    with pytest.raises(ValueError, match="pom"):
        Tolerances(limits={"pom": 1.5})
