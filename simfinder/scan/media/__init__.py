"""What pictures look like and recordings sound like, beside the signatures of their bytes.

A picture goes in, a ``signatures.picture.look.Look`` comes out. ``picture_service`` decodes it in a sandboxed process
and sends nothing but 64 x 64 points (``picture_answer``), ``picture_reader`` asks it. In the same way a recording goes
in and a ``signatures.sound.recording.Recording`` comes out. ``ask_readers`` does so for the files of a scan.
To add a kind of picture, name the plugin that decodes it in ``picture_service`` and its first bytes in
``extract.formats``.
"""
