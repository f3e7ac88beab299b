"""From signatures to ``Links``: pairs of contents with the figure that decides.

    for each method: ask for the links of the pairs it decides about              judge.Judge
    links = candidates of the method, judged by similarity, from the floor up     links.find_links
    links of rows -> links of contents, by what each content is compared by       judge.content_links
    weight each link by how many neighbours share the same                        common_content
    mark links between siblings of one form (letters, invoices, licences)         forms

``add_files`` links a few new rows to a table whose links are known; ``warmup`` loads the kernels of search. To add a
method to ``find_links``, add its join to ``candidates`` and its figure to ``similarity``.
"""
