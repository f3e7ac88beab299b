"""What a file's name and its folders say about it: versions, copies, series, places.

Text in, values out; nothing here looks at a disk, a time or a content. To teach another language its words, add them
to ``namewords``.
"""
