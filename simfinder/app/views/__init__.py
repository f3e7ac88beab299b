"""The data of the window's panels: what each draws, as arrays and values, without Qt.

In: a session. Out: figures ready to draw: the key space (``key_space``), space by folder and type (``space_map``, laid
out by ``treemap``), versions in time (``timeline``), what lies in what (``containment_view``), why files are similar or
kept (``explain_similarity``).

To add a panel's data, write a module with a frozen dataclass of arrays and a function ``of_session(session)`` that
fills it; compute sums and positions here and leave only drawing to ``gui``. Then add the panel in ``gui`` and test the
numbers against a plain loop.
"""
