"""From names to entities by steps: names and decisions that come and go change nothing else."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from graph_rows import GraphRows

from graphwright.entities.normalise import normalise
from graphwright.ids import fingerprint
from graphwright.settings import Collection, EmbeddingSettings, Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import ROW_TYPES, TABLES, MentionCount, table_of, to_record
from graphwright.vectors.embedder import Embedder, make_embedder

STEPS = (
    *(
        "seed_concepts",
        "seed_broader",
        "entity_decisions",
        "names",
        "likely_pairs",
        "name_groups",
        "llm_name_verdicts",
    ),
    *("entity_merges", "unused_decisions", "entity_types", "predicates", "entity_aliases"),
    *("entities", "entity_broader"),
)
MADE = {*STEPS, "name_pairs"}
FORMS = (
    *("event type", "type of the event", "eventType", "types of events", "app tile", "MTA archive"),
    *(
        "application tile",
        "multitarget application archive",
        "Multitarget Application",
        "data source",
    ),
    *("source data", "source of data", "inbound call", "outbound call", "version 1", "version 2"),
)
DECISIONS = (
    "- must_link: [data source, source data]",
    "- cannot_link: [event type, types of events]",
    "- cannot_link: [MTA, multitarget application]",
    "- rename: app tile\n  to: Tile",
    "- type: inbound call\n  to: Event",
    "- drop: version 2",
)
SEEDS = (
    "- {name: Tile, aliases: [tiles], type: Product}",
    "- {name: Event Kind, aliases: [event type], type: Thing, broader: Kind}",
    "- {name: Event Kind, aliases: [event type, inbound call]}",
    "- {name: Kind}",
    "- {name: Source, aliases: [source of data, version 1]}",
)
"""Two of them are one concept, edited; one is above another."""


@functools.cache
def _embedder() -> Embedder:
    return make_embedder(EmbeddingSettings(), 1)


Facts = frozenset[tuple[str, str, str]]


class State(NamedTuple):
    """What the outside holds: facts of documents, and lines of the team's two files."""

    facts: Facts
    decisions: frozenset[str] = frozenset()
    seeds: frozenset[str] = frozenset(SEEDS[:1])


def _rows(facts: Facts) -> dict[str, list[object]]:
    rows = GraphRows()
    for subject, object_, path in sorted(facts):
        rows.fact(subject, "concern", object_, path=path)
    rows.acronym("Multitarget Application", "MTA", path="m.md")
    rows.triples = [
        dataclasses.replace(
            one, subject_key=normalise(one.subject), object_key=normalise(one.object)
        )
        for one in rows.triples
    ]
    made = rows.rows()
    made["mention_forms"] = sorted(
        {
            MentionCount(one.document_id, one.subject_key, "compound", 1, 0, 0)
            for one in rows.triples
        },
        key=lambda row: (row.document_id, row.key),
    )
    return made


def _write(lake: Lake, rows: Mapping[str, list[object]]) -> None:
    """Write what the steps read, where it is other than before."""
    for name in ("resolved_triples", "mention_forms", "repeated_sentences",
                 "document_versions"):  # fmt: skip
        key = fingerprint([to_record(row) for row in rows[name]])
        bucket = 0 if TABLES[name].bucketed else None
        if not lake.is_current(name, key, bucket):
            lake.write(
                name, table_of(ROW_TYPES[name]).from_rows(rows[name]), bucket=bucket, key=key
            )


def _settings(**files: str) -> Settings:
    return Settings(collections=(Collection(name="c", folder="c"),), buckets=1, **files)


def _build(root: Path, state: State) -> list[str]:
    """Bring a lake to a state and return the steps that made something."""
    lake, decisions, seeds = Lake(root), root / "decisions.yaml", root / "seeds.yaml"
    root.mkdir(exist_ok=True)
    decisions.write_text("\n".join(["# ours", *sorted(state.decisions)]) + "\n", encoding="utf-8")
    lines = sorted(state.seeds) or ["[]"]
    seeds.write_text("\n".join(["concepts:", *lines]) + "\n", encoding="utf-8")
    settings = _settings(decisions=str(decisions), seed_concepts=str(seeds))
    with lake.exclusive():
        _write(lake, _rows(state.facts))
        pipeline = Pipeline(Given(lake, settings, documents=(), open_embedder=_embedder))
        return [name for name in STEPS if pipeline.run(pipeline.step(name), Work()).made]


def _bytes(root: Path) -> dict[str, bytes]:
    return {name: Lake(root).path(name).read_bytes() for name in sorted(MADE)}


@pytest.mark.parametrize("seed", range(2))
def test_names_decisions_and_seeds_that_come_and_go_leave_what_a_clean_lake_has(
    tmp_path: Path, seed: int
) -> None:
    pick = random.Random(seed)  # no secret
    facts: set[tuple[str, str, str]] = set()
    decisions: set[str] = set()
    seeds: set[str] = set()
    for turn in range(4):
        for _ in range(8):
            facts ^= {(*pick.sample(FORMS, 2), f"{pick.randrange(4)}.md")}
        decisions ^= set(pick.sample(DECISIONS, 2))
        seeds ^= set(pick.sample(SEEDS, 2))
        if SEEDS[1] in seeds:
            seeds = seeds - {SEEDS[2]} | {SEEDS[3]}
        state = State(frozenset(facts), frozenset(decisions), frozenset(seeds))
        _build(tmp_path / "changed", state)
        clean = tmp_path / f"clean{turn}"
        _build(clean, state)
        assert _bytes(tmp_path / "changed") == _bytes(clean)


def test_a_decision_makes_only_what_follows_from_it(tmp_path: Path) -> None:
    facts = frozenset({("event type", "type of the event", "a.md"), ("x y", "eventType", "b.md")})
    assert _build(tmp_path / "lake", State(facts)) == list(STEPS)
    assert _build(tmp_path / "lake", State(facts)) == []
    made = _build(tmp_path / "lake", State(facts, frozenset({"- drop: version 2"})))
    assert "names" not in made
    assert made[0] == "entity_decisions"


def test_the_ends_of_one_triple_stay_two_and_the_pair_names_the_triple(tmp_path: Path) -> None:
    _build(tmp_path / "lake", State(frozenset({("event type", "types of events", "a.md")})))
    [pair] = Lake(tmp_path / "lake").read("name_pairs").to_pylist()
    assert pair["guard"] == "ends"
    triples = Lake(tmp_path / "lake").read("resolved_triples", 0)["triple_id"].to_pylist()
    assert pair["evidence_triple_id"] in triples
    assert Lake(tmp_path / "lake").read("name_groups").num_rows == 0


def test_names_beside_each_other_in_a_list_stay_two(tmp_path: Path) -> None:
    facts = frozenset({("x", "event type", "a.md"), ("x", "types of events", "b.md")})
    rows = _rows(facts)
    first, second, *rest = rows["resolved_triples"]
    place = {"sentence_id": first.sentence_id, "predicate_start": first.predicate_start}
    rows["resolved_triples"] = [first, dataclasses.replace(second, **place), *rest]
    for one, expected in ((rows, "beside"), (_rows(facts), None)):
        root = tmp_path / str(expected)
        lake = Lake(root)
        settings = _settings()
        with lake.exclusive():
            _write(lake, one)
            pipeline = Pipeline(Given(lake, settings, documents=(), open_embedder=_embedder))
            for name in STEPS[:6]:
                pipeline.run(pipeline.step(name), Work())
        [pair] = lake.read("name_pairs").to_pylist()
        assert pair["guard"] == expected
