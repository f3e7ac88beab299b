"""The folders view: pairs of folders that are alike, and for the chosen pair its files side by side.

folder_pairs    the pairs as rows, made in a job
folder_tables   the columns of both tables
folders_panel   the view: pairs above, files below, what can be done under them
"""
