"""One content on the screen: text, bytes or a picture, of any size; what is in an archive or a document, in a table.

Only what is visible is read: ``byte_blocks`` fetches bytes in jobs, ``part_bar`` moves through a long text, ``zoom``
keeps pictures in step. ``member_view`` and ``media_table`` list what is inside, of one file or of two.
"""
