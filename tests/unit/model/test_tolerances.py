import pytest

from simfinder.model.tolerances import BUILT_IN, FLOOR, WIDEST, Tolerances


def test_a_type_without_its_own_follows_all_types():
    tolerances = Tolerances(0.2).with_type("py", 0.1)
    assert tolerances.of("py") == 0.1
    assert tolerances.of("txt") == 0.2
    assert tolerances.with_default(0.4).of("txt") == 0.4
    assert tolerances.with_type("py", None).of("py") == 0.2


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
