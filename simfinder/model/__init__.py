"""The values that pass between the rooms: frozen, slotted, standard library only.

No I/O, no third-party import, no knowledge of any other package but ``errors``. A scan is described by
``scan_options`` and ``tolerances``, watched by ``progress``, finds ``file_record`` rows and groups them into
``clusters``; marked files become a ``removal_plan`` and a report of what was done. ``path_rules``, ``file_type``,
``file_families`` and ``project_markers`` are pure functions of names and paths. ``system`` says which system this is:
nobody else asks. ``extension_points`` finds what other packages add.

To add a file type to a family, add it to the table of ``file_families``; to add a project marker, add its name to
``project_markers``.
"""
