"""The window of the window tests, for the checks of recipes."""

from tests.gui.conftest import look, make, qapp_args, quiet, scan, scanned, tree, warm

__all__ = ["look", "make", "qapp_args", "quiet", "scan", "scanned", "tree", "warm"]
