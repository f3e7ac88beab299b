"""Tables of the dialogs: rows of plain values and descriptions of their columns.

``table_dialog`` is the form they share: a title, a sentence, a table, buttons. ``plan_model`` lists files in folders
that open and close; the others are flat. ``widgets.table_model`` is the model, ``widgets.table_delegate`` paints it.
"""
