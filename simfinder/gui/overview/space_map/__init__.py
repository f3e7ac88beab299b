"""The map: where the space goes, as a treemap of folders and as bars of types.

``treemap_canvas`` paints and is walked by keys, ``type_bars`` shows types, ``kind_legend`` the colours;
``space_map_panel`` puts them together. Data: ``app.views.space_map`` and ``treemap``.
"""
