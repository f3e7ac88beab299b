"""What one file shows: its bytes, its text, its members.

In: a path. Out: a ``Preview`` (``preview``), the beginning of a content view (``extract_contents``), a window onto any
part of a large file (``byte_window``), or its lines (``text_parts``). Views of archives and documents are made in a
process of their own, since their files may be hostile (``workers.sandbox``).

To show one more format, add its view to ``scan.extract``; everything here takes it up by its name.
"""
