"""What other programs do to the files while the window is open: files come, change, get other names and times, and go.

Only what was made here is ever changed or removed, and no two files made here are alike, so that whoever watches the
bytes (``referee``) knows which of them nobody has taken away.
"""

from __future__ import annotations

import os

from simfinder.signatures.content_hash import content_hash


class Elsewhere:
    """Another program at work in the folders of a world.

    Args:
        world: whose files they are; told what is there now.
        random: of its choices.
    """

    def __init__(self, world, random):
        self._world, self._random = world, random
        self._made = 0

    def act(self):
        """Do something, and say what."""
        what = self._random.choice(
            (self._come, self._come, self._change, self._rename, self._touch, self._go)
        )
        return what()

    def _mine(self):
        paths = sorted(self._world.made)
        return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]

    def _anyone(self):
        return [path for path in sorted(self._world.before) if os.path.isfile(path)]

    def _come(self):
        """A file of its own, or a version of one that is there."""
        known = self._anyone()
        data, ending = b"", ".txt"
        if known and self._random.random() < 0.8:
            like = self._random.choice(known)
            ending = os.path.splitext(like)[1]
            with open(like, "rb") as file:
                data = file.read(200_000)
        self._made += 1
        folder = os.path.dirname(self._random.choice(known)) if known else self._world.roots[0]
        path = os.path.join(folder, f"from elsewhere {self._random.randrange(1000)}-{self._made}{ending}")
        self._write(path, data)
        return f"comes {path}"

    def _write(self, path, data):
        data += b"\n%d\n" % self._random.getrandbits(64)
        with open(path, "wb") as file:
            file.write(data)
        self._world.made[path] = self._world.before[path] = content_hash(data)

    def _forget(self, path):
        """What stands there will be nowhere any more, whatever was linked to it, and the window is not to blame."""
        gone = self._world.made.pop(path)
        for other in [other for other, digest in self._world.before.items() if digest == gone]:
            del self._world.before[other]

    def _change(self):
        for path in self._random.sample(mine := self._mine(), min(1, len(mine))):
            self._forget(path)
            self._write(path, self._random.randbytes(self._random.randrange(3000)))
            return f"changes {path}"
        return self._come()

    def _rename(self):
        for path in self._random.sample(known := self._anyone(), min(1, len(known))):
            new = f"{path}.{self._random.randrange(1000)}"
            if not os.path.lexists(new):
                os.rename(path, new)
            return f"renames {path} to {os.path.basename(new)}"
        return self._come()

    def _touch(self):
        for path in self._random.sample(known := self._anyone(), min(1, len(known))):
            os.utime(path, (1_700_000_000, 1_700_000_000 + self._random.randrange(10**7)))
            return f"touches {path}"
        return self._come()

    def _go(self):
        for path in self._random.sample(mine := self._mine(), min(1, len(mine))):
            os.unlink(path)
            self._forget(path)
            return f"removes {path}"
        return self._come()
