"""Search for files by similarity: one file against a scan, or all pairs of a scan.

``find_similar`` compares one file (``query_file``) with a scan: estimate by signatures, measure what may match on the
bytes (``measure_matches``), then name the relation of each match. ``find_pairs`` lists all similar pairs of a scan and
what lies in what; it measures the most similar ones within a budget and estimates the rest. ``api`` is what other
programs call.

To add a relation of a match, add it to ``model.similar_match`` and decide about it in ``find_similar``.
"""
