"""Result folders: what ``simfinder cluster --out DIR`` writes on many machines, and this program opens.

In: a folder with a ``manifest`` (JSON, written last) and a folder of Parquet files for each of the ``tables``. Out:
the manifest checked value by value, and columns in batches, whose types, lengths and numbers of rows are checked. The
folder may come from anybody; what its values mean together is for ``app.session.saved.cluster_result``.

A table or column is added to ``tables.TABLES``, and the schema's number in ``manifest`` is raised where older results
lack it.
"""
