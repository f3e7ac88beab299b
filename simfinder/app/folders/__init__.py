"""Whole folders that are copies, parts or versions of one another, from a session.

    folder_paths       the folders of a scan by path, and the archives among them
    hard_links         bytes that other names of files keep on the disk
    find_folders       session -> ``FoundFolders``: pairs, groups, what is not known of a folder
    folder_order       which of two folders is newer, and by what
    folder_difference  two folders side by side, file by file
    explained          clusters whose files are all in folders that are alike

::

    found = find_folders(session)
    pairs = found.pairs(0.5)          # FolderPairs, largest saving first; 0.5 is the least share, live
    groups = found.groups(pairs)
    difference = folder_difference(session, found, a, b)

The search itself is ``search.folders``; it knows no paths and no names. What names, places and times say of two
folders is decided here, by the same rules as for files (``actions.kinship``). Nothing here reads a file's content.
"""
