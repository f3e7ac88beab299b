"""Pictures and sound: what they show and play, without what is noted about them.

``payload`` says where that is in a file, for each format; ``without_metadata`` makes the view.
"""
