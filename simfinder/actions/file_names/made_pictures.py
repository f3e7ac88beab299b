"""Names that programs give what they make of a picture: edited, sent by a messenger, made smaller for a page."""

from __future__ import annotations

import re

_MADE = re.compile(
    r"""
      [ ._-] \(? (?:edited|edit|bearbeitet|modifi[eé]|editad[ao]|modificat[ao]|bewerkt|cropped|resized|scaled
        |thumb|thumbnail) \)? [ ._-]? \d* $
    | ^ WhatsApp [ ] (?:Image|Bild) [ ] \d
    | ^ signal- \d
    | ^ IMG- \d{8} -WA \d+
    | ^ (?:FB_IMG_|received_|IMG_E \d | thumb_ | photo_\d{4}-\d\d-\d\d_ )
    | [._-] \d{2,5} x \d{2,5} (?: [ ]? \(\d+\) )? $
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_made_of_picture(name: str) -> bool:
    """Return whether a file's name says that it was made of another picture.

    Args:
        name: with its extension, such as ``IMG_1 (edited).jpg``, ``IMG-20240101-WA0003.jpg``, ``sea-1024x683.jpg``.
    """
    return _MADE.search(name.rpartition(".")[0] or name) is not None
