"""SimFinder: finds files that are the same, nearly the same, or older versions of one another.

folders in → signatures → similar pairs → clusters → a plan → a journal. Each arrow is one package:

``scan`` walks folders and signs files (``signatures``), ``store`` remembers, ``search`` turns
signatures into pairs and clusters, ``actions`` turns marks into a plan, carries it out and takes it
back. ``workers`` runs threads and gives up on drives that stall. ``app`` is what the two front ends,
``cli`` and ``gui``, share. ``model`` holds the values that pass between the rooms and ``errors`` the
exceptions. Imports only point down the layers:
``gui | cli > app > scan | search | actions > store | signatures | workers > model > errors``.
"""

__version__ = "0.1.0"
