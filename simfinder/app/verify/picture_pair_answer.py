"""What the process that compares two pictures answers."""

from __future__ import annotations

import struct

ANSWER = struct.Struct("<8Q?")
"""Device, inode, size and time of change of either file (zeros for one that could not be read); whether all agree."""
