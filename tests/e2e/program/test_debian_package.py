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
if find / -xdev -user person -name '*.nb[ci]' 2>/dev/null | grep .; then exit 1; fi
"""

WINDOW = r"""
set -eu
cd "$HOME"
export LC_ALL=C.UTF-8
simfinder tree > window.log 2>&1 &
for i in $(seq 600); do
  if xdotool search --onlyvisible --name '^SimFinder' > window.id; then break; fi
  sleep 0.05
done
[ -s window.id ]
sleep 5
kill $!
wait $! || true
cat window.log
[ ! -s window.log ]
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
    python = folder / "environment/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "argparse-manpage", "shtab")
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

    inside(
        "apt-get update -q; apt-get install -yq --no-install-recommends xvfb xauth xdotool; useradd -m person || true"
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
