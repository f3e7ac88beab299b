"""Signatures in, pairs and clusters out. Arrays in, arrays out; nothing here touches a disk.

``sketches``, ``ngrams`` and ``keyrange`` propose candidate pairs; ``scoring`` says how much two
contents share; ``links`` joins the two; ``clustering`` turns links into clusters at given tolerances.
"""
