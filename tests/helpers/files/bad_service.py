"""A service that does what no service should: the first of its files says what."""

import os
import sys
import time

from simfinder.workers.sandbox.server import Call


def prepare() -> None:
    """Nothing is needed."""


def answer(call: Call) -> bytes:
    """Do what the file says."""
    with open(call.open(), "rb") as source:
        deed = source.read().decode()
    if deed == "sleep":
        time.sleep(3600)
    elif deed == "exit":
        os._exit(7)
    elif deed == "raise":
        raise RuntimeError
    elif deed == "eat":
        held = []
        while True:
            held.append(bytes(1 << 26))
    elif deed == "flood":
        while True:
            call.send(bytes(1 << 20))
    elif deed == "print":
        print("printed", flush=True)
        print("complained", file=sys.stderr, flush=True)
    return b"nonsense"
