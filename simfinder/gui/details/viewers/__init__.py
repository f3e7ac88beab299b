"""One content on the screen: text, bytes or a picture, of any size.

Only what is visible is read: ``byte_blocks`` fetches bytes in jobs, ``part_bar`` moves through a long text, ``zoom``
keeps pictures in step.
"""
