"""Builds a corpus of wrappings: the same content in the files of many programs, and contents inside others.

``python -m tests.helpers.wrappings OUT`` writes it with the libraries and programs people use (LibreOffice, pandoc,
fontTools, Pillow, reportlab, WeasyPrint, mutagen, pycdlib, squashfs-tools, Python's mail and zip modules); what is not
installed is left out and said. Which files belong together follows from how they were made, never from their bytes.

``truth`` has the tables of it, ``builder`` the registry of kinds and what a kind writes into. ``texts``, ``messages``,
``code``, ``media``, ``packages`` and ``parts`` are the kinds. ``benchmarks/wrappings.py`` scores SimFinder on it.
"""
