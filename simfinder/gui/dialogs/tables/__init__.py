"""Tables of the dialogs."""
