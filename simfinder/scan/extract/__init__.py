"""Content views: what an archive or a document holds, as a stream of bytes that is signed beside the file's own.

The first bytes of a file tell its format, never its name (``formats``). ``view_reader`` has the view made by
``view_service`` in a sandboxed process (``workers.sandbox``): it may read but write nothing, so a parser that hangs,
crashes or is led astray does no harm. All it makes goes through an ``ViewSink`` (``view_sink``),
which holds every view to its ``Bounds`` (``limits``), lists members and unpacks containers within containers. ::

    code = formats.recognise(first 512 bytes)
    in the sandbox: stream_of(BY_CODE[code])(source, out)     out.write, out.member, out.medium
    back here: the bytes are signed (simfinder.scan.sign_views), the result is cached as a sign_views.ViewRecord

To add a content view, add a row to ``formats.FORMATS`` and a module with one function, ``stream(source, out)``: read
the source, hand members to ``out.member`` and plain content to ``out.write``, raise ``ViewError`` where that fails.
The built-in views are no more than that.

Nothing in here imports numpy: a worker starts as fast as a bare Python.
"""
