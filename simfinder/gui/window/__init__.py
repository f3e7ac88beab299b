"""The main window: its frame, bars and connections. It decides nothing itself.

``main_window`` makes the parts, ``parts`` hands them on, ``connections`` says who hears which signal, and
``action_state`` which commands can be used. ``cluster_commands`` are those on clusters, ``dialog_opener`` opens
dialogs one at a time, ``user_choices`` applies what settings remember. ``top_bar``, ``filter``,
``banner`` and ``status_line`` are the bars.
"""
