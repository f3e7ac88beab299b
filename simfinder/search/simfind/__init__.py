"""SimFind: radius search on sum keys."""
