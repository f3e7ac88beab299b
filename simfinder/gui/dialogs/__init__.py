"""Dialogs, always opened with ``open()``, never with ``exec()``: none has an event loop of its own.

A dialog gets plain values, says what is wanted by signals and changes nothing itself. ``plan_review`` shows each act of
a plan before it happens, ``removal_report`` what really happened; ``tables`` are the tables they share.

To change a warning of the review, see ``actions.plan.assessment`` (what is warned of) and ``gui.wording`` (its words).
"""
