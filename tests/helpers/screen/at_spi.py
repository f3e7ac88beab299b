"""A screen reader's side of the AT-SPI bus: starts a program on a bus of its own, answers what is asked of its tree.

Run by the system's Python, which has the bindings (``python3-gi``, ``gir1.2-atspi-2.0``), inside ``dbus-run-session``:
``at_spi.py PROGRAM …``. A line of JSON in, a line of JSON out. Nothing is known here of the program but its tree.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

PYTHON = "/usr/bin/python3"
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
_MOST = 80  # children of one object that are looked at
_SECONDS = 60


def missing() -> list[str]:
    """What is not installed of what this needs."""
    import shutil

    there = {"dbus-run-session": bool(shutil.which("dbus-run-session")), LAUNCHER: Path(LAUNCHER).exists()}
    bindings = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    there["gir1.2-atspi-2.0"] = (
        Path(PYTHON).exists()
        and subprocess.run([PYTHON, "-c", bindings], capture_output=True).returncode == 0
    )
    return [name for name, found in there.items() if not found]


class Bus:
    """The tree of one program as the bus gives it."""

    def __init__(self, name: str) -> None:
        import gi

        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi

        self.atspi = Atspi
        Atspi.init()
        end = time.monotonic() + _SECONDS
        while (found := self._program(name)) is None:
            if time.monotonic() > end:
                raise SystemExit(f"{name} is not on the bus")
            time.sleep(0.1)
        self.top = found

    def _program(self, name):
        desktop = self.atspi.get_desktop(0)
        desktop.clear_cache()
        for place in range(desktop.get_child_count()):
            one = desktop.get_child_at_index(place)
            if one is not None and one.get_name() == name and one.get_child_count():
                return one
        return None

    def objects(self, one=None, *, hidden=False):
        """An object and all below it; only what is shown, if not asked otherwise."""
        one = one or self.top
        states = one.get_state_set()
        if one is not self.top and not hidden and not states.contains(self.atspi.StateType.SHOWING):
            return
        yield one
        for place in range(min(one.get_child_count(), _MOST)):
            child = one.get_child_at_index(place)
            if child is not None:
                yield from self.objects(child, hidden=hidden)

    def find(self, pattern, role="", *, hidden=False):
        """The first object whose name matches, and whose role is this."""
        for one in self.objects(hidden=hidden):
            if re.search(pattern, one.get_name() or "") and role in ("", one.get_role_name()):
                return one
        return None

    # what is asked
    def tree(self):
        """Role, name and states of all that is shown, in the order of the tree."""
        named = ("ENABLED", "FOCUSABLE", "CHECKED", "SELECTED")
        kinds = {name: getattr(self.atspi.StateType, name) for name in named}
        found = []
        for one in self.objects():
            states = one.get_state_set()
            found.append(
                [one.get_role_name(), one.get_name(), [n for n, k in kinds.items() if states.contains(k)]]
            )
        return found

    def press(self, pattern, role="", hidden=False):
        """Do what pressing a button or an entry of a menu does; False where there is none, or it is disabled."""
        one = self.find(pattern, role, hidden=hidden)
        if one is None or not one.get_state_set().contains(self.atspi.StateType.ENABLED):
            return False
        actions = one.get_action_iface()
        names = [actions.get_action_name(number).lower() for number in range(actions.get_n_actions())]
        wanted = next((number for number, name in enumerate(names) if name in ("press", "toggle")), 0)
        return bool(names) and bool(actions.do_action(wanted))

    def choose(self, pattern, role):
        """Select a row by one of its cells, or a tab; False where there is none."""
        one = self.find(pattern, role)
        if one is None:
            return False
        return bool(one.get_parent().get_selection_iface().select_child(one.get_index_in_parent()))

    def value(self, pattern, value=None):
        """The value of a slider, set before if one is given; None where there is none."""
        one = self.find(pattern, "slider")
        if one is None:
            return None
        values = one.get_value_iface()
        if value is not None:
            values.set_current_value(value)
        return values.get_current_value()


def main() -> int:
    """Start the bus and the program, answer until the input ends."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"], **quiet)
    program = subprocess.Popen(sys.argv[1:], **quiet)
    try:
        bus = Bus("simfinder")
        print(json.dumps("ready"), flush=True)
        for line in sys.stdin:
            question, arguments = json.loads(line)
            try:
                answer = getattr(bus, question)(**arguments)
            except Exception as error:  # an object that has gone while it was looked at
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)
    finally:
        for one in (program, launcher):
            one.terminate()
            one.wait(20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
