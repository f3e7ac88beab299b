"""Reading of file and folder names: versions, copies, series, places.

Text in, values out; nothing here looks at a disk, a time or a content. To teach another language its words, add them
to ``namewords``.
"""
