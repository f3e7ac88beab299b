"""The command line: one module a command group, results on standard output, all else on standard error."""
