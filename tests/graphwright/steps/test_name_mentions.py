"""Names found in chunks: what is found, and that only what may have changed is searched."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.entities.name_mentions import MOST_CHUNKS
from graphwright.entities.normalise import normalise
from graphwright.ids import bucket_of, fingerprint, sha256_text
from graphwright.settings import Collection, Settings
from graphwright.steps.base.step import StepReport, Work
from graphwright.steps.name_mentions import NameMentionsStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, Chunk, Entity, EntityAlias, NameMention, rows_of

BUCKETS = 3
SETTINGS = Settings(collections=(Collection(name="c", folder="c"),), buckets=BUCKETS)


def chunk_of(document: str, heading: str, text: str) -> Chunk:
    digest = sha256_text(text)
    return Chunk(f"c-{document}", document, 0, 0, len(text), text, digest, (heading,), None, None)


def write(lake: Lake, chunks: list[Chunk], names: list[str]) -> None:
    for bucket in range(BUCKETS):
        part = [c for c in chunks if bucket_of(c.document_id, BUCKETS) == bucket]
        key = fingerprint([dataclasses.astuple(c) for c in part])
        lake.write("chunks", TABLES["chunks"].from_rows(part), bucket=bucket, key=key)
    entities = [Entity(f"e-{n}", n, normalise(n), "Concept", None, False, 1, 1) for n in names]
    aliases = [EntityAlias(e.entity_id, e.name, e.key, "exact", 1) for e in entities]
    key = fingerprint(names)
    lake.write("entities", TABLES["entities"].from_rows(entities), key=key)
    lake.write("entity_aliases", TABLES["entity_aliases"].from_rows(aliases), key=key)


def run(lake: Lake) -> StepReport:
    step = NameMentionsStep(SETTINGS)
    report = step.run(lake, Work(workers=1))
    assert step.is_current(lake)
    return report


def mentions(lake: Lake) -> list[tuple[str, str, str, int]]:
    rows = rows_of(NameMention, lake.read("name_mentions"))
    return [(r.entity_id[2:], r.document_id, r.reason, r.mention_count) for r in rows]


def test_section_heading_and_text(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    texts = [
        chunk_of("a", "Purchase Orders", "A clerk files it."),
        chunk_of("b", "How a purchase order is approved", "The clerk approves. A clerk files."),
        chunk_of("c", "Travel", "Nothing is said of it."),
    ]
    write(lake, texts, ["purchase order", "clerk"])
    run(lake)
    assert mentions(lake) == [
        ("clerk", "a", "text", 1),
        ("clerk", "b", "text", 2),
        ("purchase order", "a", "section", 1),
        ("purchase order", "b", "heading", 1),
    ]


def test_a_name_in_very_many_texts_counts_in_headings_only(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    texts = [chunk_of(f"d{n:03}", "Page", "A user signs in.") for n in range(MOST_CHUNKS + 1)]
    write(lake, [*texts, chunk_of("u", "Users of a user group", "None.")], ["user"])
    run(lake)
    assert mentions(lake) == [("user", "u", "heading", 1)]


def test_only_buckets_that_a_change_can_reach_are_searched(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    documents = {bucket_of(d, BUCKETS): d for d in "abcdefghij"}
    chunks = [chunk_of(documents[n], "H", f"The word{n} stands here.") for n in range(BUCKETS)]
    write(lake, chunks, ["word0"])
    assert run(lake).worked == BUCKETS
    assert run(lake).worked == 0
    write(lake, chunks, ["word0", "nowhere at all", "word1"])
    assert run(lake).worked == 1  # the bucket of word1
    chunks[2] = chunk_of(documents[2], "H", "The word0 came.")
    write(lake, chunks, ["word0", "nowhere at all", "word1"])
    assert run(lake).worked == 1


def test_names_that_come_to_mean_one_entity_are_not_searched_again(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    write(lake, [chunk_of("a", "Clerks", "The clerk is an agent.")], ["clerk", "agent"])
    run(lake)
    [agent, clerk] = sorted(rows_of(Entity, lake.read("entities")), key=lambda one: one.key)
    aliases = [
        EntityAlias(clerk.entity_id, one.name, one.key, "exact", 1) for one in (agent, clerk)
    ]
    lake.write("entities", TABLES["entities"].from_rows([clerk]), key="merged")
    lake.write("entity_aliases", TABLES["entity_aliases"].from_rows(aliases), key="merged")
    assert run(lake).worked == 0
    assert mentions(lake) == [("clerk", "a", "section", 3)]


def test_a_section_is_found_again_where_its_heading_is_a_plural_of_a_new_name(
    tmp_path: Path,
) -> None:
    lake = Lake(tmp_path)
    chunks = [chunk_of("a", "Purchase Orders", "Nothing.")]
    write(lake, chunks, ["clerk"])
    run(lake)
    write(lake, chunks, ["clerk", "purchase order"])
    run(lake)
    assert mentions(lake) == [("purchase order", "a", "section", 1)]


def test_a_damaged_cache_is_made_again(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    write(lake, [chunk_of("a", "H", "The clerk.")], ["clerk"])
    run(lake)
    before = mentions(lake)
    for path in (lake.cache / "name_mentions").iterdir():
        path.write_bytes(b"no table")
    lake.path("name_mentions").unlink()
    run(lake)
    assert mentions(lake) == before


words = st.sampled_from(["clerk", "order", "purchase", "file", "user", "group"])
texts = st.lists(words, max_size=6).map(" ".join)
states = st.lists(
    st.tuples(st.dictionaries(st.sampled_from("abcdef"), texts, max_size=4),
              st.lists(st.lists(words, min_size=1, max_size=2).map(" ".join), unique=True,
                       max_size=4)),
    min_size=1, max_size=4,
)  # fmt: skip


@given(states)
@settings(max_examples=25)
def test_after_any_changes_the_file_is_that_of_a_fresh_lake(
    tmp_path_factory: object, states: list[tuple[dict[str, str], list[str]]]
) -> None:
    root = tmp_path_factory.mktemp("lakes")  # type: ignore[attr-defined]
    old, new = Lake(root / "old"), Lake(root / "new")
    for documents, names in states:
        chunks = [chunk_of(d, "User Orders", text) for d, text in sorted(documents.items())]
        write(old, chunks, sorted(names))
        run(old)
    write(new, chunks, sorted(names))
    run(new)
    assert old.path("name_mentions").read_bytes() == new.path("name_mentions").read_bytes()
    shutil.rmtree(root)
