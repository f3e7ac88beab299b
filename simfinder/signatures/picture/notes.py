"""What people or their cameras noted in a picture, as bits."""

PLACE, WORDS, STARS = 1, 2, 4
"""Where it was taken; a title, a caption or keywords; a rating."""

ALL = PLACE | WORDS | STARS
