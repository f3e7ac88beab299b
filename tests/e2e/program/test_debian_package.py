"""The Debian package in a bare Debian: it installs, runs without Python or a compiler, and leaves nothing behind.

Builds everything from these sources, so it takes a quarter of an hour and needs root, debootstrap and Debian's
packages; ``SIMFINDER_BUILD`` names a folder in which a bundle or a bare system of an earlier run is used again.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.scan.test_media_files import put_media_files

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ("debootstrap", "dpkg-shlibdeps", "apt-get", "chroot", "unshare")

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(5400),
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)), reason="not a Debian with debootstrap and dpkg-dev"
    ),
    pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="only root can make a system"),
]

TRY = r"""
set -eu
cd "$HOME"
mkdir -p tree
seq 5000 > "tree/report v1.txt"; { seq 5000; echo more; } > "tree/report v2.txt"; cp "tree/report v1.txt" tree/copy.txt
touch -d 2020-01-01 tree/copy.txt "tree/report v1.txt"
for tool in python3 cc; do if command -v $tool; then exit 1; fi; done
simfinder --version
simfinder doctor | grep "kernels  *compiled and ready"
simfinder doctor | grep "archives  *are looked into"
simfinder scan tree --json > scan.json
grep -q '"kept"' scan.json
before=$(find tree -type f -exec sha256sum {} + | sort)
simfinder clean tree --yes
[ ! -e "tree/report v1.txt" ]
simfinder undo --yes
[ "$before" = "$(find tree -type f -exec sha256sum {} + | sort)" ]
simfinder scan /tmp/media --json > media.json
for basis in pictures sound video; do grep -q "\"basis\": *\"$basis\"" media.json; done
grep -q '"problems": *\[\]' media.json
if find / -xdev -user person -name '*.nb[ci]' 2>/dev/null | grep .; then exit 1; fi
"""

WINDOW = r"""
set -eu
cd "$HOME"
export LC_ALL=C.UTF-8
rm tree/copy.txt  # of which the review would have something to say, in a tab of its own
all() { find tree -type f -exec sha256sum {} + | sort; }
before=$(all)
until_it_is_so() { for i in $(seq 600); do if "$@"; then return; fi; sleep 0.1; done; echo "never: $*"; exit 1; }
shown() { xdotool search --onlyvisible --name "$1" > /dev/null; }
press() { for key; do xdotool key "$key"; sleep 0.6; done; }
review() {  # in a review that is open these keys would mean something else
    press ctrl+shift+m ctrl+shift+Delete
    for i in $(seq 50); do if shown 'will go to the Trash$'; then return; fi; sleep 0.1; done
    false
}
gone() { [ ! -e "tree/report v1.txt" ]; }
back() { press ctrl+z; sleep 2; [ "$before" = "$(all)" ]; }
ended() { ! kill -0 $program 2> /dev/null; }
matchbox-window-manager > /dev/null 2>&1 &
manager=$!
simfinder tree > window.log 2>&1 &
program=$!
for i in $(seq 3000); do if shown '^SimFinder'; then break; fi; sleep 0.02; done
ticks=$(awk '{ print $14 + $15 }' /proc/$program/stat)
echo "window on the screen after $ticks hundredths of a second of CPU"
[ "$ticks" -lt 150 ]
until_it_is_so review
sleep 3  # the window manager gives it the keys
press Tab Tab Tab Tab Tab space
until_it_is_so gone
[ -e ".local/share/Trash/files/report v1.txt" ]
until_it_is_so shown 'moved to the Trash$'
press Escape
until_it_is_so back
[ -z "$(ls .local/share/Trash/files)" ]
until_it_is_so shown 'restored$'
press Escape ctrl+q
until_it_is_so ended
kill $manager
cat window.log .local/state/simfinder/log/*.log 2> /dev/null | tee said
[ ! -s said ]
if find / -xdev -user person -name '*.nb[ci]' 2>/dev/null | grep .; then exit 1; fi
"""

UNKNOWN = "bogus-mail-host,bogus-mail-host-in-debian-changelog"  # DEBEMAIL is for those who build for others
IGNORED = (
    "/proc/",
    "/sys/",
    "/dev/",
    "/tmp/",
    "/var/lib/dpkg/",
    "/var/lib/apt/",
    "/var/cache/",
    "/var/log/",
    "/home/",
)


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-4000:]
    return done.stdout.decode(errors="replace")


def mirror():
    """Where this very system gets its packages from."""
    lines = run(
        "apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages"
    ).split("\n")
    places = [line.split() for line in lines if line and "-" not in line.split()[0]]
    return places[0]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The package, and the folder it was built in."""
    folder = Path(os.environ.get("SIMFINDER_BUILD") or tmp_path_factory.mktemp("build"))
    if not (folder / "simfinder").exists():
        run(sys.executable, ROOT / "packaging/bundle/build_bundle.py", folder)
    run(sys.executable, ROOT / "packaging/release_check.py", folder, "--only", "tools")
    python = folder / "tools/bin/python"
    run(python, ROOT / "packaging/debian/build_deb.py", folder, "--fast")
    (package,) = folder.glob("*.deb")
    return package


@pytest.fixture(scope="module")
def bare(built, tmp_path_factory):
    """A bare Debian with a person and a screen, in which commands are run."""
    place = built.parent / "debian"
    if not (place / "etc/debian_version").exists():
        codename, url = mirror()
        run("debootstrap", "--variant=minbase", codename, place, url)
    shutil.copy("/etc/resolv.conf", place / "etc/resolv.conf")
    for name in ("/etc/apt/sources.list", "/etc/apt/apt.conf.d"):
        if Path(name).is_file():
            shutil.copy(name, place / name[1:])

    def inside(script, person=""):
        who = ["su", "-", person, "-c"] if person else ["sh", "-c"]
        start = f'mount -t proc proc "{place}/proc"; exec chroot "{place}" "$@"'
        return run("unshare", "--mount", "--pid", "--fork", "sh", "-c", start, "-", *who, script)

    # what an earlier run has left in a system that is used again would be taken for this one's
    inside("apt-get purge -yq simfinder || true; userdel -rf person || true")
    inside(
        "apt-get update -q; apt-get install -yq --no-install-recommends xvfb xauth xdotool matchbox-window-manager;"
        " apt-get autoremove --purge -yq; useradd -m person"
    )
    return inside, place


def everything(place):
    found = {}
    for folder, _, names in os.walk(place):
        for name in names:
            path = os.path.join(folder, name)
            shown = path[len(str(place)) :]
            if not shown.startswith(IGNORED):
                status = os.lstat(path)
                found[shown] = (status.st_mode, status.st_size)
    return found


def test_the_package_comes_runs_and_goes(built, bare):
    inside, place = bare
    before = everything(place)
    shutil.copy(built, place / "tmp/simfinder.deb")
    inside("apt-get install -yq --no-install-recommends /tmp/simfinder.deb; rm /tmp/simfinder.deb")
    shutil.rmtree(place / "tmp/media", ignore_errors=True)
    put_media_files(place / "tmp/media")
    print(inside(TRY, "person"))
    (place / "tmp/window.sh").write_text(WINDOW)
    print(inside("xvfb-run -a sh /tmp/window.sh", "person"))
    inside("man -w simfinder 2>/dev/null || test -e /usr/share/man/man1/simfinder.1.gz")
    inside("apt-get purge -yq simfinder; apt-get autoremove --purge -yq")
    after = everything(place)
    assert sorted(set(after) - set(before)) == []


@pytest.mark.skipif(not shutil.which("lintian"), reason="lintian is not installed")
def test_debians_own_checks(built):
    done = subprocess.run(
        ["lintian", "--fail-on", "error", "--suppress-tags", UNKNOWN, built], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]
