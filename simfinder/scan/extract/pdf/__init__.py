"""PDF: the text of its pages, and what else is on them where there is next to no text.

In: a source that can seek, and an ``ViewSink``. Out: the text of all pages, drawings as numbers, pictures and attached
files as media. ::

    pdf_document    open with PDFium; write text, form fields and notes of each page
                    no text, or not to be opened: put a new end behind the file (repair) and try again
                    still nothing: write the unpacked streams of the file (raw_streams)
    pdfium          the library's handles, closed without fail, and its memory, bounded
    shapes          drawings and pictures of a page

To add something that pages hold, write it in ``pdf_document._write`` and raise the format's version in
``simfinder.scan.extract.formats``.
"""
