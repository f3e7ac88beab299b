"""Look after the program itself: ``doctor`` checks versions, folders, cache, Trash and kernels; ``cache_maintenance``
verifies and prunes the signature cache.

To add a check, write a function in ``doctor`` that returns its finding as text and list it in ``diagnose``.
"""
