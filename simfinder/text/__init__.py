"""Messages, numbers, names and packaged files as text for people, without Qt and without numpy.

Values in, strings out. ``message`` has sentences that know their parts; ``number_formats`` writes sizes, counts and
times; ``printable_names`` shows a file name of any bytes on one line; ``resource_files`` reads what is packaged with
the program.
"""
