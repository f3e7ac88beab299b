"""Mounts made for a test, and taken away behind it: overlay, tmpfs, bind, FUSE mirrors; as root or in a user namespace.

A test that mounts something is wrapped in ``in_namespace``: without root it runs once more in a process of its own,
where it is root of a user namespace.
"""

import contextlib
import functools
import os
import shutil
import subprocess
import sys

import pytest

from tests.helpers.faults.mirror_mount import mirror_mount


def in_namespace(test):
    """Let a test run as root: of the machine, or of a user namespace of its own; skips where neither is possible."""

    @functools.wraps(test)
    def wrapped(*args, **kwargs):
        if os.geteuid() == 0:
            test(*args, **kwargs)
            return
        if (
            not shutil.which("unshare")
            or subprocess.run(["unshare", "-Urm", "true"], capture_output=True).returncode
        ):
            pytest.skip("mounts are not available: neither root nor a user namespace")
        name = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
        command = ["unshare", "-Urm", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240)
        if " skipped" in done.stdout and " passed" not in done.stdout:
            pytest.skip(f"such a mount is not available in a user namespace: {done.stdout[-300:]}")
        assert done.returncode == 0, done.stdout

    return wrapped


@contextlib.contextmanager
def mounted(*arguments):
    """Mount something while the block runs; the last argument is the mount point. Skips where that is not allowed."""
    point = str(arguments[-1])
    os.makedirs(point, exist_ok=True)
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"such a mount is not available here: {done.stderr.strip()}")
    try:
        yield point
    finally:
        subprocess.run(["umount", "-l", point], check=True)


@contextlib.contextmanager
def overlay(lower, upper, point):
    """An overlay of two folders; its work folder is beside the upper one."""
    work = f"{upper}.work"
    os.makedirs(work, exist_ok=True)
    options = f"lowerdir={lower},upperdir={upper},workdir={work}"
    with mounted("-t", "overlay", "overlay", "-o", options, point) as made:
        yield made


@contextlib.contextmanager
def program_mount(*command):
    """A mount made by a program such as bindfs; the last argument is the mount point. Skips where it is missing."""
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    point = str(command[-1])
    os.makedirs(point, exist_ok=True)
    if subprocess.run(list(map(str, command)), capture_output=True).returncode:
        pytest.skip(f"{command[0]} can't mount here")
    try:
        yield point
    finally:
        subprocess.run(["umount", "-l", point], check=True)


def _overlay_upper(folder, point):
    lower = f"{folder}.lower"
    os.makedirs(lower, exist_ok=True)
    return overlay(lower, folder, point)


def _overlay_lower(folder, point):
    upper = f"{folder}.upper"
    os.makedirs(upper, exist_ok=True)
    return overlay(folder, upper, point)


SECOND_WAYS = {
    "overlay upper": _overlay_upper,
    "overlay lower": _overlay_lower,
    "bind": lambda folder, point: mounted("--bind", folder, point),
    "bindfs": lambda folder, point: program_mount("bindfs", folder, point),
    "mergerfs": lambda folder, point: program_mount("mergerfs", f"{folder}", point),
    "mirror": lambda folder, point: mirror_mount(folder, point, kind="fuse"),
    "made-up numbers": lambda folder, point: mirror_mount(folder, point, "numbers", kind="fuse.mergerfs"),
    "like sshfs": lambda folder, point: mirror_mount(folder, point, "numbers", "times", kind="fuse.sshfs"),
    "folding": lambda folder, point: mirror_mount(folder, point, "numbers", "folded", kind="fuse.bindfs"),
    "like rclone": lambda folder, point: mirror_mount(
        folder, point, "numbers", "times", "stale", kind="fuse.rclone"
    ),
    "unknown": lambda folder, point: mirror_mount(folder, point, "numbers", kind="fuse.unheard-of"),
}
"""Ways to show a folder a second time, by name: each takes the folder and the point, and gives a context manager."""
