"""From search links to links of files."""
