"""The key space: each file a point at its size and its sum key (Sadowski & Levin, "SimHash").

Files whose points are near may be similar. A million points are drawn as an image: ``point_image`` turns arrays into
pixels, ``point_canvas`` shows, moves and selects, ``plot`` has the axes and what is painted over the points,
``key_space_panel`` puts it together. Data: ``app.views.key_space``.
"""
