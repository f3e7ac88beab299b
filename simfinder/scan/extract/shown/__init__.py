"""What a person looks at and no scan measures: one member of a container, the cells of a notebook, a database's tables.

In: a source with a file's bytes, and a ``ViewSink``. Out: text for people, in the sandbox like every view. Nothing here
changes a figure: two notebooks are measured as the JSON that they are, two databases by their bytes.

To show one more format, add a module with ``stream`` and a line to ``formats.SHOWN``.
"""
