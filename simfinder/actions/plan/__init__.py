"""A plan: what would be done to which files, as a value that is reviewed before anything happens.

Clusters with marked files in, a ``model.removal_plan.Plan`` out: the acts, the refused marks with their reasons, what
is freed, and warnings. ``make_plan`` builds it: ``rules.choose_files`` pairs every file that goes with one that stays,
``act_columns`` holds the acts as columns (some 200 bytes each), ``assessment`` looks at the disk for warnings and freed
bytes, ``folder_counts`` counts what folders lose, by the tree of ``nested_folders``.

``json_file`` writes and reads the plan of ``plan --json`` and ``apply``, ``conflicts`` finds contradictions in it.
``shell_script`` writes the plan as a POSIX shell script.

To add a warning of an act, add its kind to ``_Kind`` and its condition to ``_warnings`` in ``assessment``.
"""
