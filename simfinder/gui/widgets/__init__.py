"""Small widgets and painted parts that several rooms share.

A widget here knows plain values and no session: a label that gives way, tabs that fit, a flat table with its
model and delegate, thumbnails, the parts of a painted cell. ``image_decoder`` decodes pictures in a process of its own.
"""
