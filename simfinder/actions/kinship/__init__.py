"""May two files be versions of one another, by their names and folders?

Two paths in, a ``Kinship`` out: how near they are (``Kin``), which one is earlier, and why. In doubt the answer is no,
because files are removed by it::

    names = compare_names(name, other)              # name_kinship: marks off; what is left must be the same
    places = compare_places(folder, other_folder)   # place_kinship: neutral folders off, likewise
    trees = CopiedTrees.compare(...)                # copied_trees: same relative paths, same contents?
    kinship = combine(names, places, trees)

``kinship_columns`` does it for many pairs at once, and for the copies of a kept file, ``text_steps`` tells
versions from fillings of one form by what three texts share.

To add a sign of descent that is in a name, add it to ``file_names.hints`` (or ``name_reading``) and weigh it in
``name_kinship``; one that is in a folder goes to ``place_kinship``; one that says that two files are a series, to the
words of ``file_names.kin_words``. Add a pair of names for it to ``tests/unit/actions/kinship/test_kinship.py``.
"""
