"""The window. The only importer of Qt; starts without numpy and numba.

``main`` wires, ``main_window`` assembles, ``job_bridge`` is the one place that knows threads and Qt;
``models`` adapt the session's arrays, ``panels``, ``dialogs`` and ``delegates`` draw them. ``language`` chooses the one
that all of it speaks, ``texts`` and ``told`` say numbers, names and what the layers below have to say.
"""

from simfinder.gui.style.qt_imports import spare

spare()
