"""A table's file carries the checksum of its bytes, and no changed byte is believed."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.errors import DamageError, LakeError
from graphwright.store.checksum import UNSEALED, read_seal, seal
from graphwright.store.lake import Lake
from graphwright.store.queries import open_views
from graphwright.store.sealed_json import read_sealed_json, sealed_json
from graphwright.tables import RejectedDocument, table_of

TABLE = table_of(RejectedDocument)


def rows(count: int) -> pa.Table:
    texts = [f"nothing in {number}" for number in range(count)]
    return TABLE.from_rows(
        RejectedDocument(f"d{n:03}", "c", "p", "u", "pdf", "", "empty", text, "fill")
        for n, text in enumerate(texts)
    )


def overwrite(path: Path, data: bytes) -> None:
    """Replace a file's bytes; its size and time of writing stay if the size does."""
    status = path.stat()
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("lake")
    Lake(root).write("rejected_documents", rows(40), bucket=0, key="k", units={"d": ("c", "i")})
    return root


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_changed_byte_is_believed(written: Path, data: st.DataObject) -> None:
    path = Lake(written).path("rejected_documents", 0)
    sound = path.read_bytes()
    start = data.draw(st.integers(0, len(sound) - 4))
    change = data.draw(st.binary(min_size=4, max_size=4).filter(any))
    changed = bytes(a ^ b for a, b in zip(sound[start : start + 4], change, strict=True))
    overwrite(path, sound[:start] + changed + sound[start + 4 :])
    try:
        assert not Lake(written).is_current("rejected_documents", "k", 0)
    finally:
        overwrite(path, sound)
    assert Lake(written).is_current("rejected_documents", "k", 0)


def test_a_cut_file_is_damaged(written: Path) -> None:
    path = Lake(written).path("rejected_documents", 0)
    sound = path.read_bytes()
    for size in (0, 4, 11, len(sound) // 2, len(sound) - 1):
        overwrite(path, sound[:size])
        with pytest.raises(DamageError, match=r"0000\.parquet is damaged.*build again"):
            Lake(written).read("rejected_documents", 0)
    overwrite(path, sound)


def test_what_duckdb_fails_on_is_said_in_one_message(written: Path) -> None:
    path = Lake(written).path("rejected_documents", 0)
    sound = path.read_bytes()
    overwrite(path, sound[:4] + bytes(len(sound) // 2) + sound[4 + len(sound) // 2 :])
    with (
        pytest.raises(DamageError, match=r"0000\.parquet is damaged.*build again"),
        open_views({"rejected_documents": [path]}) as connection,
    ):
        connection.execute("SELECT * FROM rejected_documents").fetchall()
    overwrite(path, sound)
    with (
        pytest.raises(duckdb.Error, match="nowhere"),
        open_views({"rejected_documents": [path]}) as connection,
    ):
        connection.execute("SELECT * FROM nowhere")


def test_a_build_does_not_believe_what_an_earlier_one_saw(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.write("rejected_documents", rows(3), bucket=0, key="k")
    assert lake.is_current("rejected_documents", "k", 0)
    data = path.read_bytes()
    overwrite(path, data[:8] + bytes(4) + data[12:])  # in place, in no time
    with lake.exclusive():
        assert not lake.is_current("rejected_documents", "k", 0)


def test_a_file_without_a_seal_is_of_an_older_form(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    path = lake.write("rejected_documents", rows(2), bucket=0, key="k", units={"d": ("c", "i")})
    older = pq.read_table(path)
    metadata = {k: v for k, v in older.schema.metadata.items() if k not in UNSEALED}
    pq.write_table(older.replace_schema_metadata(metadata), path)
    assert read_seal(path) is None
    state = lake.state(path)
    assert state is not None
    assert (state.complete, dict(state.units)) == (False, {"d": ("c", "i")})
    with pytest.raises(ValueError, match="without a place"):
        seal(path)


def test_a_vector_table_is_sealed_too(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    schema = pa.schema(
        [("id", pa.string()), ("text_hash", pa.string()), ("model", pa.string()),
         ("vector", pa.binary())]
    )  # fmt: skip
    batch = pa.record_batch([["a"], ["h"], ["m"], [b"\0\0\0\0"]], schema=schema)
    path = lake.write_batches("entity_embeddings", [batch], key="k")
    assert read_seal(path) == Lake(tmp_path).checksum(path)
    overwrite(path, path.read_bytes().replace(b"PAR1", b"PAR2", 1))
    with pytest.raises(LakeError, match="is damaged"):
        Lake(tmp_path).checksum(path)


def test_a_json_record_of_another_content_is_refused() -> None:
    text = sealed_json({"text": "Pump 4 feeds tank 5.", "tokens": 7, "shares": [0.1, None]})
    assert read_sealed_json(text.encode())["tokens"] == 7
    changes = (text.replace("7", "8"), text.replace("tank 5", "tank 6"), "[]", "{", '{"a": 1}')
    for changed in changes:
        with pytest.raises(ValueError):  # noqa: PT011  # of several kinds
            read_sealed_json(changed.encode())
    assert read_sealed_json(b'{"a": 1}', unsealed=True) == {"a": 1}
