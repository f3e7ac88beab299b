import pytest

from simfinder.model.file_families import Family
from simfinder.model.tolerances import BUILT_IN, FLOOR, WIDEST, Tolerances


def test_a_type_without_its_own_follows_all_types():
    tolerances = Tolerances(0.2).with_type("py", 0.1)
    assert tolerances.of("py") == 0.1
    assert tolerances.of("txt") == 0.2
    assert tolerances.with_default(0.4).of("txt") == 0.4
    assert tolerances.with_type("py", None).of("py") == 0.2


def test_a_family_speaks_for_its_types_that_have_no_value_of_their_own():
    tolerances = Tolerances(0.2, limits={"png": 0.05}).with_family(Family.PICTURES, 0.1).with_type("gif", 0.4)
    assert [tolerances.of(name) for name in ("jpg", "png", "gif", "txt")] == [0.1, 0.05, 0.4, 0.2]
    assert tolerances.widest == 0.4
    assert tolerances.with_family(Family.PICTURES, 0.45).widest == 0.45
    assert tolerances.with_default(0.3).of("jpg") == 0.1
    assert tolerances.with_type("gif", None).of("gif") == 0.1
    assert tolerances.with_family(Family.PICTURES, None).of("jpg") == 0.2
    with pytest.raises(ValueError, match="pictures"):
        Tolerances().with_family(Family.PICTURES, 1.5)


@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan")])
def test_values_outside_the_range_are_refused(value):
    with pytest.raises(ValueError, match="between"):
        Tolerances(value)
    with pytest.raises(ValueError, match="py"):
        Tolerances().with_type("py", value)


def test_links_are_kept_below_the_widest_slider():
    assert 1.0 - WIDEST > FLOOR
    assert Tolerances().default == BUILT_IN


def test_values_are_frozen():
    tolerances = Tolerances().with_type("py", 0.1)
    with pytest.raises(TypeError):
        tolerances.by_type["py"] = 0.5
