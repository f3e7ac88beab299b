"""The list of clusters: a tree of two levels over the session's arrays, for a million rows.

``model`` turns clusters into rows; ``cluster_tree`` is the view with its keys and selection, ``row_painting`` and
``cluster_delegate`` paint it, ``windowed_tree`` with ``scroll_bar`` gives the view only a window of its rows at a time.
``cluster_panel`` puts headline, tree and empty states together; ``row_order`` sorts and filters (in a job for large
sessions); ``tree_state`` remembers what is open and selected while clusters change.

To change the order of clusters, see ``app.clusters.cluster_order``; to add a column, ``model.row_kinds``.
"""
