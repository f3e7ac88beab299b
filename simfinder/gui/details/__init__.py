"""The right side: the selected file, how it is related to the kept one, and why.

``details_panel`` holds the pages: what the file contains (``preview_view``), a comparison with another file
(``compare``), the versions of its cluster (``versions_view``, ``timeline_view``) and why two files are similar
(``why_view``, ``shared_ranges_view``). Data comes from ``app.compare`` and ``app.views``, loaded by
``controllers.details_loader``.
"""
