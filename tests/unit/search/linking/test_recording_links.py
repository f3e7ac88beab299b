"""Links of recordings that sound alike: each pair once, in order, the same as by comparing all with all."""

import numpy as np
import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.linking import recording_links as module
from simfinder.search.linking.recording_links import recording_links
from simfinder.signatures.sound.recordings import Recordings
from tests.unit.signatures.sound.test_recordings import flipped, random_row, recording


def a_folder():
    """Return six recordings as they are, with other tags and saved again, at scattered rows."""
    found = {}
    for seed in range(6):
        numbers = random_row(300, seed)
        found[seed] = recording(numbers, stream=b"%d" % seed)
        found[40 - seed] = recording(numbers, stream=b"%d" % seed)
        found[60 + 3 * seed] = recording(flipped(numbers, 0.02), stream=b"again %d" % seed)
    return Recordings.of(found)


def test_links_are_those_of_all_pairs():
    recordings = a_folder()
    links = recording_links(recordings, 0.4, Control())
    i, j = np.triu_indices(len(recordings), 1)
    a, b = recordings.content[i], recordings.content[j]
    figure = recordings.agreement(a, b)
    wanted = figure >= 0.4
    assert wanted.sum() == 18
    order = np.lexsort((b[wanted], a[wanted]))
    assert links.a.tolist() == a[wanted][order].tolist()
    assert links.b.tolist() == b[wanted][order].tolist()
    assert np.allclose(links.similarity, figure[wanted][order])


def test_a_crowd_is_linked_to_its_first(monkeypatch):
    monkeypatch.setattr(module, "_ALL_PAIRS", 5)
    numbers = random_row(200)
    crowd = dict.fromkeys(range(3, 13), recording(numbers, stream=b"one"))
    recordings = Recordings.of(crowd | {1: recording(flipped(numbers, 0.02))})
    links = recording_links(recordings, 0.4, Control())
    assert len(links) == 10
    assert {*links.a.tolist(), *links.b.tolist()} == {1, *range(3, 13)}
    assert len(recording_links(recordings, 0.4, Control(), every=True)) == 55


@pytest.mark.parametrize("found", [{}, {4: recording(random_row(50))}])
def test_fewer_than_two_have_no_links(found):
    assert len(recording_links(Recordings.of(found), 0.4, Control())) == 0


def test_a_cancel_ends_the_search():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        recording_links(a_folder(), 0.4, control)
