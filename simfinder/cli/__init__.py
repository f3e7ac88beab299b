"""The command line: results on standard output, everything else on standard error.

``main`` parses the arguments and turns every expected error into a line and an exit code: 0 done, 1 done with problems
listed, 2 wrong usage or nothing could be done, 130 cancelled. ``verbs`` finds the command of a verb: ``commands`` holds
one a module, ``paper_tools`` the programs of the source papers. ``command`` says what a command is, ``options`` holds
the options that scanning commands share, ``terminal`` the two streams, the progress line and questions, ``render``
clusters and acts as text.

Nothing here computes: a command parses, calls ``app`` and prints.
"""
