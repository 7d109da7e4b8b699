"""Documents lost since the last publication: what is counted, what is too much, what is said."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import LakeError
from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.pointer import Pointer, snapshots_root, write_pointer
from graphwright.quality.shrinkage import (
    STATES,
    documents_in,
    readable_documents,
    refuse_shrinking,
    shrunken,
)
from graphwright.settings import ApplicationSettings, CheckSettings, Collection, Settings
from graphwright.store.lake import Lake
from graphwright.store.storage import open_storage
from graphwright.tables import SourceDocument, table_of

COLLECTIONS = tuple(Collection(name=name, folder=name) for name in ("a", "b"))
SETTINGS = Settings(collections=COLLECTIONS)


def publish(root: Path, counts: Mapping[str, int], name: str = "one", *earlier: str) -> None:
    """Point readers to a snapshot with so many documents of each collection."""
    folder = snapshots_root(root) / name
    folder.mkdir(parents=True, exist_ok=True)
    rows = [collection for collection, number in counts.items() for _ in range(number)]
    write_arrow(folder / "documents.arrow", pa.table({"collection": pa.array(rows, pa.string())}))
    write_pointer(open_storage(root), root, Pointer(name, (*earlier, name)))


def limits(**checks: float) -> Settings:
    return SETTINGS.model_copy(update={"checks": CheckSettings.model_validate(checks)})


def names(root: Path, now: Mapping[str, int], settings: Settings = SETTINGS) -> list[str]:
    return [found.collection for found in shrunken(root, now, settings)]


def test_more_than_the_share_and_at_least_so_many_are_too_much(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 20, "b": 40})
    assert names(tmp_path, {"a": 16, "b": 32}) == []  # a fifth is allowed
    assert names(tmp_path, {"a": 15, "b": 32}) == ["a"]
    assert names(tmp_path, {"a": 15, "b": 31}) == ["a", "b"]
    assert names(tmp_path, {"a": 15, "b": 31}, limits(lost_documents=6)) == ["b"]
    assert names(tmp_path, {"a": 15, "b": 31}, limits(lost_share=0.5)) == []
    assert names(tmp_path, {}, limits(lost_share=1)) == []  # never


def test_few_documents_may_go_but_never_the_last_of_the_graph(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 3, "b": 4})
    assert names(tmp_path, {"b": 1}) == []
    assert names(tmp_path, {}) == ["a", "b"]


def test_without_a_publication_nothing_is_lost(tmp_path: Path) -> None:
    assert names(tmp_path, {}) == []


def test_a_collection_that_the_sources_leave_out_is_lost_too(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 8, "old": 120})
    with pytest.raises(LakeError) as caught:
        refuse_shrinking(tmp_path, {"a": 8}, SETTINGS)
    message = str(caught.value)
    assert (
        "Collection 'old', which the sources do not name any more, has 0 documents that can be "
        "read, but 120 are published: 100.0% are lost, and at most 20.0% may be "
        "(checks.lost_share)." in message
    )
    assert "--allow-shrinking" in message
    assert "'a'" not in message


def test_of_a_damaged_snapshot_the_one_before_it_tells(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 10}, "one")
    publish(tmp_path, {"a": 10, "b": 10}, "two", "one")
    (snapshots_root(tmp_path) / "two/documents.arrow").write_bytes(b"ARROW1, or so it says")
    assert names(tmp_path, {"b": 10}) == ["a"]
    (snapshots_root(tmp_path) / "one/documents.arrow").unlink()
    assert names(tmp_path, {"b": 10}) == []


def test_what_cannot_be_read_does_not_count(tmp_path: Path) -> None:
    document = SourceDocument(
        document_id="1", collection="a", path="p", uri="p", location="/p", format="md",
        extractor="dependency", size=1, modified=None, sha256="0", problem=None,
    )  # fmt: skip
    lost = dataclasses.replace(document, document_id="2", problem="cannot be read: gone")
    found = [document, lost]
    assert readable_documents(found) == {"a": 1}
    lake = Lake(tmp_path)
    lake.write("source_documents", table_of(SourceDocument).from_rows(found), key="k")
    assert documents_in(lake, "source_documents") == {"a": 1}
    assert documents_in(lake, "parsed_documents") == {}


COUNTS = st.dictionaries(st.sampled_from("abc"), st.integers(0, 40))


@given(before=COUNTS, now=COUNTS, share=st.floats(0, 1), fewest=st.integers(1, 20))
def test_what_is_let_through_loses_at_most_the_share_or_a_few(
    tmp_path_factory: pytest.TempPathFactory,
    before: dict[str, int],
    now: dict[str, int],
    share: float,
    fewest: int,
) -> None:
    root = tmp_path_factory.mktemp("lake")
    publish(root, before)
    found = set(names(root, now, limits(lost_share=share, lost_documents=fewest)))
    for name, published in before.items():
        lost = published - now.get(name, 0)
        small = lost <= share * published or (lost < fewest and any(now.values()))
        assert (name in found) == (not small), (name, lost)


def publish_states(root: Path, counts: Mapping[str, int]) -> None:
    """Let the published snapshot have so many states of each application."""
    rows = [name for name, number in counts.items() for _ in range(number)]
    states = pa.table({"application": pa.array(rows, pa.string())})
    write_arrow(snapshots_root(root) / "one" / "ui_states.arrow", states)


def test_lost_states_of_an_application_stop_too(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 3})
    publish_states(tmp_path, {"shop": 50, "desk": 10})
    shop = ApplicationSettings(name="shop", home="http://h/")
    settings = SETTINGS.model_copy(update={"applications": (shop,)})
    now = {"shop": 39, "desk": 10}
    [found] = shrunken(tmp_path, now, settings, STATES)
    assert str(found).startswith("Application 'shop' has 39 states, but 50 are published: 22.0%")
    with pytest.raises(LakeError, match=r"states would be lost\..*Crawl again"):
        refuse_shrinking(tmp_path, now, settings, STATES)
    [gone] = shrunken(tmp_path, {"shop": 50}, settings, STATES)
    assert "which the sources do not name any more" in str(gone)


def test_a_snapshot_without_applications_had_no_states(tmp_path: Path) -> None:
    publish(tmp_path, {"a": 3}, "zero")
    publish(tmp_path, {"a": 3}, "one", "zero")
    assert shrunken(tmp_path, {}, SETTINGS, STATES) == ()
