"""Session files: save a session, open it again, and keep the newest ones automatically.

In: a ``Session``. Out: one file of named arrays and JSON facts (``store.array_file``), written whole or not at all.
A session file may come from anywhere, so every index and value is checked before it is used. On opening, each file is
looked at on the disk again (``recheck_files``); what is gone or has changed takes no part.

To save one more value, add it to ``arrays.packed`` and ``arrays.unpacked`` (or ``facts`` for an option of the
scan) with a default for files saved before.
"""
