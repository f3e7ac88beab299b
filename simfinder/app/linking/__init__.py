"""From the search's links between contents to links between files, and from these to groups.

In: a ``ScanResult``. Out: groups of file indexes. One pass::

    links  = cached_links.known_links(...)    # from the cache, or searched by method_policy.Judge
    links  = grouping.weighed(links, ...)     # what very many files share counts less; siblings of one form
    links  = file_links(links, ...)           # copies become nodes, a spanning forest is enough
    groups = grouping.group(links, files, tolerances, ...)  # union-find, cut at bridges, kept apart where asked

``ignore_list`` holds what a person said is not the same; ``update_links`` searches what is new
after a rescan.

To let another method decide about pairs, add it to ``model.scan_options.Method`` and to ``search``; ``Judge`` asks it.
"""
