"""What pictures look like, made from their pixels beside the signatures of their bytes.

A picture goes in, a ``signatures.picture.look.Look`` comes out. ``picture_service`` decodes it in a sandboxed process
and sends nothing but 64 x 64 points (``picture_answer``), ``picture_reader`` asks it, ``look_at_pictures`` does so for
the pictures of a scan.
To add a kind of picture, name the plugin that decodes it in ``picture_service`` and its first bytes in
``extract.formats``.
"""
