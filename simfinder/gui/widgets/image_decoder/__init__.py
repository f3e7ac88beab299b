"""Pictures of the user's files, decoded in a process of their own.

A path goes in, plain pixels of a bounded size come out, or a word for why not. ``client`` starts the process, keeps it
warm and kills it where it hangs; ``server`` is what runs in it; ``protocol`` is what the two say to each other.
A damaged or hostile picture may end that process and nothing else. ``svg_sanitizer`` removes from a drawing whatever
points outside of it.
"""
