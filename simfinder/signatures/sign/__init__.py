"""All methods over the same bytes, each byte read once.

Contents in, ``Signature`` or its stored bytes out:

    for each block of 256 KiB:
        content hash, tag counts, spamsum, sketch (and shingleprint) take it in turn
    simhash = vote of the sketch's values

``sign_bytes`` signs a buffer or a stream; ``sign_batch`` signs many small contents in one compiled call, with equal
results; ``warmup`` loads the kernels of a scan. Plain methods (``methods.registry.PLAIN``) are signed beside the fused
loops by their streaming classes. To sign one in them, call it in ``sign_bytes`` and in ``sign_batch``: a test compares
the two.
"""
