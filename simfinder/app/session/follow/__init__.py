"""Follow changes on the disk after a scan.

In: a session and its folders. Out: batches of what changed, and the session brought up to now::

    watcher          events of the system (watchdog), or polling where there are none
      -> hints       paths at which something may have happened; never believed
    disk_changes     looks at the disk: changed, gone, back, new
    update_session   reads only what changed and updates links and figures

``poll_folders`` finds new files by the times of folders. To use another source of events, have it give hints to
``watcher``.
"""
