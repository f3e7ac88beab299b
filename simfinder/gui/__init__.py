"""The window: the only room that imports Qt. It opens without numpy and numba.

What the session (``app.session``) holds goes in, pixels and commands come out; nothing is computed here that ``app``
can compute. ``main`` starts the program and ``window`` puts the parts together: ``sidebar`` (folders, tolerances),
``cluster_tree`` (the list), ``overview`` (list, key space and map as views of one session), ``details`` (the selected
file) and ``dialogs``. ``controllers`` do one task each, ``jobs`` is the one place where threads meet Qt, ``state`` is
what the window knows. ``wording``, ``style`` and ``widgets`` serve all of them.

A room imports only rooms below it::

    main > window > details, dialogs, overview > cluster_tree, controllers, sidebar > widgets > state, style
         > jobs, wording

To add a panel, see docs/contributing.md.
"""

from simfinder.gui.style.qt_imports import spare

spare()
