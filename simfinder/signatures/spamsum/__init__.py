"""Spamsum: context-triggered piecewise hashing, ssdeep 2.14.1 bit for bit.

Bytes in, text ``blocksize:part:part`` out; two texts in, a score 0..100 out:

    block = smallest 3 * 2^k with 64 * block >= size
    roll a hash over seven bytes; wherever it is block - 1 modulo block, a piece ends:
        append one of 64 characters, chosen by the hash of the piece
    halve block and start again while the part has fewer than 32 characters
    the second part is the same with twice the block size

Sources: Kornblum, "Identifying almost identical files using context triggered piecewise hashing" (2006); Tridgell's
spamsum; the behaviour of libfuzzy, pyspamsum 1.0.8 and spamspy 0.1.

``digest`` signs, ``score`` compares, ``tridgell`` has Tridgell's own options, ``block_signature`` a block size and
length of the caller's, ``kernels`` are the loops. To add a way to end a signature, add a name to
``block_signature.TAILS`` and its rule to ``Pieces.chars``.
"""
