"""Results as JSON, CSV and HTML.

In: a session (or all pairs of a scan, or batches of acts). Out: text in pieces, so that 300 MB of JSON take no memory;
``write_report`` writes them to a file, whole or not at all. The JSON is a contract: its fields only ever grow. The HTML
is the template ``resources/style/report.html``.

To add a format, write a function that yields its text, add the format to ``write_report.Form`` and to
``write_report.text``; ``scan`` offers it as an option and the window in its export dialog.
"""
