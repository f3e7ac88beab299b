"""Taking a batch back: content, name, folder, times and mode of every file, never over anything else.

The number of a batch in, its ``BatchReport`` out. ``undo`` settles the batch and runs through its acts from the last to
the first, ``undo_act`` takes one act back: a moved file moves back, a link becomes a file of its own again, a copy is
removed. A file that can't be put back stays *done*, with the reason; undoing again tries it again.
"""
