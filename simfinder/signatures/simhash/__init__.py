"""Simhash: the bits of many hashes vote, and the majority becomes a fingerprint of 32 or 64 bits.

Bytes or text in; a fingerprint out, or None where there is nothing to hash:

    for each feature: hash it; for each bit i: votes[i] += 1 if the hash has bit i, else -1
    bit i of the fingerprint = votes[i] > 0
    similarity = share of equal bits

Sources: Charikar, "Similarity estimation techniques from rounding algorithms" (2002); Manku, Jain and Das Sarma,
"Detecting near-duplicates for web crawling" (2007), as simhash-py 0.4.2 has it.

``fingerprint`` holds the vote, distances and text features; ``binary_windows`` takes windows of bytes or bits;
``sampled_windows`` samples distinct windows for the fingerprint a scan stores. To add a kind of feature, write a
streaming class beside ``TextSimhash`` that ends in ``compute`` or ``from_votes``.
"""
