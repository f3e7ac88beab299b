"""SimHash: 1s counted per tag, sum keys."""
