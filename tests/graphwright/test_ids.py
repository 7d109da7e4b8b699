from hypothesis import given
from hypothesis import strategies as st

from graphwright.ids import ID_LENGTH, bucket_of, content_id, document_id, fingerprint


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_an_id_is_a_function_of_its_parts(parts: list[str]) -> None:
    assert content_id(*parts) == content_id(*parts)
    assert len(content_id(*parts)) == ID_LENGTH


def test_parts_do_not_run_into_each_other() -> None:
    assert content_id("ab", "c") != content_id("a", "bc")
    assert content_id("a") != content_id("a", "")


@given(st.text(min_size=1), st.integers(1, 64))
def test_every_document_has_a_bucket(path: str, buckets: int) -> None:
    assert 0 <= bucket_of(document_id("handbook", path), buckets) < buckets


def test_a_fingerprint_does_not_depend_on_the_order_of_keys() -> None:
    assert fingerprint({"a": 1, "b": [2]}) == fingerprint({"b": [2], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
