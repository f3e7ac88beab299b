"""Folders in, signatures out: ``walk`` lists, ``reading`` reads and signs, ``pipeline`` is the whole scan.

What can't be read becomes a listed ``Problem``, what is passed over by rule is counted; neither stops a scan.
"""
