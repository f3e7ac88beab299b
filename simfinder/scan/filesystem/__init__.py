"""File system calls that several steps of a scan share.

``long_paths`` opens paths longer than the system takes in one call, by directory handles. ``stat_record`` turns what
the system says of a file into a ``FileRecord`` or a row of numbers, also inside compiled loops (statx). ``mounts``
reads the table of mount points without asking any drive.

Nothing here decides what is scanned; errors come out as the system's ``OSError``.
"""
