"""Carrying out a plan, and taking a batch back: every file checked again, every act in the journal before and after.

``executor``: a reviewed plan, or the number of a batch, in, a ``BatchReport`` from the journal out. It runs the acts
one after the other and goes on when a disk hangs; its docstring lists what a death between two steps leaves.
``preconditions`` are what must still hold for a file right before it goes, ``kept_files`` what must hold for the file
that stays; ``act_execution`` chooses names, writes them into the journal and calls the method (``actions.methods``) of
the act's kind. ``undo_act`` takes one act back: content, name, folder, times and mode, never over anything else. A file
that can't be put back stays *done*, with the reason; undoing again tries it again.
"""
