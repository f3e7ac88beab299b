"""The process without rights that opens hostile files."""
