"""From a scan to the links between its files, and from these to groups.

In: a ``ScanResult``. Out: groups of file indexes. One pass::

    linked = pipeline.linked(...)    # cached? else: candidates -> across representations -> weigh common content
                                     # -> what names prove -> links of files, a spanning forest is enough
    groups = grouping.group(linked.of_files, files, tolerances, ...)  # union-find, cut at bridges, kept apart

``ignore_list`` holds what a person said is not the same, ``rows_apart`` finds it in a scan; ``update_links`` searches
what is new after a rescan.

To let another method decide about pairs, add it to ``model.scan_options.Method`` and to ``search``, whose ``Judge``
asks it.
"""
