"""Facts without a stored vector are ranked by the one that a build would have stored."""

from __future__ import annotations

import dataclasses
import json
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from serving_lake import Section, make_rows, write_tables

from graphwright.graph.manifest import MANIFEST_NAME, read_manifest
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.publish.publish import publish_snapshot
from graphwright.retrieval import STRATEGIES
from graphwright.retrieval.fact_cosines import FactSearch, estimated_cosines, near_facts
from graphwright.retrieval.parameters import FACTS
from graphwright.retrieval.ranking import rank_all
from graphwright.retrieval.strategy import StrategyParts
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

MANUAL = {
    "winch.md": [
        Section(
            "Winch",
            [
                ("The winch lifts two tons.", [("winch", "lift", "two tons", 0.9)]),
                ("Open the winch cover.", [("winch", "involve opening", "winch cover", 0.9)]),
                ("See Winch Repairs.", [("winch", "refer to", "Winch Repairs", 0.9)]),
            ],
        ),
        Section(
            "Crane",
            [
                ("The crane carries the winch.", [("crane", "carry", "winch", 0.9)]),
                ("Open the crane cabin.", [("crane", "involve opening", "crane cabin", 0.9)]),
                ("See Crane Safety.", [("crane", "refer to", "Crane Safety", 0.9)]),
            ],
        ),
    ]
}
QUESTIONS = ("Which winch cover is opened?", "Where is the safety of the crane described?")


@pytest.fixture(scope="module")
def manual(embedder: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    root = tmp_path_factory.mktemp("manual")
    publish_snapshot(
        root,
        write_tables(root / "tables", make_rows(MANUAL, embedder)),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=1,
    )
    return open_snapshot(root, verify=True)


@pytest.fixture(scope="module")
def older(
    manual: Snapshot, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Snapshot:
    """Return the same graph as the first format held it: every row has a vector."""
    folder = tmp_path_factory.mktemp("older") / "folder"
    shutil.copytree(manual.folder, folder)
    files = dict(manual.manifest.files)
    for kind, texts in (
        ("entity", manual.entities["name"]),
        ("relation", manual.relations["text"]),
    ):
        (folder / f"{kind}_vectors.npy").unlink()
        np.save(folder / f"{kind}_vectors.npy", embedder.embed_passages(texts.to_pylist()))
        del files[f"{kind}_vector_rows.npy"]
    manifest = dataclasses.replace(manual.manifest, format=1, files=files)
    named = folder.rename(folder.with_name(manifest.snapshot_id))
    (named / MANIFEST_NAME).unlink()
    (named / MANIFEST_NAME).write_text(manifest.to_json())
    return Snapshot(named, read_manifest(named))


def test_only_knowledge_has_stored_vectors(manual: Snapshot) -> None:
    vectors, every = manual.relation_vectors, np.arange(manual.relations.num_rows)
    layers = manual.relations["layer"].to_pylist()
    assert vectors.has(every).tolist() == [layer == "knowledge" for layer in layers]
    assert len(vectors.values) == layers.count("knowledge") == 2
    assert manual.manifest.files["relation_vectors.npy"].rows == 2


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_fact_is_as_near_as_if_its_vector_were_stored(
    manual: Snapshot, older: Snapshot, embedder: Embedder, nlp: Language, question: str
) -> None:
    vector, every = embedder.embed_query(question), np.arange(manual.relations.num_rows)
    parts = StrategyParts(manual, lambda: embedder, lambda: nlp, navigation=True)
    found = near_facts(parts, every, FactSearch(question, vector, []))
    assert found == rank_all(older.relation_vectors.values, vector, len(every))


@pytest.mark.parametrize("name", ["walk", "graph", "pcst"])
@pytest.mark.parametrize("navigation", [False, True])
def test_an_older_snapshot_gives_the_same_answers(
    manual: Snapshot,
    older: Snapshot,
    embedder: Embedder,
    nlp: Language,
    name: str,
    navigation: bool,
) -> None:
    answers = []
    for snapshot in (manual, older):
        parts = StrategyParts(snapshot, lambda: embedder, lambda: nlp, navigation=navigation)
        strategy = STRATEGIES.get(name)(parts)
        told = [strategy.retrieve(question, 3).to_dict() for question in QUESTIONS]
        answers.append(json.dumps(told, default=str))
        assert all(answer["relations"] for answer in told)
    assert answers[0] == answers[1]


def test_of_many_the_most_promising_are_embedded(
    manual: Snapshot, embedder: Embedder, nlp: Language
) -> None:
    parts = StrategyParts(manual, lambda: embedder, lambda: nlp, navigation=True)
    texts, layers = (manual.relations[name].to_pylist() for name in ("text", "layer"))
    knowledge = {row for row, layer in enumerate(layers) if layer == "knowledge"}

    def embedded(question: str, passages: list[int], most: int) -> set[str]:
        search = FactSearch(question, embedder.embed_query(question), passages)
        limited = dataclasses.replace(FACTS, embedded=most)
        rows = [row for row, _ in near_facts(parts, np.arange(len(texts)), search, limited)]
        assert knowledge <= set(rows)
        return {texts[row] for row in set(rows) - knowledge}

    assert embedded("Which winch cover is opened?", [], 1) == {"winch involve opening winch cover"}
    assert embedded("Is Crane Safety needed?", [], 1) == {"crane refer to Crane Safety"}
    for passage in range(manual.chunks.num_rows):
        stated = {texts[row] for row in manual.stated_in(passage).tolist()}
        stated -= {texts[row] for row in knowledge}
        assert embedded("And what else?", [passage], 2) == stated
    assert embedded("And what else?", [], 0) == set()


def test_without_a_vector_nearness_is_told_by_rare_words(manual: Snapshot) -> None:
    texts = manual.relations["text"].to_pylist()
    every = list(range(len(texts)))
    found = {
        texts[row]: cosine
        for row, cosine in estimated_cosines(manual, every, "Which winch cover is opened?")
    }
    assert "crane refer to Crane Safety" not in found
    assert max(found, key=lambda text: found[text]) == "winch involve opening winch cover"
    assert all(
        FACTS.estimate_none < one <= FACTS.estimate_none + FACTS.estimate_words
        for one in found.values()
    )
    assert estimated_cosines(manual, every, "And what else?") == []


@pytest.mark.parametrize("navigation", [False, True])
def test_a_step_of_the_first_passages_answers(
    manual: Snapshot, embedder: Embedder, nlp: Language, navigation: bool
) -> None:
    parts = StrategyParts(manual, lambda: embedder, lambda: nlp, navigation=navigation)
    walk = STRATEGIES.get("walk")(parts)
    facts = {one.text: one for one in walk.retrieve("Which winch cover is opened?", 3).relations}
    step = facts["winch involve opening winch cover"]
    assert step.layer == "procedure"
    assert step.why
    assert (step.why.passage, step.why.estimated) == (1, not navigation)
    assert all(one.layer != "navigation" for one in facts.values()) or navigation


def test_steps_of_later_passages_do_not(
    manual: Snapshot, embedder: Embedder, nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = StrategyParts(manual, lambda: embedder, lambda: nlp)
    none = dataclasses.replace(FACTS, step_passages=0)
    monkeypatch.setattr("graphwright.retrieval.walk_strategy.FACTS", none)
    found = STRATEGIES.get("walk")(parts).retrieve("Which winch cover is opened?", 3).relations
    assert {one.layer for one in found} == {"knowledge"}
