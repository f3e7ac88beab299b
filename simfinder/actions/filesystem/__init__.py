"""Single system calls."""
