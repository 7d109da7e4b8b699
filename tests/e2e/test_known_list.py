"""The known list of a document against what the graph, with all that it merges, finds in it."""

from __future__ import annotations

from e2e_project import EXAMPLES, Built

from graphwright.entities.seed_concepts import load_seeds
from graphwright.llm.reading.known_concepts import KnownConcepts


def test_words_of_names_find_every_seed_that_the_graph_finds_in_a_document(example: Built) -> None:
    """Nearness by words misses no seed that coreference, embeddings and merges bring to it."""
    known = KnownConcepts(load_seeds(EXAMPLES / "seed_concepts.yaml"))
    names = {entity.entity_id: entity.name for entity in example.rows("entities") if entity.seed}
    near = {
        document.document_id: {concept.name for concept in known.nearest(document.text, 1000)}
        for document in example.rows("parsed_documents")
    }
    found = {
        (row.document_id, names[row.entity_id])
        for row in example.rows("entity_chunks")
        if row.entity_id in names
    }
    assert len(found) > 100
    assert {pair for pair in found if pair[1] not in near[pair[0]]} == set()
    assert sum(map(len, near.values())) < len(near) * len(names) / 2  # and not simply all of them
