"""First module of the bundled program."""

import os
import sys

for name in ("stdin", "stdout", "stderr"):
    if getattr(sys, name) is None:  # on Windows, of the file that opens no terminal
        setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115

from simfinder.__main__ import main  # noqa: E402 - it may use them

sys.exit(main())
