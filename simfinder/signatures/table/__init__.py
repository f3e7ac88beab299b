"""One row of all methods per content, in memory and on disk.

Signatures in; a structure of arrays sorted by content hash out, and back.

``signature`` is one result, ``signature_table`` many as columns, ``parameters`` what the values were made with.
``serialize`` packs a content's five stored forms into one piece of bytes for the cache and reads thousands of pieces at
once. ``representations`` says by which row each content is compared: its own bytes, or the text or members it holds.
``validate`` checks a table that comes from a file before a kernel trusts it.

Rows of plain methods need nothing here: they are side by side in the column ``plain``. To add a column: declare it in
``SignatureTable`` and ``COLUMNS``, fill it in ``blank``, ``_fill`` and ``serialize``, and bound its values in
``validate.check_table``.
"""
