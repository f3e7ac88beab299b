"""The key space: each file a point at its size and its sum key (Sadowski & Levin, "SimHash").

Files whose points are near may be similar. A million points are drawn as an image: ``point_image`` turns arrays into
pixels, ``painted_points`` keeps the image of what is seen, ``point_painter`` draws axes and rings over it,
``point_canvas`` moves and selects, ``key_space_panel`` puts it together. Data: ``app.views.key_space``.
"""
