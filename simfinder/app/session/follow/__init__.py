"""Follow changes on the disk after a scan.

In: a session and its folders. Out: the session of now, scanned again::

    watcher       events of the system (watchdog), or a walk now and then where there are none
    disk_changes  whether an event concerns a file that a scan has found or would find
    rescan        a scan that takes signatures from the cache and keeps decisions, figures and links

To use another source of events, have it give hints to ``watcher``.
"""
