"""Texts that may hold a file as base64 or hexadecimal digits are seen among many others."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.formats import has_long_run
from simfinder.scan.reading.recognise_batch import BatchRecogniser

WORDS = b"Words that somebody wrote, with blanks and stops. "
TEXT = st.integers(0, 900).map(lambda n: (WORDS * 20)[:n])
RUN = st.tuples(TEXT, st.integers(700, 3000), TEXT).map(lambda t: t[0] + b"QmFzZTY0" * (t[1] // 8) + t[2])


@given(st.lists(st.tuples(st.booleans(), TEXT, RUN), min_size=1, max_size=8))
def test_long_runs_are_found_wherever_they_are(files):
    texts = [run if has_run else text for has_run, text, run in files]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    bounds = np.stack((ends - [len(text) for text in texts], ends), axis=1)
    _, found = BatchRecogniser().codes(np.frombuffer(bytearray(b"".join(texts)), np.uint8), bounds)
    for (has_run, _, _), text, one in zip(files, texts, found.tolist(), strict=True):
        assert one == has_run
        assert has_long_run(text) == has_run
