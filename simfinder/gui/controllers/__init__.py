"""One task of the window each, without widgets: they start jobs and hand results on.

``removal_jobs`` scans, plans, acts and undoes; ``folder_follower`` follows changes on the disk;
``verify_scheduler`` and ``verify_queue`` have figures measured while nobody waits. ``details_loader``,
``similar_search``, ``saved_results``, ``export_results`` and ``short_jobs`` do what their names say; ``notifier`` tells
the system when long work has ended.
``user_actions`` lists the commands: their text, keys and tips.

To add a command, add it to ``user_actions`` and connect it in ``window.connections``.
"""
