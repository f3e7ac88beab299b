"""The programs of the source papers, without their command lines (those are in ``cli.paper_tools``).

- ``simfind``: SimFind on tag counts (Sadowski & Levin): keys within a tolerance, sizes, sum tables, bytes.
- ``ssdeep_signing``, ``ssdeep_matching``, ``ssdeep_lists``: ssdeep's daily use (Kornblum, Tridgell's spamsum).
- ``ngram_indexing``, ``block_signing``: an n-gram index of block signatures, to find files that hold parts of a file.
- ``hamming_lines``: pairs of 64-bit values within a Hamming distance (Manku et al.), read and written as lines.
- ``hashing``: one signature of one file by any method.
- ``sim_files``: prints of simhash(1) and its ``.sim`` files (Massey's shingleprint).

In: paths or lines. Out: results as values and problems to list; printing is the command's. To add a program, write its
logic here over ``signatures`` and ``search``, and its command in ``cli.paper_tools``.
"""
