"""The Qt model of the list of clusters. No Python object per row.

``cluster_rows`` answers Qt's questions from arrays, ``cluster_model`` says what a cell shows, ``windowed_rows`` hands
views a window of the rows, ``containment_rows`` adds what lies in what, ``row_index`` finds a row again. ``row_kinds``
names rows, columns and roles; ``selection`` holds selected rows by what they stand for, ``qt_selection`` shows them to
Qt; ``tooltips`` are the sentences of a cell's tip.
"""
