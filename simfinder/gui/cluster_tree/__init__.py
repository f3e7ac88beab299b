"""The list of clusters: a tree of two levels over the session's arrays, for a million rows.

``model`` turns clusters into rows; ``cluster_tree`` is the view: keys, selection, and the window of rows that it has.
``row_painting`` paints the rows, ``column_widths`` fits the columns, ``scroll_bar`` covers all rows,
``tree_state`` remembers what is open and selected while clusters change. ``cluster_panel`` puts headline, tree and
empty states together; ``row_order`` sorts and filters, in a job for large sessions.

To change the order of clusters, see ``app.clusters.cluster_order``; to add a column, ``model.row_kinds``.
"""
