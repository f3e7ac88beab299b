"""What a picture looks like, as bits that stay nearly the same when it is resized, recompressed or turned.

Pixels in, a hash out (``pdq``); decoding is not done here. Two pictures are candidates if their hashes differ in few
bits (``search.hamming.wide_join``).
"""
