"""Words that are nearly right: one line that says what was meant, and exit code 2."""

import pytest

from tests.helpers.program import simfinder


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    for name in ("a.txt", "b.txt"):
        (root / name).write_text("the same words in two files\n" * 50)
    return root


@pytest.mark.parametrize(
    ("word", "meant"), [("scna", "scan"), ("undoo", "undo"), ("Scan", "scan"), ("histroy", "history")]
)
def test_a_mistyped_command(folder, word, meant):
    done = simfinder(word, folder / "nowhere", cwd=folder)
    assert (done.code, done.out) == (2, b"")
    assert (
        done.err
        == f"simfinder: {word}: there is no such folder or command; did you mean 'simfinder {meant}'?\n"
    )


def test_a_mistyped_command_with_a_folder_that_is_there(folder):
    done = simfinder("scn", folder)
    assert (done.code, done.out) == (2, b"")
    assert done.err == "simfinder: scn: there is no such folder or command; did you mean 'simfinder scan'?\n"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (("--keep", "newst"), "unknown keep rule newst (known: newest oldest "),
        (("--keep", "in:/nowhere"), "keep rule in:/nowhere: there is no such folder"),
        (("--keep", "@mine"), "no rules are saved as @mine"),
        (("--act", "burn"), "unknown act burn (known: delete hardlink "),
    ],
)
def test_wrong_values_are_said_before_a_yes_is_asked_for(folder, rule, said):
    done = simfinder("clean", folder, *rule)
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"simfinder: {said}")
    assert done.err.count("\n") == 1
    assert "needs a yes" in simfinder("clean", folder).err


def test_what_is_skipped_is_said_in_words(folder):
    (folder / "empty.txt").touch()
    (folder / ".hidden").touch()
    (folder / ".too").touch()
    assert "\nSkipped 2 hidden entries, 1 empty file\n" in simfinder("scan", folder).err
    assert "\nSkipped 5 files of other types\n" in simfinder("scan", folder, "--type", "pdf", "--hidden").err


def test_options_without_a_command():
    assert simfinder("--foo").err == (
        "simfinder: --foo: options go with a command, as in 'simfinder scan --foo FOLDER'\n"
    )


def test_an_option_before_the_command(folder):
    done = simfinder("--quiet", "scan", folder)
    assert done.code == 2
    assert done.err.splitlines()[-1] == "simfinder scan: error: --quiet goes behind the command"


def test_the_usage_of_an_index_is_one_line(folder):
    done = simfinder("index", "build", folder)
    assert done.code == 2
    assert done.err.splitlines()[0] == (
        "usage: simfinder index build [OPTION ...] FOLDER [FOLDER ...] --index FILE"
    )


def test_a_word_like_no_command(folder):
    done = simfinder("zzzz", cwd=folder)
    assert (done.code, done.out) == (2, b"")
    assert done.err == "simfinder: zzzz: there is no such folder or command; see 'simfinder --help'\n"


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (
            ("scan", ".", "--hiden"),
            "simfinder scan: error: there is no option --hiden; did you mean --hidden?",
        ),
        (("undo", "--yess"), "simfinder undo: error: there is no option --yess; did you mean --yes?"),
        (("scan", ".", "--keep", "newest"), "simfinder scan: error: there is no option --keep"),
        (("clean", ".", "--qqqq=1"), "simfinder clean: error: there is no option --qqqq"),
        (("history", "1", "2"), "simfinder history: error: one argument too many: 2"),
        (("undo", "--\x1b[2J"), "simfinder undo: error: there is no option --\\x1b[2J"),
    ],
)
def test_a_mistyped_option(folder, arguments, last):
    done = simfinder(*arguments, cwd=folder)
    assert (done.code, done.out) == (2, b"")
    usage, *rest = done.err.splitlines()
    assert usage.startswith(f"usage: simfinder {arguments[0]} [")
    assert rest[-1] == last
    assert len(rest) <= 2


def test_the_help_of_a_scan_begins_with_what_can_be_given(folder):
    done = simfinder("scan", "--help")
    assert done.code == 0
    assert done.out.decode().splitlines()[0] == "usage: simfinder scan [OPTION ...] [FOLDER ...]"
    assert b"--color" in done.out


def test_a_type_that_no_file_has(folder):
    done = simfinder("scan", folder, "--type", "nonsense,txt,docx")
    assert done.code == 0
    assert b"a.txt" in done.out
    said = [line for line in done.err.splitlines() if "of type" in line]
    assert len(said) == 1
    assert said[0].startswith("simfinder: no file is of type nonsense (families: archives data documents ")
    assert "did you mean documents?" in simfinder("scan", folder, "--type", "documnts").err
    assert "of type" not in simfinder("scan", folder, "--type", "nonsense", "--quiet").err


def test_a_keep_rule_with_a_folder_that_is_not_there(folder, tmp_path):
    done = simfinder("plan", folder, "--keep", f"in:{tmp_path}/nowhere")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"simfinder: keep rule in:{tmp_path}/nowhere: there is no such folder\n"
    (tmp_path / "other").mkdir()
    beside = simfinder("plan", folder, "--keep", f"not-in:{tmp_path}/other")
    assert beside.code == 0
    assert f"keep rule not-in:{tmp_path}/other decides nothing" in beside.err
    for place in (folder, tmp_path, folder / "sub"):
        place.mkdir(exist_ok=True)
        done = simfinder("plan", folder, "--keep", f"in:{place}")
        assert done.code == 0
        assert "decides nothing" not in done.err
