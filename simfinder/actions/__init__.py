"""Removing files safely: marked clusters in, changed disk and a journal out, and back again.

``file_names`` reads what names say of themselves. ``kinship`` compares two names and two folders. ``rules`` choose the
kept file of a cluster, say how the others are related to it, and mark them. ``plan`` turns marks into a value that can
be reviewed, written as JSON or printed as a shell script. ``execute`` carries a plan out, and takes a batch back::

    plan = make_plan(candidates, marked, kind)     # reads the disk, changes nothing
    for act in plan.acts:
        check the file and the one that stays once more
        write "started" into the journal
        apply the method of the act's kind
        write "done", "skipped" or "failed" into the journal

It uses ``methods`` (one room for each way a file goes) and ``filesystem`` (the only system calls that change the
person's disk). ``journal`` settles what a program that died left half done.
"""
