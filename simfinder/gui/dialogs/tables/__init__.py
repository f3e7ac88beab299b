"""Tables of the dialogs: flat models of plain values, and how their cells are painted.

``table_dialog`` is the form they share: a title, a sentence, a table, buttons. ``plan_model`` is the one tree: folders
with the files that would leave them.
"""
