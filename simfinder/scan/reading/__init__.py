"""Contents of files, once each."""
