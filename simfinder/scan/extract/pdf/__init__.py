"""Pdfium and our repair."""
