"""The values that pass between the rooms: frozen, slotted, standard library only.

No I/O, no third-party import, no knowledge of any other package but ``errors``.
"""
