"""Folders that other users can write are told from the person's own."""

import grp
import os
import pwd
import struct
from types import SimpleNamespace

import pytest

from simfinder.store.private_folder import stranger

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving files away needs root"
)


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o500, 0o1755])
def test_what_only_the_person_can_write_is_believed(tmp_path, mode):
    tmp_path.chmod(mode)
    assert stranger(tmp_path) == ""
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_what_everybody_can_write_is_not(tmp_path, mode):
    tmp_path.chmod(mode)
    assert "other users" in stranger(tmp_path)


def test_a_group_of_ones_own_is_nobody_else(tmp_path, monkeypatch):
    tmp_path.chmod(0o770)
    group, me = tmp_path.stat().st_gid, pwd.getpwuid(os.geteuid())

    def with_members(name, members):
        monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_name=name, gr_mem=members))
        own = SimpleNamespace(pw_name=me.pw_name, pw_gid=group)
        monkeypatch.setattr(pwd, "getpwuid", lambda _: own)
        return stranger(tmp_path)

    assert with_members(me.pw_name, []) == ""
    assert "other users" in with_members(me.pw_name, ["anna"])
    assert "other users" in with_members("staff", [])


def test_an_access_list_may_name_others(tmp_path, monkeypatch):
    """With a list the bits of the group are its mask, so that a group of one's own says nothing."""
    entries = [(0x01, 7, -1), (0x02, 7, 12_345), (0x04, 5, -1), (0x10, 7, -1), (0x20, 5, -1)]
    data = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    monkeypatch.setattr("simfinder.store.private_folder._is_own_group", lambda _: True)
    tmp_path.chmod(0o770)
    assert stranger(tmp_path) == ""
    try:
        os.setxattr(tmp_path, "system.posix_acl_access", data)
    except (AttributeError, OSError):
        pytest.skip("no access lists here")
    assert "other users" in stranger(tmp_path)


@needs_root
def test_what_belongs_to_somebody_else_is_not(tmp_path):
    os.chown(tmp_path, 12_345, -1)
    assert "belongs to another user (12345)" in stranger(tmp_path)


def test_what_is_not_there_will_be_made(tmp_path):
    assert stranger(tmp_path / "none" / "none") == ""
    (tmp_path / "file").touch()
    assert stranger(tmp_path / "file" / "none") == ""
