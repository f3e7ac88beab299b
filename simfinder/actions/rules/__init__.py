"""Rules that choose the kept file of a cluster and say how the others are related to it.

Input: file records, paths, times, content rows. Output: an order of files, the relation of each file to the kept one,
and the files that no rule may mark. Looks at no disk.

To add a rule of ``--keep``, add its key in ``keep``; to add a sign of descent or of a series, add it in ``kinship``; to
add files that belong together, name their endings in ``companions``. ``model.project_markers`` lists what makes a
folder a project.
"""
