"""Rules that choose the kept file of a cluster, say how the others are related to it, and mark files.

File records, paths, times and content rows in; an order of files, a relation and a sentence for each file, and marks
out. Looks at no disk (but for ``protected_folders``, which is used right before a file goes).

To add a rule of ``--keep``, add its key and its sentence to ``PLAIN`` in ``keep_rules`` (if it takes a value, to
``_WITH_VALUE``, ``_key``, ``_rule`` and ``_decided``). To add a rule of ``--remove``, add it to ``RULES`` and its
relations to ``REMOVED`` in ``mark_rules``. To add a project marker, add the name to ``model.project_markers``. To add
files that belong together, add their endings to ``companions``. To add a sign of descent, see ``actions.kinship``; what
signs are worth together is decided in ``relation.relations``, and each reason has its sentence in
``relation.SENTENCES``.
"""
