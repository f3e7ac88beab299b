"""Pictures, sound and fonts: what they show and play, without what is noted about them.

``without_metadata`` leaves out what ``scan.payload`` says is metadata; ``font`` writes what letters look like.
"""
