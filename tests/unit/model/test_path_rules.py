"""The path rules of other systems, on this one: ``ntpath`` and ``pathlib`` know what Windows says."""

import fnmatch
import ntpath
import posixpath
import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from simfinder.model.path_rules import MACOS, OWN, POSIX, WINDOWS, PathRules, is_device, is_trash_name

ALL = pytest.mark.parametrize("rules", [POSIX, WINDOWS, MACOS], ids=["posix", "windows", "macos"])
NFC, NFD = (unicodedata.normalize(form, "Prüfung é") for form in ("NFC", "NFD"))
LONG = "\\".join(["a" * 100] * 20)

NAMES = st.one_of(
    st.sampled_from(
        [
            "Users",
            "users",
            "a",
            "B",
            ".x",
            "._x",
            ".DS_Store",
            "CON",
            "nul.txt",
            "com\xb9",
            "a.",
            "a ",
            "...",
            NFC,
            NFD,
        ]
    ),
    st.text(st.characters(exclude_characters="/\\\0", codec="utf-8"), min_size=1, max_size=8),
    st.text(st.sampled_from('<>:"|?*\x01 .aÄß\u212a\u0131\u017f'), min_size=1, max_size=6),
).filter(lambda name: name not in (".", ".."))
DRIVES = st.sampled_from(
    ["C:", "c:", "D:", r"\\server\share", r"\\Server\SHARE", r"\\?\C:", r"\\?\UNC\server\share"]
)
WINDOWS_PATHS = st.builds(
    lambda drive, names: drive + "\\" + "\\".join(names), DRIVES, st.lists(NAMES, max_size=4)
)
POSIX_PATHS = st.lists(NAMES, max_size=4).map(lambda names: "/" + "/".join(names))


def paths_of(rules):
    return WINDOWS_PATHS if rules.windows else POSIX_PATHS


@ALL
def test_our_own_rules_are_those_of_a_known_system(rules):
    assert OWN in (POSIX, WINDOWS, MACOS)
    assert (rules.sep == "\\") is (rules is WINDOWS)


@pytest.mark.parametrize(
    "other",
    [
        "c:\\users\\Ann",
        "C:/Users/ann",
        "c:/USERS\\ann",
        "\\\\?\\C:\\Users\\Ann",
        "\\\\.\\c:\\Users\\Ann",
        "\\??\\C:\\users\\ann",
        "C:\\Users.\\Ann ",
        "C:\\Users\\\\Ann\\",
    ],
)
def test_spellings_of_one_place_on_windows(other):
    assert WINDOWS.key(other) == WINDOWS.key("C:\\Users\\Ann")
    assert WINDOWS.inside("C:\\Users")(other)
    assert WINDOWS.inside("c:\\users\\")(other)
    assert WINDOWS.inside("C:\\")(other)
    assert not WINDOWS.inside("C:\\Users\\Ann")(other), "a folder does not lie in itself"
    assert not WINDOWS.inside("D:\\Users")(other)
    assert not WINDOWS.inside("C:\\User")(other), "another name begins like it"


@pytest.mark.parametrize(
    "other", ["//server/share/dir/x", "\\\\SERVER\\Share\\DIR\\x", "\\\\?\\UNC\\server\\share\\dir\\X"]
)
def test_spellings_of_one_place_on_a_share(other):
    assert WINDOWS.key(other) == WINDOWS.key(r"\\server\share\dir\x")
    assert WINDOWS.inside(r"\\server\share")(other)
    assert WINDOWS.inside(r"\\server\share\dir" + "\\")(other)
    assert not WINDOWS.inside(r"\\server\other")(other)
    assert not WINDOWS.inside(r"\\server\share\dir\x")(other)


def test_on_macos_case_and_form_do_not_matter():
    assert NFC != NFD
    for other in (NFD, NFC.upper(), NFD.lower()):
        assert MACOS.key(f"/Users/{NFC}/x") == MACOS.key(f"/users/{other}/X")
        assert MACOS.inside(f"/Users/{NFC}")(f"/Users/{other}/x")
    assert MACOS.key("/a:b") != MACOS.key("/a/b"), "a colon is a sign as any"
    assert MACOS.key("/a\\b") != MACOS.key("/a/b")
    assert MACOS.key("/a") != MACOS.key("/a "), "nothing is dropped at the end"
    assert MACOS.key("/d/._x") != MACOS.key("/d/x"), "what goes with a file is a file of its own"


def test_on_windows_form_matters():
    assert WINDOWS.key(f"C:\\{NFC}") != WINDOWS.key(f"C:\\{NFD}")
    assert WINDOWS.key("C:\\ÄÖÜ") == WINDOWS.key("c:\\äöü")


