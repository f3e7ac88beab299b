"""Where the table of mounts says that a path really is."""

import pytest

from simfinder.workers import mounts

TABLE = rb"""22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
30 22 8:2 / /data rw - ext4 /dev/sda2 rw
31 22 8:2 /part/of\040it /bound rw - ext4 /dev/sda2 rw
32 22 0:50 / /merged rw - overlay overlay rw,lowerdir=/data/low\134:er:/data/second,upperdir=/data/up,workdir=/data/w
33 22 0:51 / /mirror rw - fuse /merged/sub rw,user_id=0
34 22 0:52 / /pool rw - fuse.mergerfs /data/one:/data/two rw
35 22 0:53 / /self rw - nfs4 localhost:/data/export rw
36 22 0:54 / /nas rw - nfs4 nas:/data/export rw
37 22 0:55 / /round rw - fuse /round/and/round rw
38 22 8:3 / /data/own rw - fuseblk /dev/sda3 rw
39 22 0:56 / /new rw - overlay none rw,lowerdir+=/data/a,lowerdir+=/data/b
40 22 0:57 / /new rw - tmpfs none rw
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    (tmp_path / "mountinfo").write_bytes(TABLE)
    monkeypatch.setattr(mounts, "_TABLE", str(tmp_path / "mountinfo"))
    return mounts.table()


@pytest.mark.parametrize(
    ("path", "places"),
    [
        ("/", {("8:1", "/")}),
        ("/database/x", {("8:1", "/database/x")}),
        ("/data", {("8:2", "/")}),
        ("/data/x", {("8:2", "/x")}),
        ("/bound/x", {("8:2", "/part/of it/x")}),
        ("/data/own/x", {("8:3", "/x")}),
        ("/merged/a/b", {("0:50", "/a/b"), ("8:2", "/low:er/a/b"), ("8:2", "/second/a/b"), ("8:2", "/up/a/b")}),
        (
            "/mirror/x",
            {
                ("0:51", "/x"), ("0:50", "/sub/x"),
                ("8:2", "/low:er/sub/x"), ("8:2", "/second/sub/x"), ("8:2", "/up/sub/x"),
            },
        ),
        ("/pool/x", {("0:52", "/x"), ("8:2", "/one/x"), ("8:2", "/two/x")}),
        ("/self/x", {("0:53", "/x"), ("8:2", "/export/x")}),
        ("/nas/x", {("0:54", "/x")}),
        ("/new/x", {("0:57", "/x")}),  # the last mount at a point is the one that is seen
    ],
)  # fmt: skip
def test_places(table, path, places):
    assert mounts.places(table, path) == places


def test_a_mount_that_shows_itself_has_an_end(table):
    assert ("0:55", "/x") in mounts.places(table, "/round/x")
    assert len(mounts.places(table, "/round/x")) < 10


def test_layers_may_be_listed_one_by_one(table):
    assert mounts.places(table[:-1], "/new/x") == {("0:56", "/x"), ("8:2", "/a/x"), ("8:2", "/b/x")}


def test_where_a_file_may_be_on_its_own_machine(table):
    assert mounts.perhaps_at(table, "/nas/a/x") == "/data/export/a/x"
    assert mounts.perhaps_at(table, "/data/x") is None
    assert mounts.perhaps_at(table, "/pool/x") is None


def test_which_mounts_show_others(table):
    shown = {mount.point for mount in table if mount.shows_others}
    assert shown == {"/merged", "/mirror", "/pool", "/self", "/nas", "/round", "/new"}
