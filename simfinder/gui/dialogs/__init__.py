"""Dialogs, always opened with open(), never exec()."""
