"""From marks to acts."""
