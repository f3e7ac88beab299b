"""Text and members of archives and documents."""
