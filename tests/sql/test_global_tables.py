from __future__ import annotations

import dataclasses

import pytest
from graph_rows import GraphRows, ReadRows, built_apart

from graphwright.ids import content_id, document_id
from graphwright.tables import Place, Qualifier

PO, SAP, MANAGER = (content_id("entity", key) for key in ("purchase order", "sap", "manager"))


@pytest.fixture
def made(tmp_path):
    def of(rows: GraphRows) -> ReadRows:
        return built_apart(rows.rows(), tmp_path)

    return of


def example() -> GraphRows:
    rows = GraphRows()
    rows.seed("SAP", "SAP SE", "Systems Applications Products")
    rows.acronym("Purchase Order", "PO")
    rows.fact("PO", "be in", "SAP SE", text="A PO is in SAP SE.")
    rows.fact("PO", "be in", "SAP", path="b.md", confidence=0.6)
    rows.fact("purchase order", "go to", "Manager", negated=True, modality="Must")
    return rows


def test_entities_have_the_name_of_the_seed_or_of_the_expansion(made):
    apart = {"procedure_count": 0, "navigation_count": 0}
    unread = {
        **apart,
        "concept": True,
        "type_reason": "no mention of it is written out",
        "type_source": "form",
    }
    assert made(example())["entities"] == sorted(
        [
            {"entity_id": MANAGER, "name": "Manager", "key": "manager", "type": "Concept",
             "definition": None, "seed": False, "mention_count": 1, "document_count": 1, **unread},
            {"entity_id": PO, "name": "purchase order", "key": "purchase order", "type": "Concept",
             "definition": None, "seed": False, "mention_count": 3, "document_count": 2, **unread},
            {"entity_id": SAP, "name": "SAP", "key": "sap", "type": "Product",
             "definition": "About SAP.", "seed": True, "mention_count": 2, "document_count": 2,
             "concept": True, "type_reason": "a seed concept", "type_source": "seed", **apart},
        ],
        key=lambda row: row["entity_id"],
    )  # fmt: skip


def test_aliases_keep_every_form_with_its_tier_and_count(made):
    forms = [tuple(row.values()) for row in made(example())["entity_aliases"]]
    assert forms == sorted(
        [
            (MANAGER, "Manager", "manager", "exact", 1),
            (PO, "PO", "po", "acronym", 2),
            (PO, "Purchase Order", "purchase order", "exact", 0),
            (PO, "purchase order", "purchase order", "exact", 1),
            (SAP, "SAP", "sap", "exact", 1),
            (SAP, "SAP SE", "sap se", "seed", 1),
            (SAP, "Systems Applications Products", "systems applications products", "seed", 0),
        ]
    )


def test_relations_join_equal_facts(made):
    tables = dict(made(example()))  # each of them is made
    relations = {row["text"]: row for row in tables["relations"]}
    assert list(relations) == [
        row["text"] for row in sorted(relations.values(), key=lambda row: row["relation_id"])
    ]
    assert relations == {
        "purchase order be in SAP": {
            "relation_id": content_id("relation", PO, "be in", SAP, "", ""),
            "subject_id": PO, "subject": "purchase order", "predicate": "be in",
            "object_id": SAP, "object": "SAP", "negated": False, "modality": None,
            "text": "purchase order be in SAP", "support_count": 2, "document_count": 2,
            "confidence": 0.92, "superseded": False, "restriction": None, "layer": "knowledge",
        },
        "purchase order must not go to Manager": {
            "relation_id": content_id("relation", PO, "go to", MANAGER, "not", "must"),
            "subject_id": PO, "subject": "purchase order", "predicate": "go to",
            "object_id": MANAGER, "object": "Manager", "negated": True, "modality": "must",
            "text": "purchase order must not go to Manager", "support_count": 1,
            "document_count": 1, "confidence": 0.8, "superseded": False, "restriction": None,
            "layer": "knowledge",
        },
    }  # fmt: skip


