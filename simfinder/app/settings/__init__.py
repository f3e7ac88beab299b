"""What a person chooses and the program remembers: a JSON file in the settings folder.

``settings`` reads and writes it; a damaged file is reported and replaced by defaults. ``scan_rules`` turns filters as
people write them (patterns, types, dates, ages) into the options of a scan; ``type_limits`` reads the built-in
tolerance limits of types whose own format makes strangers alike.

To remember one more wish, add a field with a default to ``Settings``; an older file just lacks it.
"""
