"""What the window knows at this moment, without a widget.

``window_state`` holds the folders, the session of the last scan, the tolerances and the marks, and signals their
changes; ``session_edits`` makes the clusters anew after a change, in a job where the session is large; ``mark_scope``
says what the marking commands are about: all clusters, those that are shown, or the selection.
"""