def test_a_fact_under_two_conditions_is_two_relations_with_their_conditions(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP")
    rows.fact("PO", "be in", "SAP", path="b.md", restriction="if the plan is free")
    rows.fact("PO", "be in", "SAP", path="c.md", restriction="if the plan is free")
    rows.fact("PO", "be in", "SAP", path="d.md", negated=True, restriction="only in tests")
    tables = made(rows)
    assert sorted((row["text"], row["support_count"]) for row in tables["relations"]) == [
        ("PO be in SAP", 1),
        ("PO be in SAP (if the plan is free)", 1),
        ("PO not be in SAP (only in tests)", 1),
    ]
    proved = [row["relation_id"] for row in tables["evidence"]]
    assert {*proved} == {row["relation_id"] for row in tables["relations"]}
    assert len(proved) == 4


def test_the_text_of_a_relation_leaves_out_the_headings_that_tell_it_from_others(made):
    rows = GraphRows()
    rows.fact("key", "be rotated on", "Monday", headings="Keys; Locks", restriction="Keys; Locks")
    rows.fact(
        "key", "be rotated on", "Monday", path="b.md",
        headings="Keys", restriction="Keys; if it rains",
    )  # fmt: skip
    found = made(rows)["relations"]
    assert sorted((row["text"], row["restriction"]) for row in found) == [
        ("key be rotated on Monday", "Keys; Locks"),
        ("key be rotated on Monday (if it rains)", "Keys; if it rains"),
    ]


def test_a_relation_has_the_first_layer_that_states_it_and_entities_count_each_apart(made):
    rows = GraphRows()
    rows.fact("Guide", "refer to", "Ledger", text="See Guide: Ledger.", layer="navigation")
    rows.fact("Guide", "refer to", "Ledger", path="b.md", layer="knowledge")
    rows.fact("Guide", "involve opening", "Ledger", layer="procedure")
    rows.fact("Guide", "refer to", "Journal", layer="navigation")
    found = made(rows)
    layers = {row["text"]: row["layer"] for row in found["relations"]}
    assert layers == {
        "Guide refer to Ledger": "knowledge",
        "Guide involve opening Ledger": "procedure",
        "Guide refer to Journal": "navigation",
    }
    assert sorted(row["layer"] for row in found["evidence"]) == [
        "knowledge", "navigation", "navigation", "procedure",
    ]  # fmt: skip
    columns = ("mention_count", "document_count", "procedure_count", "navigation_count")
    counts = {row["name"]: tuple(row[name] for name in columns) for row in found["entities"]}
    assert counts == {"Guide": (1, 1, 1, 2), "Ledger": (1, 1, 1, 1), "Journal": (0, 0, 0, 1)}


def test_evidence_leads_to_document_page_box_and_characters(made):
    rows = GraphRows()
    rows.say("Ärger mit 😀 Zeichen.")
    triple = rows.fact("PO", "be in", "SAP", text="A PO is in SAP.")
    [evidence] = made(rows)["evidence"]
    relation = content_id(
        "relation", content_id("entity", "po"), "be in", content_id("entity", "sap"), "", ""
    )
    start = len("Ärger mit 😀 Zeichen.") + 2
    assert evidence == {
        "evidence_id": content_id("evidence", relation, triple.triple_id),
        "relation_id": relation, "triple_id": triple.triple_id,
        "document_id": document_id("test", "a.md"), "collection": "test",
        "title": "Title of a.md", "uri": "https://docs.test/a.md",
        "page": 2, "box": [0.0, 1.0, 100.0, 2.0], "box_unit": "pt", "heading_path": ["Section 1"],
        "chunk_id": triple.chunk_id, "sentence_id": triple.sentence_id,
        "start": start, "end": start + 15, "quote": "A PO is in SAP.",
        "subject_start": start + 2, "subject_end": start + 4,
        "object_start": start + 11, "object_end": start + 14,
        "extractor": "dependency", "rule": "subject_verb_object", "version": "1",
        "confidence": 0.8, "condition": None, "attribution": None, "qualifiers": [],
        "superseded": False, "layer": "knowledge", "stated_predicate": None,
    }  # fmt: skip


@pytest.mark.parametrize("extractor", ["dependency", "linear", "llm"])
def test_evidence_says_what_its_own_triple_says_beside_the_fact(made, extractor):
    text = "The clerk archives the invoice in March if the buyer agrees."
    rows, qualifiers = GraphRows(), (Qualifier("time", "in March", 31, 39),)
    rows.fact("clerk", "archive", "invoice", text=text, extractor=extractor, qualifiers=qualifiers,
              condition="if the buyer agrees", attribution="Lee")  # fmt: skip
    rows.fact("clerk", "archive", "invoice")
    plain, said = sorted(made(rows)["evidence"], key=lambda row: -row["start"])
    assert (said["condition"], said["attribution"]) == ("if the buyer agrees", "Lee")
    assert said["qualifiers"] == [dataclasses.asdict(*qualifiers)]
    assert plain["relation_id"] == said["relation_id"]
    assert (plain["condition"], plain["attribution"], plain["qualifiers"]) == (None, None, [])


def test_evidence_outside_every_block_takes_page_and_headings_of_its_chunk(tmp_path):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP")
    tables = rows.rows()
    [document] = tables["parsed_documents"]
    tables["parsed_documents"] = [dataclasses.replace(document, blocks=())]
    [evidence] = built_apart(tables, tmp_path)["evidence"]
    assert (evidence["page"], evidence["heading_path"]) == (1, ["Section 0"])
    assert (evidence["box"], evidence["box_unit"]) == (None, None)


def test_evidence_in_the_further_part_of_a_parted_block_takes_its_page(tmp_path):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP", text="A PO is in SAP.")
    tables = rows.rows()
    [document] = tables["parsed_documents"]
    [block] = document.blocks
    parts = (Place(block.start, 7, (1.0, 2.0, 3.0, 4.0)),)
    whole = dataclasses.replace(block, start=block.start - 1, places=parts)
    for start, page in ((0, block.page), (1, 7)):
        moved = whole if start else dataclasses.replace(block, places=())
        tables["parsed_documents"] = [dataclasses.replace(document, blocks=(moved,))]
        [evidence] = built_apart(tables, tmp_path)["evidence"]
        assert evidence["page"] == page
    assert evidence["box"] == [1.0, 2.0, 3.0, 4.0]


def test_entity_chunks_count_accepted_triples(made):
    rows = GraphRows()
    first = rows.fact("PO", "be in", "SAP", text="A PO is in SAP.")
    rows.fact("PO", "be of", "SAP", text="A PO is in SAP.")
    rows.fact("PO", "go to", "SAP", text="A PO is in SAP.", rejection="low_confidence")
    ids = [content_id("entity", key) for key in ("po", "sap")]
    assert made(rows)["entity_chunks"] == [
        {"entity_id": entity, "chunk_id": first.chunk_id, "document_id": first.document_id,
         "mention_count": 2}
        for entity in sorted(ids)
    ]  # fmt: skip


def test_rejected_triples_say_why_merging_included(made):
    rows = example()
    rows.seeds.clear()
    low = rows.fact("Mail", "go to", "Manager", rejection="low_confidence", confidence=0.3)
    self_relation = rows.fact("PO", "be also", "Purchase Order")
    merged = rows.triples[0]
    rejected = {row["triple_id"]: row for row in made(rows)["rejected_triples"]}
    assert {key: row["reason"] for key, row in rejected.items()} == {
        low.triple_id: "low_confidence",
        self_relation.triple_id: "self_relation",
        merged.triple_id: "merged",
    }
    assert rejected[low.triple_id] == {
        "triple_id": low.triple_id, "document_id": low.document_id,
        "sentence_id": low.sentence_id, "extractor": "dependency", "rule": "subject_verb_object",
        "subject": "Mail", "predicate": "go to", "object": "Manager", "confidence": 0.3,
        "reason": "low_confidence",
    }  # fmt: skip


def test_an_ambiguous_acronym_stays_a_relation(made):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.acronym("Post Office", "PO", path="b.md")
    tables = made(rows)
    assert sorted(row["text"] for row in tables["relations"]) == [
        "Post Office be abbreviated as PO",
        "Purchase Order be abbreviated as PO",
    ]
    assert tables["rejected_triples"] == []


def test_an_entity_that_only_an_introduction_names_is_none(made):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    tables = made(rows)
    assert tables["entities"] == tables["entity_aliases"] == tables["relations"] == []
    assert [row["accepted"] for row in tables["entity_merges"]] == [True]


def test_the_expansion_names_the_entity_though_only_the_acronym_is_used(made):
    rows = GraphRows()
    rows.acronym("Purchase Order", "PO")
    rows.fact("PO", "be in", "SAP")
    assert sorted(row["name"] for row in made(rows)["entities"]) == ["Purchase Order", "SAP"]


@pytest.mark.parametrize(
    ("forms", "name"),
    [
        (["sap", "SAP", "SAP"], "SAP"),
        (["Sap", "SAP"], "SAP"),
        (["sAp", "Sap"], "Sap"),
    ],
)
def test_the_form_written_most_often_names_an_entity(made, forms, name):
    rows = GraphRows()
    for number, form in enumerate(forms):
        rows.fact(form, "make", f"Product {number}")
    names = {row["key"]: row["name"] for row in made(rows)["entities"]}
    assert names["sap"] == name


def test_negation_and_modality_make_relations_of_their_own(made):
    rows = GraphRows()
    for number, (negated, modality) in enumerate(
        [(False, None), (True, None), (False, "may"), (True, "May"), (True, "may"), (False, "")]
    ):
        rows.fact("User", "post", "Invoice", path=f"{number}.md", negated=negated,
                  modality=modality)  # fmt: skip
    counts = {row["text"]: row["document_count"] for row in made(rows)["relations"]}
    assert counts == {
        "User post Invoice": 2,
        "User not post Invoice": 1,
        "User may post Invoice": 1,
        "User may not post Invoice": 2,
    }


def test_a_sentence_repeated_word_for_word_supports_a_fact_once_by_its_best_score(made):
    rows = GraphRows()
    for number, score in enumerate([0.6, 0.9, 0.7]):
        rows.fact("PO", "be in", "SAP", path=f"{number}.md", confidence=score)
    rows.fact("PO", "be in", "SAP", text="Any PO is in SAP.", confidence=0.5)
    rows.fact("PO", "be in", "SAP", text="Any PO is in SAP.", confidence=0.4, rule="other")
    [relation] = made(rows)["relations"]
    assert (relation["support_count"], relation["document_count"]) == (2, 4)
    assert relation["confidence"] == 0.95


def test_a_certain_sentence_makes_a_certain_relation(made):
    rows = GraphRows()
    rows.fact("PO", "be in", "SAP", confidence=1.0)
    rows.fact("PO", "be in", "SAP", text="Any PO is in SAP.", confidence=0.0)
    assert made(rows)["relations"][0]["confidence"] == 1.0


def test_nothing_makes_empty_tables(made):
    assert all(rows == [] for rows in made(GraphRows()).values())
