"""The example's build against its gold file: floors a little below what the build reaches.

A floor may only rise. When a build falls under one, the message names what it no longer finds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import pytest
from e2e_project import Built, json_of, one_clear_message, run_here, succeeded
from gold_format import Gold, load_gold
from gold_measures import Graph, answered

from graphwright.extraction.rules.declaration import Trait
from graphwright.extraction.rules.registry import names_of_rules
from graphwright.graph.snapshot import Snapshot
from graphwright.retrieval import make_strategy
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.tables import ParsedDocument
from graphwright.vectors.embedder import Embedder, make_embedder

FACTS = 0.66
TABLE_FACTS = 0.72
ALIASES = 0.85
COREFERENCES = 0.55
NOTHING = 0.6
CONTRADICTIONS = 0.5
QUESTIONS = {"graph": 0.87, "rrf": 0.9}
TOP = 5


@pytest.fixture(scope="module")
def gold() -> Gold:
    return load_gold()


@pytest.fixture(scope="module")
def graph(example: Built) -> Graph:
    return Graph(example)


@pytest.fixture(scope="module")
def snapshot(example: Built) -> Snapshot:
    return example.verified()


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return make_embedder(EmbeddingSettings(), 1)


def holds(what: str, floor: float, total: int, missed: Sequence[object]) -> None:
    """Fail, with the measured share and what was missed, where the share is below the floor."""
    share = (total - len(missed)) / total
    listed = "\n  ".join(map(str, missed))
    assert share >= floor, f"{what}: {share:.3f} of {total}, floor {floor}; missed:\n  {listed}"


def test_facts_are_found(gold: Gold, graph: Graph) -> None:
    missed = [fact for fact in gold.facts if not graph.states(fact)]
    holds("facts", FACTS, len(gold.facts), missed)
    rows = [fact for fact in gold.facts if fact.row]
    holds("facts of tables", TABLE_FACTS, len(rows), [fact for fact in missed if fact.row])


def test_facts_of_every_format_are_found(gold: Gold, graph: Graph) -> None:
    found: dict[str, int] = defaultdict(int)
    for fact in gold.facts:
        found[fact.document.rsplit(".", 1)[1]] += graph.states(fact)
    assert all(found.values()), dict(found)


def test_denied_facts_are_denied(gold: Gold, graph: Graph) -> None:
    """No fact that the gold file denies is in the graph as a plain one from the same sentence."""
    denied = [fact for fact in gold.facts if fact.negated]
    asserted = [f for f in denied if graph.states(f.model_copy(update={"negated": False}))]
    assert asserted == []


def test_aliases_are_merged(gold: Gold, graph: Graph) -> None:
    missed = [alias for alias in gold.aliases if not graph.merged(alias.alias, alias.canonical)]
    holds("aliases", ALIASES, len(gold.aliases), missed)


def test_distinct_names_are_not_merged(gold: Gold, graph: Graph) -> None:
    merged = [pair for pair in gold.distinct if graph.merged(*pair.names)]
    assert merged == []


def test_coreferences_have_the_right_name(gold: Gold, graph: Graph) -> None:
    named = [c for c in gold.coreferences if c.name is not None]
    wrong = [(c, graph.resolved(c)) for c in named if not graph.right_name(c)]
    holds("coreferences", COREFERENCES, len(named), wrong)


def test_words_that_stand_for_nothing_give_no_relation(gold: Gold, graph: Graph) -> None:
    """A pleonastic "it" may be in a chain, but no relation should be made of it."""
    nothing = [c for c in gold.coreferences if c.name is None]
    wrong = [
        (c, [r.text for r in relations]) for c in nothing if (relations := graph.relations_at(c))
    ]
    holds("words for nothing", NOTHING, len(nothing), wrong)


def test_broken_documents_are_rejected_with_their_status(gold: Gold, example: Built) -> None:
    rejected = {
        f"{row.collection}/{row.path}": row.status for row in example.rows("rejected_documents")
    }
    assert rejected == {row.document: row.status for row in gold.rejected}


def test_a_duplicate_page_supports_the_same_relations(gold: Gold, graph: Graph) -> None:
    for group in gold.duplicates:
        relations = [
            {finding.relation.relation_id for finding in graph.findings[document.document_id]}
            for document in (graph.documents[path] for path in group)
        ]
        assert relations[0]
        assert all(other == relations[0] for other in relations)
        documents = {graph.documents[path].document_id for path in group}
        stated = defaultdict(set)
        for row in graph.evidence:
            stated[row.relation_id].add(row.document_id)
        for relation in relations[0]:
            others = stated[relation] - documents
            assert documents <= stated[relation]
            assert 1 <= graph.relations[relation].document_count <= 1 + len(others)


def test_equal_sentences_support_a_relation_once(graph: Graph) -> None:
    sentences: dict[str, set[str]] = defaultdict(set)
    for row in graph.evidence:
        if row.superseded == graph.relations[row.relation_id].superseded:
            sentences[row.relation_id].add(" ".join(re.findall(r"\w+", row.quote.lower())))
    for relation in graph.relations.values():
        assert relation.support_count == len(sentences[relation.relation_id]), relation


def test_both_sides_of_a_contradiction_are_in_the_graph(gold: Gold, graph: Graph) -> None:
    missed = [
        c.topic for c in gold.contradictions if not all(map(graph.relations_of, c.statements))
    ]
    holds("contradictions", CONTRADICTIONS, len(gold.contradictions), missed)


def test_no_evidence_of_a_contradiction_is_shared(gold: Gold, graph: Graph) -> None:
    for contradiction in gold.contradictions:
        left, right = map(graph.relations_of, contradiction.statements)
        assert not left & right, contradiction.topic


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_questions_find_a_source_of_their_answer(
    name: str, gold: Gold, graph: Graph, snapshot: Snapshot, embedder: Embedder
) -> None:
    strategy = make_strategy(name, snapshot, lambda: embedder, LanguageSettings())
    asked = [question for question in gold.questions if question.documents]
    missed = [q.question for q in asked if not answered(q, strategy, graph, TOP)]
    holds(f"questions of {name}", QUESTIONS[name], len(asked), missed)


OF_ROWS = frozenset({"table_cell", "table_statement"})


def test_every_quote_is_a_slice_of_its_document(graph: Graph) -> None:
    by_id: dict[str, ParsedDocument] = {d.document_id: d for d in graph.documents.values()}
    cited = {row.relation_id for row in graph.evidence}
    assert cited == set(graph.relations)
    for row in graph.evidence:
        text = by_id[row.document_id].text
        assert row.quote == text[row.start : row.end], row
        above = (
            row.subject_start < row.start
        )  # a label of a section is about what its heading names
        if row.rule in names_of_rules(Trait.HEADING_SUBJECT) or (above and row.rule in OF_ROWS):
            heading = text[row.subject_start : row.subject_end]
            assert any(heading in above for above in (row.title, *row.heading_path)), row
        else:
            assert row.start <= row.subject_start < row.subject_end <= row.end, row
        assert text[row.object_start : row.object_end].strip(), row


def test_ask_prints_evidence_with_citations(example: Built) -> None:
    question = "Which purchase orders need a second approval?"
    shown = succeeded(run_here("ask", question, "--lake", example.lake)).stdout
    assert "purchase-approval-policy.pdf" in shown
    assert "25,000 EUR" in shown
    found = json_of("ask", question, "--lake", example.lake)
    assert set(found) == {"chunks", "relations", "entity", "unknown"}
    assert len(found["chunks"]) == TOP
    assert all(relation["quotes"] for relation in found["relations"])


def test_a_question_about_nothing_in_the_graph_is_told_so(example: Built) -> None:
    shown = succeeded(run_here("ask", "asdf qwer", "--scores", "--lake", example.lake)).stdout
    assert "The graph knows nothing of: asdf qwer" in shown
    assert "Facts" not in shown
    assert "score " not in shown
    found = json_of("ask", "asdf qwer", "--lake", example.lake)
    assert found == {"chunks": [], "relations": [], "entity": [], "unknown": ["asdf qwer"]}


def test_facts_are_english(example: Built) -> None:
    shown = succeeded(run_here("inspect", "Approval Service", "--lake", example.lake)).stdout
    assert "- Approval Service checks Purchase Order  [" in shown
    table = "(Ledgerline ERP: overview; Modules)"
    assert f"- Approval Service, purpose: Approvals of purchase orders {table}" in shown


def test_inspect_prints_aliases_and_quotes(example: Built) -> None:
    shown = succeeded(run_here("inspect", "Greenlight", "--lake", example.lake)).stdout
    assert "Approval Service" in shown
    assert "The Approval Service checks every purchase order." in shown
    assert "approval-service.md" in shown


def test_facts_are_served_with_what_their_sentence_adds(example: Built) -> None:
    shown = succeeded(run_here("inspect", "Edda Halvorn", "--lake", example.lake)).stdout
    assert "Edda Halvorn founds company in Norrvik (in 1962)" in " ".join(shown.split())
    question = "When does Ledgerline block an invoice?"
    shown = succeeded(run_here("ask", question, "--lake", example.lake)).stdout
    first = "1. Ledgerline ERP blocks invoice (if a difference exceeds its tolerance) (with error"
    assert first in " ".join(shown.split())
    found = json_of("ask", question, "--lake", example.lake)
    quotes = [quote for relation in found["relations"] for quote in relation["quotes"]]
    said = [quote["qualifiers"] for quote in quotes]
    assert ["If a difference exceeds its tolerance", "with error LL-4021"] in said
    for quote in quotes:
        # A cell's fact has what the table is called, which stands above it.
        above = [*quote["citation"]["heading_path"], quote["citation"]["title"]]
        text = " ".join([*quote["text"].split(), *above])
        assert all(one in text for one in quote["qualifiers"] if "according" not in one)


def test_status_prints_what_was_left_out_and_why(example: Built, gold: Gold) -> None:
    shown = succeeded(run_here("status", "--lake", example.lake)).stdout
    assert example.snapshot_id in shown
    assert all(row.status in shown for row in gold.rejected)
    assert "low_confidence" in shown


def test_rollback_to_a_snapshot_that_is_not_there(example: Built) -> None:
    message = one_clear_message(run_here("rollback", "0123", "--lake", example.lake))
    assert example.snapshot_id in message
