"""One task each, no widgets."""
