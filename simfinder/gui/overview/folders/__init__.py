"""The folders view: folders that are alike, and for the chosen pair its files side by side.

folder_pairs    pairs, and groups of three and more, as entries; made in a job
folder_list     the list of them: a sentence for each, and how it is painted
folder_tables   the files of a pair in their folders, and the table that shows either
folders_panel   the view: list above, files below, what can be done under them
"""
