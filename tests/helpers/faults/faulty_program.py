"""The real program, many times over, each in a process of its own, in which one call to the system goes wrong.

As a program (``python faulty_program.py``) it loads SimFinder once and then forks for every line of JSON it reads: the
child carries out one command line and dies; the line that comes back tells its exit code. ``Server`` is the other
end. What goes wrong is counted from the moment the act, the undo or the settling begins, in whatever thread.
"""

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]


class Server:
    """A loaded program that is forked for every request."""

    def __init__(self, home):
        self._program = subprocess.Popen(
            [sys.executable, __file__, str(home)],
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(
        self,
        folder,
        home,
        *argv,
        during="execute",
        at=-1,
        what="",
        exchange=True,
        exclusive=True,
        syncfs=True,
        user=0,
    ):
        """Run one command line.

        Args:
            folder: where its output is put.
            home: its home.
            argv: the command line.
            during: what the calls are counted in: ``execute``, ``undo`` or ``reconcile``.
            at: number of the call at which something goes wrong, from 0.
            what: name of an errno, ``before`` or ``after`` (killed then); "" for nothing.
            exchange, exclusive, syncfs: whether the system knows these calls.
            user: number of an ordinary user to become first (root only); 0 to stay who one is.

        Returns:
            (exit code, negative after a signal; standard output; standard error; names of the calls that were made)
        """
        folder = Path(folder)
        request = {
            "argv": [str(word) for word in argv],
            "home": str(home),
            **{name: str(folder / name) for name in ("out", "err", "calls")},
            "during": during,
            "at": at,
            "what": what,
            "exchange": exchange,
            "exclusive": exclusive,
            "syncfs": syncfs,
            "user": user,
        }
        (folder / "calls").write_text("")
        self._program.stdin.write(json.dumps(request).encode() + b"\n")
        self._program.stdin.flush()
        code = int(self._program.stdout.readline())
        return (
            code,
            (folder / "out").read_bytes(),
            (folder / "err").read_text(errors="replace"),
            (folder / "calls").read_text().split(),
        )

    def stop(self):
        """Stop the program that runs, wherever it is."""
        self._signal(signal.SIGSTOP)

    def kill(self):
        """Kill the program that runs."""
        self._signal(signal.SIGKILL)

    def _signal(self, number):
        children = Path(f"/proc/{self._program.pid}/task/{self._program.pid}/children").read_text()
        for child in map(int, children.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, number)

    def close(self):
        self._program.stdin.close()
        self._program.stdout.close()
        assert self._program.wait(30) == 0


def _serve(home):
    from simfinder.__main__ import main

    _at_home(home)
    tree = Path(home, "tree")
    tree.mkdir()
    for name in "abc":
        (tree / name).write_bytes(b"warm up\n" * 300)
    with (
        open(os.devnull, "w") as nothing,
        contextlib.redirect_stdout(nothing),
        contextlib.redirect_stderr(nothing),
    ):
        main(["clean", str(tree), "--yes"])
        main(["undo"])
    assert threading.active_count() == 1, "a program with threads can't be forked"
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os._exit(_answer(json.loads(line), main))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _at_home(home):
    os.environ["HOME"] = home
    for name, below in (
        ("CACHE", ".cache"),
        ("DATA", ".local/share"),
        ("CONFIG", ".config"),
        ("STATE", ".state"),
    ):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(home, below)


def _answer(request, main):
    """The child: becomes the program, to its end."""
    for number, name, flags in ((0, os.devnull, os.O_RDONLY), (1, request["out"], 0), (2, request["err"], 0)):
        opened = os.open(name, flags or os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    _at_home(request["home"])
    _prepare(request)
    if request["user"]:
        os.setgroups([])
        os.setgid(request["user"])
        os.setuid(request["user"])
    code = 99
    try:
        code = main(request["argv"])
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return code


def _prepare(request):
    from simfinder.actions.execute import executor
    from simfinder.actions.filesystem import syscalls
    from simfinder.actions.journal import batches
    from tests.helpers.faults.failing_calls import JOURNAL, SYSTEM, Calls

    syscalls.share_blocks = _share_by_copying
    for name in ("exchange", "exclusive_rename"):
        if not request[name.removesuffix("_rename")]:
            setattr(syscalls, name, _not_known)
    if not request["syncfs"]:
        syscalls.sync_file_system = lambda _file: False
    what, at = request["what"], request["at"]
    module = {"execute": executor, "undo": executor, "reconcile": batches}[request["during"]]
    real = getattr(module, request["during"])

    def strike(moment, number, name, _args):
        if number != at:
            return
        if what == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        if moment == "before" and what.startswith("E") and name not in ("update", "set_finished"):
            raise OSError(getattr(errno, what), os.strerror(getattr(errno, what)))

    def watched(*args, **kwargs):
        with Calls(
            SYSTEM + JOURNAL,
            lambda *call: strike("before", *call),
            lambda *call: strike("after", *call),
        ) as calls:
            try:
                return real(*args, **kwargs)
            finally:
                calls.__exit__()
                Path(request["calls"]).write_text(" ".join(calls.names))

    setattr(module, request["during"], watched)


def _not_known(*_args):
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


def _share_by_copying(source, target):
    """What a reflink looks like, for file systems that have none."""
    os.pwrite(target, os.pread(source, 1 << 30, 0), 0)


if __name__ == "__main__":
    _serve(sys.argv[1])
