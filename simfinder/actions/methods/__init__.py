"""The ways a file goes, one module each: moved (also into the Trash), deleted, replaced by a link.

Each has a function that acts (``movement.carry_out``, ``deletion.delete``, ``link_replacement.replace``), one that
judges by the disk alone what became of an act that was cut off (``settle``), and in its docstring the crash table: what
a death right after each system call leaves, and the verdict. ``verified_copy`` copies to another disk and reads the
copy back; ``swap`` puts something new in the place of a file in one step.

To add a method: add a kind to ``model.removal_plan.ActKind``; write a module with an acting function, a ``settle`` and
the table; call them from ``execute.act_execution`` (forwards), ``execute.undo_act`` (back) and ``journal.settle``
(after a crash); add its shell function to ``plan.shell_functions`` and its way to ``WAYS`` in
``tests/unit/actions/execute/test_crash.py``, which kills the program after each call; ``test_faults`` makes each of
these calls fail. Every name the file may have must be in the journal before the first call.
"""
