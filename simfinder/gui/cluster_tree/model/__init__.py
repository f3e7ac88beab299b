"""The rows of the list of clusters. No Python object per row.

``rows`` knows which rows there are, without Qt; ``cluster_model`` hands views a window of them and says what a cell
shows. ``containment_rows`` has the rows for files inside other files, ``row_kinds`` names rows, columns and roles,
``selection`` holds selected rows by their files, and ``tooltips`` writes the tips.
"""
