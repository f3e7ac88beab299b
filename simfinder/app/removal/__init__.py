"""From marks to acts on files, and back.

In: a session with marked files. Out: a plan to review (``review_rows``, ``wording``), its execution and its undo
(``removal``, which opens the journal for as long as one request lasts). ``mark_files`` proposes marks for a cluster, a
folder or a rule; ``measured_plan`` finds out what is true of a plan from elsewhere; ``saved_keep_rules`` are keep rules
a person has named.

``actions`` keeps each act safe. To add an act, add it there and to ``wording``; to add a keep rule, see
``actions.rules``.
"""
