"""Two files beside each other: as text, as lists of members, as bytes or as pictures.

``compare_panel`` chooses the view that suits (``text_compare`` with ``side_by_side`` and ``diff_lines``,
``hex_compare``, ``image_compare``, or the lists of ``viewers``); ``change_bar`` steps from change to change, ``go_to``
reads what a person types to get to a place. The comparison itself is ``app.compare``.
"""