def test_on_linux_each_text_is_a_place_of_its_own():
    texts = ["/a", "/A", "/a.", "/a ", f"/{NFC}", f"/{NFD}", "/a\\b", "/C:", "/a\udcff"]
    assert [POSIX.key(text) for text in texts] == texts
    assert POSIX.inside("/")("/a")
    assert not POSIX.inside("/a")("/A/x")
    assert POSIX.inside("/a\\b")("/a\\b/c")


@ALL
@given(st.data())
def test_a_file_lies_in_every_folder_above_it_and_in_no_other(rules, data):
    path = data.draw(paths_of(rules))
    drive, names = rules.split(path)
    assume(names)
    for count in range(len(names)):
        folder = drive + rules.sep + rules.sep.join(names[:count])
        assert rules.inside(folder)(path)
        assert rules.inside(folder + rules.sep)(path)
    other = data.draw(paths_of(rules))
    above, common = rules.split(other)
    expected = (
        len(common) < len(names)
        and rules.key(above + rules.sep) == rules.key(drive + rules.sep)
        and all(rules.key(f"/{a}") == rules.key(f"/{b}") for a, b in zip(common, names, strict=False))
    )
    assert rules.inside(other)(path) is expected


@given(WINDOWS_PATHS, WINDOWS_PATHS)
def test_what_is_one_path_to_windows_is_one_to_us(one, other):
    """And never the other way round, for what Windows drops is not dropped by ``pathlib``."""
    if PureWindowsPath(one) == PureWindowsPath(other) or ntpath.normcase(one) == ntpath.normcase(other):
        assert WINDOWS.key(one) == WINDOWS.key(other)
    if one.isascii():
        assert WINDOWS.key(one.upper()) == WINDOWS.key(one)
    assert WINDOWS.key(one.replace("\\", "/")) == WINDOWS.key(one)


@given(st.characters(), st.characters())
@example("ß", "ẞ")
@example("\u212a", "k")
@example("\u0131", "I")
@example("\u03c2", "Σ")
@example("\xb5", "\u03bc")
def test_letters_that_are_one_by_any_table_are_one(a, b):
    assume(not {a, b} & set("/\\. "))
    for way in (str.upper, str.lower, str.casefold):
        if way(a) == way(b):
            for rules in (WINDOWS, MACOS):
                assert rules.key(f"/x{a}y") == rules.key(f"/x{b}y")
        if len(changed := way(a)) == 1:
            assert MACOS.key(f"/x{a}y") == MACOS.key(f"/x{changed}y")
    for form in ("NFC", "NFD"):
        assert MACOS.key(f"/x{a}{b}") == MACOS.key("/x" + unicodedata.normalize(form, a + b))


@ALL
@given(st.data())
def test_a_key_is_its_own_key(rules, data):
    key = rules.key(data.draw(paths_of(rules)))
    assert rules.key(key) == key


@pytest.mark.parametrize(
    ("rules", "top", "names", "expected"),
    [
        (POSIX, "/", [], "/"),
        (POSIX, "/", ["a", "b"], "/a/b"),
        (POSIX, "/a", ["b:"], "/a/b:"),
        (MACOS, "/Volumes/X", ["a:"], "/Volumes/X/a:"),
        (WINDOWS, "C:", [], "C:\\"),
        (WINDOWS, "C:\\", [], "C:\\"),
        (WINDOWS, "C:", ["a"], "C:\\a"),
        (WINDOWS, "\\\\server\\share", [], "\\\\server\\share"),
        (WINDOWS, "\\\\server\\share", ["a", "b"], "\\\\server\\share\\a\\b"),
    ],
)
def test_the_path_of_a_folder(rules, top, names, expected):
    assert rules.joined(top, names) == expected
    flavour = ntpath if rules.windows else posixpath
    assert flavour.isabs(expected)
    assert flavour.normpath(expected) == expected
    assert not names or flavour.basename(expected) == names[-1]


@given(WINDOWS_PATHS)
def test_drive_and_names_as_pathlib_tells_them(path):
    assume("?" not in path[:4])
    assume(":" not in path[2:])
    pure = PureWindowsPath(path)
    drive, names = WINDOWS.split(path)
    assert (drive, names) == (pure.drive, list(pure.parts[1:]))
    assert WINDOWS.name(path) == (pure.name or "")


@given(POSIX_PATHS)
def test_the_name_of_a_path(path):
    assert POSIX.name(path) == MACOS.name(path) == posixpath.basename(path)
    assert POSIX.split(path)[1] == list(PurePosixPath(path).parts[1:])


