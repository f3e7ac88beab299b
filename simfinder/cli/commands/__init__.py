"""The commands of SimFinder, one verb or a pair of verbs a module, each with its ``Command`` values.

To add a verb: write a module here with two functions, one that adds its arguments to the parser and one that carries it
out and returns the exit code, and end it with ``VERB = Command(_add, _run)``. Add its line and a sentence about it to
``cli.verbs``; ``--help``, ``main`` and the tests over all commands find it there. Import what computes in the function
that needs it: nobody waits for numpy to be shown the arguments.
"""
