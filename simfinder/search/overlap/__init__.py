"""What two contents really have in common, measured from their bytes.

Two uint8 arrays in; ``Overlap`` out: stretches of each that the other has, and the similarity people see:

    2 * min(bytes of a that b has, bytes of b that a has) / (both sizes)

``byte_overlap`` counts runs of nine bytes and more wherever they lie, after Percival's "Matching with mismatches and
assorted applications" (2006), and leaves padding out. ``text_overlap`` aligns two texts in order and counts only what a
reader would call kept. ``byte_kernels`` and ``text_kernels`` are their loops, cut into calls of a few milliseconds so
that work can be cancelled.

To measure another kind of content, return its ``Overlap`` from a function with ``check`` and ``advance``, as these two
do.
"""
