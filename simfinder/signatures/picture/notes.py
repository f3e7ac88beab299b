"""What people or their cameras left in a picture beside what is seen, as bits."""

PLACE, WORDS, STARS, LEVELS = 1, 2, 4, 8
"""Where it was taken; a title, a caption or keywords; a rating; the levels of a camera's raw picture."""

ALL = PLACE | WORDS | STARS | LEVELS
