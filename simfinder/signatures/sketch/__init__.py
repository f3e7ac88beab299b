"""Bottom-k sketch: the 128 smallest hashes of a content's distinct 8-byte shingles; automatic mode compares these.

Bytes in; up to 128 ascending uint64 values of 63 bits out:

    sketch = the 128 smallest of {crc32(s) << 32 | other_hash(s) << 1 for each distinct shingle s of 8 bytes}
    resemblance = share of the 128 smallest values of both sketches together that are in both

Source: Broder, "On the resemblance and containment of documents" (1997).

``bottom_k`` holds the sketch and its estimator, ``hash_codes`` stores 64-bit values as 40-bit codes. To change what a
shingle is, see ``shingleprint.kernels`` and raise ``VERSION``.
"""
