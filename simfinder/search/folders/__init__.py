"""Folders that are copies, parts or versions of one another, from the contents of their files. Arrays only, no paths.

    folder_tree   folders and archives as numbers; a folder and all below it are an interval
    evidence      files of the tree: which contents are equal or linked, and how common each is
    candidates    for each folder: where else do its contents occur, and which folder holds most of them there
    score         what two folders share, by files and by bytes
    relations     identical, contained, version or similar
    reduce        the highest pair that says it all, instead of every pair below it
    groups        three and more copies
    warmup        every kernel once

In: contents of files as numbers, the folder of each, links between contents (``linking.links``). Out: ``FolderPairs``.

Every folder asks for a sample of its contents where else they occur: the rarer and larger ones first, of each only
the occurrences that are nearest in the tree. So the work is bounded by the number of folders times the sample, also
where every folder holds the same files. The sample is the same for the same contents wherever they are (consistent
weighted sampling, Efraimidis and Spirakis 2006, with the hash of the content as the random number).

To add evidence, e.g. of pictures that look alike, add links of contents; nothing here asks how they were found.
"""
