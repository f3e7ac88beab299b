"""Tag counts: how often each of sixteen bit patterns occurs at any bit offset, and keys made of the counts.

Bytes in; (16,) uint64 counts out, then three keys:

    for each tag: scan the bits from the left; at a hit count it and go on behind it
    key = sum of floor(count * weight / 100) over the tags

Source: Sadowski and Levin, "SimHash: Hash-based similarity detection" (2007), sections 4 and 5.1, and the tag file and
program of its authors.

``counter`` counts; ``kernels`` (with ``lookup_tables``) is the fast loop of the default tags, ``any_tag_width`` that of
any tags of 1 to 32 bits. ``tag_sets`` reads tag files, ``sum_keys`` makes keys. To add a key, add its weights to
``tag_sets.DEFAULT``; people add their own in a tag file.
"""
