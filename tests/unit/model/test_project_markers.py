"""Which names of entries make a folder a project, and which do not."""

import os
import tempfile

import pytest

from simfinder.model.project_markers import is_whole, roots_shown_by, shared_folders, sure_names


def shown(folder, *names):
    return sorted(roots_shown_by(folder, sorted(os.fsencode(name) for name in names)))


@pytest.mark.parametrize(
    "names",
    [
        (".git/", "a.txt"),
        (".git", "a.txt"),  # of a worktree or a submodule
        ("package.json",),
        ("a.sln",),
        ("b.csproj", "x"),
        ("Makefile", "main.c"),
        ("Makefile", "src/"),
        ("GNUmakefile", "lib.hpp"),
        ("Kconfig", "Makefile"),
        ("cur/", "new/", "tmp/"),
        ("DESCRIPTION", "NAMESPACE"),
        ("prefs.js", "times.json"),
        ("appmanifest_220.acf", "common/"),
        ("goggame-1207658924.info",),
        ("manifest.json", "background.js"),
        ("HEAD", "config", "objects/", "refs/"),
        (b"caf\xe9", "pyproject.toml"),
    ],
)
def test_a_project(names):
    assert shown("/r/p", *names) == ["/r/p"]


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("a.txt", "b.docx"),
        ("Makefile", "letter.tex"),
        ("Kconfig",),
        ("cur/", "new/"),
        ("cur", "new", "tmp"),
        ("DESCRIPTION",),
        ("manifest.json", "a.txt"),
        ("Contents/",),
        ("CVS/",),  # a person's résumés
        ("a.info", "b.acf"),
        ("xpackage.json", "package.json.bak", "package.json/"),
        ("sln", "x.slnx.txt"),
    ],
)
def test_no_project(names):
    assert shown("/r/p", *names) == []


def test_a_bundle_is_seen_from_above_or_from_within():
    assert shown("/r", "Photos.photoslibrary/", "a.lrdata/", "b.lrdata") == [
        "/r/Photos.photoslibrary",
        "/r/a.lrdata",
    ]
    assert shown("/r", "node_modules/", "site-packages/") == ["/r/node_modules", "/r/site-packages"]
    assert shown("/r/Editor.app", "Contents/") == ["/r/Editor.app"]


def test_a_source_package_is_the_folder_around_debian():
    assert shown("/r/tool/debian", "changelog", "control") == ["/r/tool"]
    assert shown("/r/tool/mydebian", "changelog", "control") == []


def test_wholes_by_their_own_name():
    assert is_whole("node_modules")
    assert is_whole("Old.photoslibrary")
    assert not is_whole("photoslibrary")
    assert not is_whole("src")


def test_names_that_are_asked_for_above_a_root():
    assert {".git", "package.json"} <= set(sure_names())
    assert not any("/" in name for name in sure_names())


def test_home_and_what_is_above_it_is_shared(monkeypatch):
    monkeypatch.setenv("HOME", "/people/ann")
    assert {"/people/ann", "/people", "/", tempfile.gettempdir()} <= shared_folders()
    assert "/people/ann/dev" not in shared_folders()
