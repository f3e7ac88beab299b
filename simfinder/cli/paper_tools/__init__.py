"""The programs of the source papers as commands, one a module.

``simfind`` (Sadowski & Levin), ``spamsum`` (drop-in for ssdeep: Kornblum, Tridgell), ``index`` (n-gram index of block
signatures), ``hamming`` (Manku et al.), ``shingleprint`` (drop-in for Massey's simhash(1)), and ``hash`` and ``score``
for the signatures of every method. Their logic is in ``app.paper_tools``.

A drop-in follows the tool it stands in for: its options, bytes and exit codes.
"""
