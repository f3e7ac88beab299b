"""Pictures, sound, fonts and programs: what they show, play and do, without what is noted about them.

``without_metadata`` leaves out what ``scan.payload`` says is metadata; ``font`` writes what letters look like;
``program`` writes code without addresses.
"""
