"""What lies in what: members of archives, files inside other files, and the ranges where two files match.

In: a scan and its verifier. Out: (whole, part, share). Candidates come from ``search.containment`` by sketches
(the cache remembers them), then ``contained_files`` measures the most promising ones within a budget of
bytes. Archives need no measuring: members are compared by content hash. Containment is never mixed with similarity:
two files that are similar do not contain each other.

``matching_ranges`` gives the ranges of two files that a comparison draws.
"""
