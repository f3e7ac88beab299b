"""How many examples hypothesis tries: few and always the same in everyday runs, all and random ones in full runs."""

from __future__ import annotations

from hypothesis import settings

EVERYDAY = 25
"""Examples a test in an everyday run: enough to see what broke, few enough to wait for."""


def register_profiles() -> None:
    """Makes the profiles known and takes the everyday one; ``pytest --hypothesis-profile=full`` takes the other.

    No example has a deadline: a busy machine is no failure, and speed is measured in benchmarks/.
    """
    settings.register_profile("everyday", deadline=None, derandomize=True, max_examples=EVERYDAY)
    settings.register_profile(
        "full", deadline=None, derandomize=False
    )  # with CI set, hypothesis takes fixed ones
    settings.load_profile("everyday")


def examples(number: int, everyday: int = EVERYDAY) -> int:
    """What a test passes as ``max_examples``: its own number in a full run, at most ``everyday`` in an everyday run.

    A test whose examples take long says how few it needs every day.
    """
    busy = settings.get_current_profile_name().startswith("everyday")
    return min(number, everyday) if busy else number
