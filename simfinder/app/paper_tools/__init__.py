"""The programs of the papers, logic."""
