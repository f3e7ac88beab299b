"""The look: colours, fonts, the style sheet, and the imports of Qt that cost time.

``palette`` is the only module that knows a colour of the light and the dark look, ``type_colors`` the only one that
knows those of file types, ``type_icon`` draws their small pictures. ``stylesheet`` applies a look to the program and
follows the system. ``fonts`` sizes text in proportion to the program's own. ``qt_imports`` turns off a costly hook of
PySide's imports.
"""
