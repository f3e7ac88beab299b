"""Debian packages and their updates, and the programs in them: what compilers, linkers and patches change.

apt fetches both from where the machine gets its packages; which versions these are depends on the day. Packages of one
source share code and count neither way.
"""

from __future__ import annotations

import io
import itertools
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from .builder import Folder, program, register
from .truth import Relation

_OPEN = (
    "amqp-tools librabbitmq4",
    "libexpat1 expat",
    "libgd3",
    "libjbig2dec0",
    "libmodbus5",
    "libpcre2-posix3",
    "libsasl2-2 libsasl2-modules-db",
    "php8.2-bcmath php8.2-bz2",
    "unzip",
    "xdg-dbus-proxy",
    "zip",
)
"""Packages of one source each, which rules may be tuned on."""

_FRESH = (
    "antiword",
    "iperf3 libiperf0",
    "libass9",
    "libbrotli1 python3-brotli",
    "liblzma5 xzdec",
    "libnfs13 libnfs-utils",
    "libpng16-16",
    "libsmpp34-1",
    "libssh-4",
    "libssh2-1",
    "libtpms0",
    "libxencall1 libxenevtchn1 libxenforeignmemory1",
    "libxfont2",
    "libxslt1.1 xsltproc",
    "libyaml-syck-perl",
    "libzookeeper-mt2 libzookeeper-st2",
    "memcached",
    "network-manager-iodine",
    "php8.2-curl",
    "rsync",
    "spice-vdagent",
    "sslh",
)
"""Packages chosen and fetched when all rules were done."""

_MOST = 4  # largest programs of a package


@register()
def updates(folder: Folder) -> None:
    """Packages before and after an update."""
    _build(folder, _OPEN)


@register(held_back=True)
def fresh_updates(folder: Folder) -> None:
    """Packages before and after an update, held back."""
    _build(folder, _FRESH)


def _build(folder: Folder, sources: Sequence[str]) -> None:
    if program("apt-get") is None:
        return
    for package, source in [(name, names) for names in sources for name in names.split()]:
        wholes, inside = [], []
        for version, archive in _fetched(package, folder.corpus.cache):
            place = f"{package}-{version.replace(':', '_')}"
            wholes.append(folder.put(f"{place}/{archive.name}", archive.read_bytes(), source))
            found = _programs(archive)
            inside.append({name: folder.put(f"{place}/{name}", data, source) for name, data in found.items()})
        for a, b in itertools.pairwise(wholes):
            folder.pair(a, b, "packages and their updates", Relation.VERSION)
        for one, other in itertools.pairwise(inside):
            for name in one.keys() & other.keys():
                folder.pair(one[name], other[name], "programs and their updates", Relation.VERSION)


def _fetched(package: str, cache: Path) -> list[tuple[str, Path]]:
    """Two versions of a package that apt offers, and where they are; fewer are said and left out."""
    cache.mkdir(parents=True, exist_ok=True)
    lines = _output("apt-cache", "madison", package).splitlines()
    versions = list(dict.fromkeys(line.split("|")[1].strip() for line in lines))
    if len(versions) < 2:
        print(f"{package}: no update can be had, left out", file=sys.stderr)
        return []
    found = []
    for version in (versions[-1], versions[0]):
        pattern = f"{package}_{version.replace(':', '%3a')}_*.deb"
        if not list(cache.glob(pattern)):
            _output("apt-get", "download", f"{package}={version}", place=cache)
        found += [(version, path) for path in cache.glob(pattern)][:1]
    return found if len(found) == 2 else []


def _output(*command: str, place: Path | None = None) -> str:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip()[-300:], file=sys.stderr)
    return done.stdout


def _programs(archive: Path) -> dict[str, bytes]:
    """Return the largest programs and libraries of a package, by name."""
    if shutil.which("dpkg-deb") is None:
        return {}
    unpacked = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", str(archive)], capture_output=True, check=True
    ).stdout
    found = {}
    with tarfile.open(fileobj=io.BytesIO(unpacked)) as held:
        for member in held:
            file = held.extractfile(member) if member.isreg() else None
            data = file.read() if file else b""
            if data.startswith(b"\x7fELF"):
                found[Path(member.name).name] = data
    return dict(sorted(found.items(), key=lambda one: -len(one[1]))[:_MOST])
