"""The real tools' outputs, bit for bit."""

import hashlib
import zlib

import pytest
import xxhash

from simfinder.errors import SignatureError
from simfinder.signatures.content_hash import Content, content_hash
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.spamsum.digest import Flag
from simfinder.signatures.tagcount import counter as tagcount
from tests.helpers.files import recipes
from tests.unit.signatures.vectors import load


def test_recipes_are_rebuilt_exactly():
    for vector in load("recipes_check"):
        data = recipes.build(vector["recipe"])
        found = (len(data), f"{zlib.crc32(data):08x}", hashlib.sha256(data).hexdigest())
        assert found == (vector["size"], vector["crc32"], vector["sha256"]), vector["recipe"]


def test_ssdeep_digests():
    for vector in load("ssdeep_digests"):
        data = recipes.build(vector["recipe"])
        plain = vector["digest"]
        notrunc = vector.get("notrunc", plain)
        expected = {
            Flag.NONE: plain,
            Flag.ELIMSEQ: vector.get("elimseq", plain),
            Flag.NOTRUNC: notrunc,
            Flag.ELIMSEQ | Flag.NOTRUNC: vector.get("elimseq_notrunc", notrunc),
        }
        for flags, text in expected.items():
            assert spamsum.spamsum(data, flags) == text, vector["recipe"]


def test_ssdeep_scores_of_files():
    for vector in load("ssdeep_pairs_files"):
        digests = [spamsum.spamsum(recipes.build(vector[side])) for side in "ab"]
        assert digests == [vector["digest_a"], vector["digest_b"]]
        assert spamsum.score(*digests) == spamsum.score(*digests[::-1]) == vector["score"]


def test_ssdeep_scores_of_signatures():
    malformed = 0
    for vector in load("ssdeep_pairs_signatures"):
        if vector["score"] < 0:
            malformed += 1
            with pytest.raises(SignatureError, match="position"):
                spamsum.score(vector["a"], vector["b"])
        else:
            assert spamsum.score(vector["a"], vector["b"]) == vector["score"], vector
    assert malformed


def test_tag_counts_and_keys():
    for vector in load("tagcount"):
        counts = tagcount.tag_counts(recipes.build(vector["recipe"]))
        assert counts.tolist() == vector["sums"], vector["recipe"]
        keys = tagcount.keys(counts)
        found = (int(keys.uniform), int(keys.scatter), int(keys.skew))
        assert found == (vector["uniform_key"], vector["scatter_key"], vector["skew_key"])


def test_extension_values():
    for vector in load("tagcount_extension"):
        assert tagcount.extension_of(vector["name"]) == vector["extension"]
        assert tagcount.extension_offset(vector["name"]) == vector["offset"], vector


def test_all_at_once_equals_the_single_ones():
    for vector in load("tagcount")[:60]:
        data = recipes.build(vector["recipe"])
        signature = sign_bytes.sign(data)
        assert signature.size == len(data)
        assert signature.content == content_hash(data) == xxhash.xxh3_128_digest(data)
        assert signature.tags.tolist() == vector["sums"]
        assert signature.spamsum == spamsum.spamsum(data)


def test_content_hash_is_xxh3_128():
    # XXH3's published value for no input
    assert content_hash(b"").hex() == "99aa06d3014798d86001c324468d497f"
    stream = Content()
    stream.update(b"ab")
    twin = stream.copy()
    stream.update(b"c")
    assert stream.digest() == content_hash(b"abc")
    assert twin.digest() == content_hash(b"ab")


@pytest.mark.soak
def test_more_than_four_gib_in_a_stream():
    for vector in load("huge"):
        base, left = recipes.build(vector["base"]), vector["n"]
        signer = sign_bytes.Signer()
        while left:
            signer.update(base[: min(left, len(base))])
            left -= min(left, len(base))
        signature = signer.digest()
        assert signature.size == vector["n"]
        assert signature.spamsum == vector["ssdeep_digest"]
        part = tagcount.tag_counts(base)
        assert all(abs(int(a) - 4096 * int(b)) <= 4097 for a, b in zip(signature.tags, part, strict=True))
