"""Office documents: the words of docx, xlsx, pptx, odt, ods, odp and their kin, without markup.

In: an open zip (``archives.zip_archive`` hands documents over to ``office_document``) and an ``ViewSink``. Out: a line
of text for each paragraph, a line with tabs for each row of a table, so that the same words give the same bytes in
either family and in a plain text file; pictures and embedded files are listed as media. ::

    office_document    tells the family, chooses the writer, lists the media
    ooxml, sheets      Office Open XML: texts and slides; sheets
    odf                OpenDocument
    xml_parts          parts of the zip read as a stream of XML, with entities and endless nesting refused
    text_layout        words to lines

To take one more element into account, add it to the table of kinds in a ``Reader`` (``ooxml.Words``, ``odf._Body``).
"""
