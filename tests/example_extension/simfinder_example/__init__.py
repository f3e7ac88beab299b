"""One of each that a package can bring: a method, a content view, a keep rule, a format of reports."""
