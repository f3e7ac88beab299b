"""Pictures of the user's files, decoded in a sandboxed process (``workers.sandbox``).

A path goes in, plain pixels of a bounded size come out, or a word for why not. ``client`` asks and decides what to make
of the answers; ``service`` is what runs in the process; ``protocol`` is what an answer says beside the pixels. A
damaged or hostile picture may end that process and nothing else. ``svg_sanitizer`` removes from a drawing whatever
points outside of it.
"""
