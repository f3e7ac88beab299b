"""Process-wide services: jobs in threads, the log file, profiles for bug reports, and compiled kernels.

``jobs`` runs one long piece of work with a handle to watch, pause and cancel it. ``warmup`` makes numba's kernels ready
in helper processes, because compiling holds Python's lock for up to 130 ms at a time; ``compile_ahead`` has the steps
of a plain scan, which helpers compile while it runs. ``logs`` and ``profiling`` write what a bug report needs.
``time_left`` estimates from snapshots how long all phases of a job will take, with what ``speeds`` remembers of this
machine.

To have a new kernel compiled ahead, call it in the ``warmup`` of its layer (``signatures.sign`` or
``search.linking``), in a step of its own or in the one that needs it.
"""