@pytest.mark.parametrize(
    ("name", "usable"),
    [
        ("CON", "_CON"),
        ("con", "_con"),
        ("NUL.txt", "_NUL.txt"),
        ("COM1", "_COM1"),
        ("LPT9.tar.gz", "_LPT9.tar.gz"),
        ("COM\xb9", "_COM\xb9"),
        ("lpt\xb3.x", "_lpt\xb3.x"),
        ("aux .c", "_aux .c"),
        ("CONIN$", "_CONIN$"),
        ("COM10", "COM10"),
        ("CONSOLE", "CONSOLE"),
        ("a:b", "a_b"),
        ('<>:"|?*', "_______"),
        ("a\\b", "a_b"),
        ("tab\there", "tab_here"),
        ("end.", "end_"),
        ("end ", "end_"),
        ("...", ".._"),
        ("NUL:", "NUL_"),
        ("NUL.", "_NUL_"),
        ("._x", "._x"),
        (".DS_Store", ".DS_Store"),
        ("Prüfung", "Prüfung"),
    ],
)
def test_names_that_windows_does_not_take_are_changed(name, usable):
    # NUL_ is no device, but a name may become one only by what is cut, and nothing is cut
    expected = "NUL_" if name == "NUL." else usable
    assert WINDOWS.usable(name) == expected
    assert POSIX.usable(name) == MACOS.usable(name) == name


@given(NAMES)
def test_a_usable_name_is_one_that_windows_takes(name):
    made = WINDOWS.usable(name)
    assert made
    assert not set(made) & set('<>:"/\\|?*')
    assert min(made) >= " "
    assert made[-1] not in " ."
    assert not PureWindowsPath(made).is_reserved()
    assert WINDOWS.usable(made) == made
    assert WINDOWS.is_normal("C:\\" + made)
    if WINDOWS.is_normal("C:\\" + name):
        assert made == name


@given(NAMES)
def test_devices_as_pathlib_knows_them(name):
    assume("\\" not in name)
    assume(name[1:2] != ":")
    assert is_device(name) is PureWindowsPath("C:\\x", name).is_reserved()


@pytest.mark.parametrize(
    ("path", "base", "expected"),
    [
        ("C:\\Users\\Ann\\x", "C:\\Users", "Ann\\x"),
        ("C:\\Users\\Ann\\x", "c:\\users", "Ann\\x"),
        ("\\\\?\\C:\\Users\\Ann\\x", "C:\\Users", "Ann\\x"),
        ("C:\\Users\\Ann\\x", "C:\\", "Users\\Ann\\x"),
        ("C:\\Users\\Ann\\x", "D:\\", "C\\Users\\Ann\\x"),
        ("C:\\Users\\Ann\\x", None, "C\\Users\\Ann\\x"),
        ("\\\\?\\C:\\x", None, "C\\x"),
        ("\\\\server\\share\\d\\x", None, "server\\share\\d\\x"),
        ("\\\\?\\UNC\\server\\share\\x", None, "server\\share\\x"),
        ("\\\\SERVER\\share\\d\\x", "\\\\server\\Share", "d\\x"),
        ("\\\\?\\C:\\d\\NUL", "C:\\d", "_NUL"),
        ("\\\\?\\C:\\d\\a. \\b.", "C:\\d", "a._\\b_"),
        ("C:\\Userset\\x", "C:\\Users", "C\\Userset\\x"),
        ("C:\\" + LONG, "C:\\", LONG),
    ],
)
def test_where_a_file_will_lie_below_a_target_on_windows(path, base, expected):
    assert WINDOWS.below(path, base) == expected


@pytest.mark.parametrize(
    ("rules", "path", "base", "expected"),
    [
        (POSIX, "/a/b/c", "/a", "b/c"),
        (POSIX, "/a/b/c", "/A", "a/b/c"),
        (POSIX, "/a/b/c", "/", "a/b/c"),
        (POSIX, "/a/b/c", None, "a/b/c"),
        (POSIX, "/a/C:x\\y", "/a", "C:x\\y"),
        (POSIX, "/a/NUL", "/a", "NUL"),
        (MACOS, "/A/B/c", "/a", "B/c"),
        (MACOS, f"/{NFD}/x", f"/{NFC}", "x"),
        (MACOS, "/a/b:c", "/a", "b:c"),
    ],
)
def test_where_a_file_will_lie_below_a_target_elsewhere(rules, path, base, expected):
    assert rules.below(path, base) == expected


