"""``python -m simfinder``: a verb → the command line, no verb → the window (or the terminal without a display)."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Sequence

from simfinder import remove_damaged_bytecode

# A frozen program has no other way to start a sandboxed process. The same word is in ``workers.sandbox.client``.
_SANDBOX = "--sandbox"

_NEW_WINDOW = "--new-window"

_OBJECTS = 50_000
"""New objects after which Python looks for garbage. Its own 700 make it look at all that is imported again and again,
which takes a tenth of a small scan.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit code."""
    gc.set_threshold(_OBJECTS)
    atexit.register(
        gc.freeze
    )  # the system frees memory: Python looked for garbage in all of it, which took 60 ms
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and arguments[0] == _SANDBOX:
        from simfinder.workers.sandbox.server import main as serve

        return serve(arguments[1:])
    _load("simfinder.cli.main")
    from simfinder.cli.main import run
    from simfinder.cli.terminal import open_streams
    from simfinder.cli.verbs import VERBS
    from simfinder.store import umask

    open_streams()
    with umask.private():
        first = arguments[0] if arguments else ""
        late = first.startswith("-") and not VERBS.keys().isdisjoint(
            arguments
        )  # an option before the command
        if first in VERBS or first in ("-h", "--help", "--version") or late:
            os.environ.setdefault(
                "OPENBLAS_NUM_THREADS", "1"
            )  # 20 ms: what numpy's other threads do, no command needs
            return run(arguments)
        return _window_or_terminal(arguments)


def _load(module: str) -> None:
    """Import a module; compiled sources that a full disk has cut short are removed, and made anew."""
    while True:
        try:
            importlib.import_module(module)
        except (EOFError, ValueError) as error:
            if not remove_damaged_bytecode(error):
                raise
        else:
            return


def _window_or_terminal(folders: list[str]) -> int:
    from simfinder.cli.main import run
    from simfinder.cli.terminal import say

    fresh = _NEW_WINDOW in folders
    folders = [argument for argument in folders if argument != _NEW_WINDOW]
    wrong = next((argument for argument in folders if argument.startswith("-")), None)
    if wrong is not None:
        say(f"simfinder: {wrong}: options go with a command, as in 'simfinder scan {wrong} FOLDER'")
        return 2
    if folders and not os.path.exists(folders[0]):
        from simfinder.cli.verbs import similar_verb

        meant = similar_verb(folders[0])
    else:
        meant = None
    if meant is not None or (folders and not any(map(os.path.exists, folders))):
        for folder in folders if meant is None else folders[:1]:
            advice = "see 'simfinder --help'" if meant is None else f"did you mean 'simfinder {meant}'?"
            say(f"simfinder: {folder}: there is no such folder or command; {advice}")
        return 2
    if not _has_display():
        if not folders:
            say("simfinder: there is no display for the window; name folders to scan them in the terminal")
            return 2
        say("simfinder: there is no display for the window, so this is 'simfinder scan' in the terminal")
        from simfinder.store.result_folder.manifest import is_result

        if is_result(folders[0]):
            return run(["scan", f"--from={folders[0]}"])
        return run(["scan", "--", *folders])
    folders = [os.path.abspath(folder) for folder in folders]
    try:
        if not fresh:
            _load("simfinder.gui.window.single_instance")
            from simfinder.gui.window.single_instance import hand_over

            if hand_over(folders):
                return 0
        _load("simfinder.gui.main")
        from simfinder.gui.main import run as run_window
    except ImportError as error:
        say(f"simfinder: the window can't be opened: {error}")
        say("simfinder: 'simfinder doctor' tells what is missing; 'simfinder scan FOLDER' needs no window")
        return 2
    return run_window(folders)


def _has_display() -> bool:
    from simfinder.model.system import LINUX  # not at the top: its bytecode may be damaged, see ``_load``

    if not LINUX:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
