"""Scanning again: what a person decided stays as far as the files are what they were, and the rest is told."""

import os


def test_marks_and_kept_files_survive_a_second_scan(qtbot, scanned, scan):
    window = scanned
    workspace = window.workspace
    workspace.mark_rule("older")
    session = workspace.session
    marked = {session.record(file).path for file in session.marks}
    assert len(marked) > 1
    cluster = session.clusters.cluster_of(next(iter(session.marks)))
    by_hand = session.record(int(session.clusters.kept[cluster])).path
    workspace.keep_file(session.file_of(by_hand))
    gone = min(marked)
    os.unlink(gone)
    notices = []
    workspace.noticed.connect(notices.append)
    scan(window)
    session = workspace.session
    assert {session.record(file).path for file in session.marks} == marked - {gone}
    assert workspace.kept_by_hand(session.file_of(by_hand))
    assert workspace.marked == len(marked) - 1
    assert any("1 file is no longer marked" in notice.text for notice in notices)
