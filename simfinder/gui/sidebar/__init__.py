"""The left side: the folders to scan, and how different files may be.

``folders_panel`` lists folders (``folder_model``, ``folder_delegate``); ``tolerance_panel`` has a slider for all types
and one for each (``tolerance_row``, ``tolerance_slider``, ``type_list``), with live counts of clusters.
"""
