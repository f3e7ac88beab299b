"""Single system calls on the person's files: none follows a link at the end of a path, none overwrites.

``syscalls`` has one small function a call, ``operations`` what is built of them (compare, exclusive rename, make and
remove folders, free names). ``directory_handles`` holds folders by their handles, so that a call reaches the folder
that was checked whatever is put at its path meanwhile; ``safe_walk`` opens them for root, by no link that another user
could have made. ``folder_state`` recognises a folder after its drive was away, ``folder_locks`` keeps two SimFinders
out of one folder, ``aliases`` knows one file at two paths, ``open_elsewhere`` a file that another program writes to,
``disk_sync`` what is on the disk already. ``freedesktop_trash`` is the Trash by the FreeDesktop.org specification 1.0,
``system_trash`` finds a file again in that of Windows or macOS, ``extended_attributes`` has what else those systems
keep of a file.
Each call notes its path in its thread's ``workers.heartbeat``, so that a thread whose disk does not answer can be
abandoned: it does nothing more, neither to the disk nor to the journal.

``OSError`` passes through: the caller knows what the call was for. To add a call, add it to ``syscalls`` with the path
in ``at(...)``, or in ``changing(...)`` if it changes something, and to ``_CALLS`` in
``tests/unit/actions/execute/test_faults.py``, which lets each call fail.
"""
