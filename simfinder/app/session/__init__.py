"""One scan with its tolerances, marks, figures."""
