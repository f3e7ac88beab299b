from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.verify.content_reader import FilesOf


@given(st.lists(st.integers(-1, 6), max_size=40))
def test_the_files_of_a_content_are_all_that_have_it_ascending(rows):
    files = FilesOf(SimpleNamespace(content_row=np.array(rows, np.int32), table=range(7)))
    for content in range(7):
        assert files[content] == [file for file, row in enumerate(rows) if row == content]
