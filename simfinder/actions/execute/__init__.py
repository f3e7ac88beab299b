"""Carrying out a plan: every file checked again, every act in the journal before and after.

A reviewed plan in, a ``BatchReport`` from the journal out. ``executor`` runs the acts one after the other and goes on
when a disk hangs, ``preconditions`` are what must still hold for a file right before it goes, ``act_execution`` chooses
names, writes them into the journal and calls the method (``actions.methods``) of the act's kind. The docstring of
``executor`` lists what a death between two steps leaves.
"""
