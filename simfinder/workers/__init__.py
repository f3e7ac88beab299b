"""Worker threads, and what happens when a drive stalls.

No timer is set for a file, and no thread can be ended from outside. Instead::

    heartbeat       each thread notes what it asks the system about and counts its steps (``Heartbeat``);
                    its progress is added up and passed on every 0.05 s (``ProgressBatch``)
    stall_timeout   a watcher reads the notes; a thread without a step for 30 s is abandoned (``Watch``,
                    ``StallTimeout``) and ends at its next step, by ``AbandonedError``;
                    ``run_with_timeout`` watches one call (a walk, a removal), ``ask`` the reading of a single file
    thread_pool     a replacement thread takes over the rest of the batch; the file that stalled becomes a problem;
                    after three of them on one device the whole device is left out
    gc_pause        no garbage collection while a scan makes its records
    mounts          the table of mount points, read without asking any drive
    long_paths      paths longer than the system takes in one call, opened by directory handles

To make new work stall-proof, run it in ``thread_pool.Pool.map`` with ``lost``, or by ``run_with_timeout``, and
let it step: ``heartbeat.asking(path)`` around calls of the system, ``ProgressBatch.check()`` between pieces.
"""
