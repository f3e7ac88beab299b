"""Folders of real files whose origin is known: letters, invoices, talks, sheets, code, logs, pictures, projects.

A *set* is one kind of folder. Every file of it belongs to a *lineage*: the versions and copies of one document, with a
rank that grows with age of the content (newer is higher; equal rank and equal content: identical copies). Files of
other lineages are strangers, whatever they share: a logo, a form, a licence, a name. What may be removed follows from
that alone, and ``benchmarks/harm.py`` judges programs by it.

``builder`` holds the registry of sets and writes files with their truth (``truth``); ``correspondence``, ``tables``,
``slides_and_pictures``, ``sources`` and ``versions`` hold the sets to be tuned on, ``held_back`` those nobody tunes
on; ``home`` mixes them into one home folder; ``releases`` unpacks published packages. Texts come from ``words`` and are
edited by ``edits``, documents are written by ``documents`` with the libraries people use.

To add a set: write ``def name(folder: Folder) -> None`` that calls ``folder.add`` for each file, and decorate it with
``@builder.register``.

    python -m tests.helpers.homes OUT [--sets a,b] [--held-back] [--home] [--releases CACHE] [--seed N]
"""
