import pytest

from simfinder.search.linking.warmup import warm_up


@pytest.fixture(scope="session", autouse=True)
def kernels():
    """Compiled once, so that no single test carries the time for it."""
    warm_up()
