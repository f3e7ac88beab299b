"""Walk: list the files below some folders, each file once, and count what is skipped.

In: ``ScanOptions`` (folders, rules). Out: ``walker.Walk`` with a sorted listing, skipped entries by reason, problems::

    stack = the folders to scan
    while stack:
        folder = stack.pop()                        skip one entered before (device, inode)
        for entry in list_directory(folder):        names, kinds and stat as columns, by one compiled loop on Linux
            folder          push it, unless it is the Trash, one of ours, or a rule leaves it out
            regular file    take it, unless a rule leaves it out
            anything else   count it as skipped
    sort by path; keep one name of every file

``listed_files`` looks at files whose paths are known, without walking.

No file is opened. A directory that stalls is given up, and a new thread continues with the rest.

To add a rule, put it into ``selection_rules.Rules`` and give it a reason in
``simfinder.model.file_record.SkipReason``.
"""
