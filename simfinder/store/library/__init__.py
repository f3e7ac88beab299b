"""The library: the journal of every act on a file, the ignore list, saved keep rules. Precious.

In: plans and the changes of single acts. Out: batches and acts as values, enough to judge a crash and to undo. Every
write is on the disk when the call returns (``synchronous=FULL``); a damaged library is copied aside and never replaced.

``library`` opens it and has the journal's SQL and the lock files that tell which program works on a batch; ``journal``
the values and the encoding of each column; ``ignored_pairs`` and ``keep_rule_rows`` the tables of those names.

To store one more fact of an act, add an attribute to ``journal.JournalAct``, its coding to ``journal._coders`` and a
column in a new script of ``schema.MIGRATIONS``.
"""
