"""Scan: folders in, a table of files and their signatures out.

``pipeline`` is the whole scan on one screen::

    walk          list the files below the folders by the rules, each file once        walk/
    look up       take the signatures of unchanged files from the cache                simfinder.store.cache
    read, sign    read every other file once; all methods get the same bytes           reading/, sign_ahead
    look inside   extract text and members in a sandbox, sign them as views            extract/, sign_views
    pack          join all signatures in one table: contents, then their views         build_table

``simfinder.workers`` holds the threads and gives up on drives that stall, ``stat_record`` turns what the system says of
a file into a record, ``compare_results`` says where files and contents are after a rescan. A file that can't be read
becomes a listed ``Problem``; a file skipped by rule is counted by reason; neither stops a scan.

To add a step, write a method of ``pipeline._Scan`` and call it in ``sign_walk``. To add a file format, see ``extract``.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba
