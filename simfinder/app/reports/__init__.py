"""Results as JSON, CSV and HTML.

In: a session (or all pairs of a scan, or batches of acts). Out: text in pieces, so that 300 MB of JSON take no memory;
``write_report`` writes them to a file, whole or not at all. The JSON is a contract: its fields only ever grow. The HTML
is the template ``resources/style/report.html``.

To add a format, write a function that yields its text, and add it to ``write_report.FORMS``, or bring it from a package
of your own (docs/contributing.md). ``scan --report`` and the window's menu of exports have it then.
"""
