"""What the window says at a start of a batch that was cut off, where some of it can't be seen."""

from simfinder.gui.wording import action_words
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport


def said(*states):
    acts = tuple(ActRecord("/a", ActKind.MOVE, None, state, "", 10) for state in states)
    return action_words.interrupted_text(BatchReport(1, 0, acts))


def test_what_can_not_be_seen_is_said(qapp):
    assert said(ActState.STARTED, ActState.STARTED) == (
        "SimFinder was interrupted last time. The state of 2 files can’t be checked now; SimFinder tries again at each"
        " start."
    )
    told = said(ActState.DONE, ActState.SKIPPED, ActState.STARTED)
    assert "1 file moved; the other 1 are unchanged. The state of 1 file can’t be checked now" in told
    told = said(ActState.DONE, ActState.STARTED)
    assert "unchanged" not in told
    assert "after its work" not in told
    assert "The state of 1 file" in told
