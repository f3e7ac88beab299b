"""Texts that are compared in another form than their own, or that hold files: data, minified code, mails, data URIs.

Each module is one format of ``formats``. A new one is a row there and a module with ``stream``.
"""
