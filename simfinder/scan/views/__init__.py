"""Content views: what an archive or a document holds, as a stream of bytes to be signed beside the file's own.

A view is recognised by the first bytes of a file, never by its name (``formats``), and made in a process of its own
(``worker``, driven by ``process``) that may read but write nothing at all (``confinement``): a parser that hangs, dies
or is led astray takes nothing with it. What it makes goes through an ``Outlet``, which holds every view to its
``Bounds``.

A further view needs a row in ``formats.FORMATS`` and a module with one function, ``stream(source, out)``: read the
source, hand members to ``out.member`` and plain content to ``out.write``, raise ``ViewError`` where that fails. The
built-in ones are no more than that.

Nothing in here imports numpy: a worker starts in the time of a bare Python.
"""
