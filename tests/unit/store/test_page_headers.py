"""What the headers of Parquet pages say, read without pyarrow; bytes that are none are refused."""

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.store.result_folder.page_headers import page_sizes

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def written(values, **options):
    file = io.BytesIO()
    pq.write_table(pa.table({"v": values}), file, compression="zstd", **options)
    chunk = pq.read_metadata(file).row_group(0).column(0)
    begin = chunk.dictionary_page_offset if chunk.has_dictionary_page else chunk.data_page_offset
    return file, begin, chunk


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("dictionary", [False, True])
@pytest.mark.parametrize(
    "values", [list(range(5000)), [b"ab" * (i % 90) for i in range(5000)], [None, True] * 2500, [None] * 9]
)
def test_every_page_is_met_and_none_is_larger_than_the_footer_says(version, dictionary, values):
    file, begin, chunk = written(
        values, data_page_version=version, use_dictionary=dictionary, data_page_size=1024, write_batch_size=64
    )
    found = list(page_sizes(file, begin, chunk.total_compressed_size))
    assert len(found) > 3 or len(values) < 10 or isinstance(values[1], bool)
    assert 0 < sum(found) < chunk.total_uncompressed_size


@pytest.mark.parametrize("less", [-1, 1])
def test_a_column_that_ends_elsewhere_is_refused(less):
    file, begin, chunk = written(list(range(100)))
    with pytest.raises(ValueError, match=r"beyond the end|without a size|cut short|unknown"):
        list(page_sizes(file, begin, chunk.total_compressed_size - less))


@given(st.binary(max_size=80))
@example(b"\x1c" * 40)  # structs in structs
@example(b"\x19\xf9\xff\x01" + b"\x19" * 40)  # lists of lists
@example(b"\x15\x01\x15\x01\x15\x01\x00")  # a size below zero
@example(b"\x18" + b"\xff" * 12)  # a text without end
@example(b"\x15" * 1000)
def test_anything_else_is_refused_or_read(data):
    try:
        found = list(page_sizes(io.BytesIO(data), 0, len(data)))
    except ValueError:
        return
    assert len(found) <= len(data)
    assert all(size >= 0 for size in found)
