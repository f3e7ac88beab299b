"""Archives and compressed files: one module a format, each with one function ``stream(source, out)``.

In: a source with the file's bytes, and an ``ViewSink``. Out: each regular file by ``out.member(name, source)``, in a
stable order; the content of a compressed file by ``out.content(source)``. Links, devices and folders hold nothing and
are left out. All modules read a piece at a time, check sums and lengths, and raise ``ViewError`` for damage.

Where a library allows bombs, loses bytes of names or takes a cut file for a whole one, the parser is ours: tar, ar, and
the unpacking inside zip and 7z. To add a format, follow the docstring of ``simfinder.scan.extract``.
"""
