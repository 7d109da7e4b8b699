"""The note of what Milvus holds fits one model in one place, and never outlives a write."""

from pathlib import Path

import pyarrow as pa
import pytest

from graphwright.settings import MilvusSettings
from graphwright.vectors.sync_state import SyncState
from graphwright.vectors.vector_store import place_of

ROWS = pa.table({"id": ["a", "b"], "text_hash": ["1", "2"], "vector": [b"", b""]})


def _note(folder: Path, model: str = "m", place: str = "here") -> SyncState:
    return SyncState(folder, "entities", model, place)


def test_a_note_gives_back_what_was_held(tmp_path: Path) -> None:
    _note(tmp_path).write("k1", ROWS)
    assert _note(tmp_path).key() == "k1"
    assert _note(tmp_path).rows() == {"a": "1", "b": "2"}


def test_another_model_or_place_is_not_known(tmp_path: Path) -> None:
    _note(tmp_path).write("k1", ROWS)
    for other in (_note(tmp_path, model="n"), _note(tmp_path, place="there")):
        assert other.key() is None
        assert other.rows() is None


def test_a_dropped_or_damaged_note_is_not_known(tmp_path: Path) -> None:
    _note(tmp_path).write("k1", ROWS)
    _note(tmp_path).drop()
    assert _note(tmp_path).key() is None
    (tmp_path / "entities.parquet").write_bytes(b"PAR1")
    assert _note(tmp_path).rows() is None


def test_a_folder_made_anew_is_another_place(tmp_path: Path) -> None:
    lite, folder = MilvusSettings(), tmp_path / "milvus"
    assert place_of(lite, folder) == "lite, not made yet"
    folder.mkdir()
    before = place_of(lite, folder)
    folder.rename(tmp_path / "aside")
    folder.mkdir()
    assert place_of(lite, folder) != before


@pytest.mark.parametrize("uri", ["http://root:secret@host:19530"])
def test_an_address_is_not_told(tmp_path: Path, uri: str) -> None:
    place = place_of(MilvusSettings(uri=uri), tmp_path)
    assert "secret" not in place
    assert place != place_of(MilvusSettings(uri="http://other"), tmp_path)
