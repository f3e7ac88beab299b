"""Replace estimates by measured overlap: compare pairs of contents byte by byte.

In: pairs of contents of a scan. Out: their similarity and containment, remembered in the cache by both hashes::

    survey            which pairs of a session matter, most urgent first
    verifier          look up in the cache; else, in threads:
      pair_tasks        tasks: urgent pairs first, contents compared with one another together
      content_reader    bytes of both, checked against the hashes of the scan
      overlap_figures   search.overlap: common bytes of either side
      large_files       files too large to hold are mapped and compared in a sandboxed process
      write to the cache

A pair whose bytes can't be read any more keeps its estimate and is reported. ``containment`` finds what lies in what.

To measure something else about two contents, add a ``Question`` to ``overlap_figures`` with rules of its own, so that
the cache tells its figures apart.
"""