@ALL
@given(st.data())
def test_no_file_leaves_the_target(rules, data):
    path, base = data.draw(paths_of(rules)), data.draw(st.none() | paths_of(rules))
    assume(rules.split(path)[1])
    below = rules.below(path, base)
    flavour = ntpath if rules.windows else posixpath
    assert below
    assert not flavour.isabs(below)
    assert flavour.splitdrive(below)[0] == ""
    assert flavour.normpath(below) == below
    target = "D:\\target" if rules.windows else "/target"
    placed = flavour.join(target, below)
    assert rules.inside(target)(placed)
    assert rules.is_normal(placed)


@pytest.mark.parametrize(
    "path",
    [
        "C:\\x",
        "c:\\Users\\x y",
        "\\\\server\\share\\x",
        "\\\\?\\C:\\a.\\NUL",
        "\\\\?\\UNC\\s\\h\\x",
        "C:\\" + LONG,
    ],
)
def test_normal_paths_of_windows(path):
    assert WINDOWS.is_normal(path)
    assert ntpath.normpath(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "x",
        "C:",
        "C:x",
        "\\x",
        "/x",
        "C:/x",
        "C:\\x\\",
        "C:\\a\\\\b",
        "C:\\a\\..\\b",
        "C:\\.\\b",
        "\\\\?\\C:\\a\\..\\b",
        "\\\\server",
        "\\\\server\\",
        "\\\\.\\C:\\x",
        "\\\\.\\PhysicalDrive0",
        "\\\\.\\pipe\\x",
        "\\\\?\\PhysicalDrive0\\x",
        "\\??\\C:\\x/y",
        "C:\\CON",
        "C:\\a\\lpt1.txt\\b",
        "C:\\x.txt:stream",
        "C:\\x.txt::$DATA",
        "\\\\?\\C:\\x:y",
        "C:\\x.",
        "C:\\x \\y",
        "C:\\a*b",
        "C:\\a\0b",
        "CC:\\x",
        "é:\\x",
    ],
)
def test_paths_that_are_none_or_not_the_one_text_for_a_place_on_windows(path):
    assert not WINDOWS.is_normal(path)


@given(POSIX_PATHS, st.sampled_from(["", "/", "//", "/..", "/.", "\0"]))
def test_normal_paths_elsewhere(path, tail):
    for rules in (POSIX, MACOS):
        assert rules.is_normal(path)
        assert rules.is_normal(path + tail) is (tail == "")
        assert not rules.is_normal(path[1:])
        assert not rules.is_normal("/" + path)


def test_patterns_of_names():
    for rules, hit, missed in (
        (POSIX, ["a.TXT"], ["a.txt", "A.TXT.x", f"{NFC}.txt"]),
        (WINDOWS, ["a.TXT", "a.txt"], ["a.txt2"]),
        (MACOS, ["a.TXT", "a.txt"], ["a.txt2"]),
    ):
        matches = rules.matcher("*.TXT")
        assert [name for name in hit + missed if matches(name)] == hit
    assert MACOS.matcher(f"{NFC}*")(f"{NFD}.txt")
    assert not POSIX.matcher(f"{NFC}*")(f"{NFD}.txt")
    assert MACOS.matcher("?.txt")("\u00e4.txt")  # one letter, in one piece or in two
    assert MACOS.matcher("?.txt")("a\u0308.txt")


@given(st.text("aBcÄß.*?[]!-", max_size=8), st.text("AbCäß.x", max_size=8))
def test_patterns_of_names_as_each_system_takes_them(pattern, name):
    assert POSIX.matcher(pattern)(name) is fnmatch.fnmatchcase(name, pattern)
    if "[" not in pattern:
        folded = fnmatch.fnmatchcase(ntpath.normcase(name), ntpath.normcase(pattern))
        assert WINDOWS.matcher(pattern)(name) is MACOS.matcher(pattern)(name) is folded


def test_paths_for_patterns_of_files():
    assert WINDOWS.in_patterns("a\\b c\\d") == "a/b c/d"
    assert POSIX.in_patterns("a\\b/d") == MACOS.in_patterns("a\\b/d") == "a\\b/d"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (".Trash", True),
        (".Trash-1000", True),
        (".Trashes", True),
        ("$RECYCLE.BIN", True),
        ("$Recycle.Bin", True),
        (".trash", False),
        ("Trash", False),
        (".Trash-x", False),
        (".Trash-1000\n", False),
        (".DS_Store", False),
        ("._.Trashes", False),
        ("RECYCLE.BIN", False),
    ],
)
def test_trash_folders_by_name(name, expected):
    assert is_trash_name(name) is expected


def test_rules_are_values():
    assert PathRules(windows=True, one_case=True) == WINDOWS
