"""Which file of a cluster stays, and what may be said of the others.

Comes in: file records, paths, times, content rows. Goes out: an order of files, how each file stands to the kept one,
and which files are left alone. Looks at no disk. To add a rule of ``--keep``, add its key in ``keep``; to add a sign
of descent or of a series, add it in ``kinship``; to add files that belong together, name their endings in
``companions``. What makes a folder a project is in ``model.project_markers``.
"""
