"""Recognise project folders by names that only a project, an app, a library or a mailbox has.

Such a folder is a whole: its files need one another, and a copy in it is part of it, so no rule marks single files in
it. A marker must be certain: a Makefile beside a letter makes no project, a Makefile beside C sources does.

To add a marker, add it to ``_SURE`` if it is proof by itself, to ``_TOGETHER`` if several names are needed, to
``_ENDINGS`` if only its ending is known; a folder that is a whole by its own name goes to ``_WHOLE`` or
``_WHOLE_ENDINGS``. Names of folders end with a slash.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

_SURE = """
.git .git/ .hg/ .svn/ .bzr/ .jj/ _darcs/ .fslckout .pijul/ .dvc/ .datalad/ .idea/
pyproject.toml setup.py setup.cfg PKG-INFO manage.py pyvenv.cfg conda-meta/
package.json deno.json deno.jsonc bower.json
Cargo.toml go.mod go.work pom.xml build.xml build.sbt project.clj deps.edn mix.exs rebar.config stack.yaml pubspec.yaml
build.gradle build.gradle.kts settings.gradle settings.gradle.kts
CMakeLists.txt meson.build configure.ac configure.in Makefile.am Makefile.in SConstruct wscript MODULE.bazel WORKSPACE
WORKSPACE.bazel Makefile.PL Build.PL Package.swift Podfile dub.json composer.json Gemfile wp-config.php wp-load.php
_config.yml mkdocs.yml Chart.yaml .terraform.lock.hcl flake.nix PKGBUILD .project nbproject/
steam_appid.txt .egstore/ UnityPlayer.dll UnityPlayer.so unins000.exe
metadata_db_prefs_backup.json zotero.sqlite collection.anki2
"""

_TOGETHER = (
    ("Kconfig", "Makefile"),
    ("cur/", "new/", "tmp/"),  # a Maildir
    ("HEAD", "objects/", "refs/"),  # a bare repository
    ("config", "data/", "index/", "keys/", "snapshots/"),  # of restic
    ("DESCRIPTION", "NAMESPACE"),  # a package of R
    ("DESCRIPTION", "R/"),
    ("META-INF/", "mimetype"),  # an unpacked book or document
    ("drive_c/", "system.reg"),
    ("prefs.js", "times.json"),  # profiles of browsers and mail programs
    ("prefs.js", "places.sqlite"),
    ("History", "Preferences"),
    ("Bookmarks", "Preferences"),
    ("Cookies", "Preferences"),
)

_ENDINGS = """
sln slnx csproj vbproj fsproj vcxproj xcodeproj/ xcworkspace/ uproject cabal gemspec nimble Rproj vbox vmx
"""

_WHOLE = ("node_modules", "bower_components", "site-packages", "dist-packages", "VIDEO_TS", "BDMV")

_WHOLE_ENDINGS = """
photoslibrary aplibrary musiclibrary tvlibrary imovielibrary fcpbundle lrdata logicx band scriv framework dSYM rtfd
sparsebundle vmwarevm pvm
"""

_SOFTWARE = """
pyproject.toml setup.py setup.cfg PKG-INFO manage.py pyvenv.cfg conda-meta/
package.json deno.json deno.jsonc bower.json
Cargo.toml go.mod go.work pom.xml build.xml build.sbt project.clj deps.edn mix.exs rebar.config stack.yaml pubspec.yaml
build.gradle build.gradle.kts settings.gradle settings.gradle.kts
CMakeLists.txt meson.build configure.ac configure.in Makefile.am Makefile.in SConstruct wscript MODULE.bazel WORKSPACE
WORKSPACE.bazel Makefile.PL Build.PL Package.swift Podfile dub.json composer.json Gemfile flake.nix PKGBUILD nbproject/
CACHEDIR.TAG
"""

_VERSIONED = (".git", ".git/", ".hg/", ".svn/", ".bzr/", ".jj/", "_darcs/", ".fslckout", ".pijul/")

_MADE = """
__pycache__ node_modules bower_components site-packages dist-packages .git .hg .svn .bzr .jj _darcs .pijul
.cache .npm .yarn .cargo .rustup .m2 .gradle .ccache .venv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache
.next .nuxt .svelte-kit .parcel-cache .sass-cache .terraform
"""

_BUILT = ("build", "dist", "target", "obj", "_build")

_MANIFESTS = re.compile(rb"appmanifest_\d+\.acf|goggame-\d+\.info")

_SOURCE = re.compile(
    rb"\.(?:c|cc|cpp|cxx|h|hpp|m|mm|rs|go|f|f90|s|S|asm|ml|hs|d|pas|adb|v|vhd|java|zig|nim)\0"
)
_SCRIPT = re.compile(rb"\.(?:js|mjs|html)\0")
_PROGRAM = re.compile(
    rb"\.(?:slnx?|csproj|vbproj|fsproj|vcxproj|xcodeproj/|xcworkspace/|uproject|cabal|gemspec|nimble)\0"
)
_PERSONAL = re.compile(
    rb"\.(?:docx?|xlsx?|pptx?|od[tsp]|pages|numbers|key|pdf|epub|eml|jpe?g|heic|raw|mp3|flac|mp4|mov|avi)\0",
    re.IGNORECASE,
)


def _set_of(names: Iterable[str]) -> frozenset[bytes]:
    return frozenset(name.encode() for name in names)


def _any_of(endings: Iterable[str]) -> bytes:
    """Return a pattern that branches by first letters: Python tries branches in turn, and this halves the time."""
    letters: dict[str, list[str]] = {}
    for ending in endings:
        letters.setdefault(ending[0], []).append(ending[1:])
    return "|".join(f"{letter}(?:{'|'.join(rest)})" for letter, rest in letters.items()).encode()


_ALONE = _set_of(_SURE.split())
_SETS = tuple(map(_set_of, _TOGETHER))
_MAKEFILES = _set_of(("Makefile", "makefile", "GNUmakefile"))
_CHILDREN = _set_of(name + "/" for name in _WHOLE)
_HINTS = _ALONE.union(*_SETS, _MAKEFILES, _CHILDREN, (b"Contents/", b"manifest.json"))
_DEBIAN = _set_of(("changelog", "control"))
_BUNDLES = [ending + "/" for ending in _WHOLE_ENDINGS.split()]
_ENDING = re.compile(rb"\.(%b)\0" % _any_of([*_ENDINGS.split(), *_BUNDLES, "acf", "info"]))


def roots_shown_by(folder: str, names: Sequence[bytes]) -> Iterable[str]:
    """Find the project folders that a folder's entries prove: this folder, one in it, or the one it is in.

    Takes a microsecond for a folder without a marker, as nearly all are: a walk calls it for each.

    Args:
        folder: absolute path, without a separator at its end.
        names: of all its entries, folders with a slash at the end; hidden and excluded ones count too.
    """
    hints = _HINTS.intersection(names)
    text = b"%b\0" % b"\0".join(names)
    if not hints and _ENDING.search(text) is None and not folder.endswith("debian"):
        return ()
    return _roots(folder, hints, text, names)


def _roots(folder: str, hints: frozenset[bytes], text: bytes, names: Sequence[bytes]) -> Iterator[str]:
    shown = not hints.isdisjoint(_ALONE) or any(together <= hints for together in _SETS)
    if not hints.isdisjoint(_MAKEFILES):
        shown = shown or b"src/" in names or _SOURCE.search(text) is not None
    if b"manifest.json" in hints:
        shown = shown or b"_locales/" in names or _SCRIPT.search(text) is not None
    if b"Contents/" in hints:
        shown = shown or folder.endswith(".app")
    for match in _ENDING.finditer(text):
        name = text[text.rfind(b"\0", 0, match.start()) + 1 : match.end() - 1]
        if match[1].decode() in _BUNDLES:
            yield os.path.join(folder, os.fsdecode(name[:-1]))
        else:
            shown = shown or match[1] not in (b"acf", b"info") or _MANIFESTS.fullmatch(name) is not None
    for name in hints & _CHILDREN:
        yield os.path.join(folder, os.fsdecode(name[:-1]))
    if os.path.basename(folder) == "debian" and _DEBIAN.issubset(names):
        yield os.path.dirname(folder)
    if shown:
        yield folder


def is_whole(name: str) -> bool:
    """Tell whether a folder is a whole by its own name: ``node_modules``, a photo library."""
    return name in _WHOLE or name.endswith(tuple("." + ending for ending in _WHOLE_ENDINGS.split()))


_SOFTWARE_NAMES = _set_of(_SOFTWARE.split())
_VERSIONED_NAMES = _set_of(_VERSIONED)
_MADE_NAMES = frozenset(_MADE.split())


def is_development(names: Sequence[bytes]) -> bool:
    """Tell whether a folder of these entries holds software, or what its tools made: it says so itself.

    A stray ``package.json`` among letters and photos makes none: what may be a person's own is never left out.

    Args:
        names: as in ``roots_shown_by``.
    """
    text = b"%b\0" % b"\0".join(names)
    shown = not _SOFTWARE_NAMES.isdisjoint(names) or _PROGRAM.search(text) is not None
    if not shown and not _MAKEFILES.isdisjoint(names):
        shown = b"Kconfig" in names or b"src/" in names or _SOURCE.search(text) is not None
    if not shown and not _VERSIONED_NAMES.isdisjoint(names):
        shown = _SOURCE.search(text) is not None
    return shown and _PERSONAL.search(text) is None


def is_made(name: str, *, in_development: bool) -> bool:
    """Tell whether a folder is a cache, a store of versions or a build result by its own name.

    Args:
        name: of the folder.
        in_development: whether it lies directly in a development folder, where ``build`` is what its tools made.
    """
    return name in _MADE_NAMES or name.endswith(".egg-info") or (in_development and name in _BUILT)


@cache
def sure_names() -> tuple[str, ...]:
    """Return the names each of which proves a project by itself, folders without their slash."""
    return tuple(sorted({name.decode().rstrip("/") for name in _ALONE}))


def shared_folders() -> frozenset[str]:
    """Return the folders that are never one project: home, the temporary folder, and all folders above them.

    A repository of settings or a stray ``package.json`` there would turn all of a person's files into one project.
    """
    import tempfile

    found = {os.path.abspath(os.sep)}
    for folder in (os.path.expanduser("~"), tempfile.gettempdir()):
        for path in {os.path.abspath(folder), os.path.realpath(folder)}:
            while path not in found:
                found.add(path)
                path = os.path.dirname(path)
    return frozenset(found)
