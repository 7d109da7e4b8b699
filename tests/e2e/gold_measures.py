"""What of the gold file a build finds; the rules of matching stand in examples/README.md."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from functools import cached_property

from e2e_project import Built
from gold_format import Coreference, Fact, Question, Statement

from graphwright.entities.normalise import normalise
from graphwright.retrieval import Strategy
from graphwright.tables import (
    CoreferenceMention,
    EntityAlias,
    Evidence,
    ParsedDocument,
    Relation,
)


def plain(text: str) -> str:
    return " ".join(text.split())


def contains(left: str, right: str) -> bool:
    """Whether one name contains the other word by word, after normalisation of each word."""
    short, long = sorted((_words(left), _words(right)), key=len)
    return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))


def _words(name: str) -> list[str]:
    return [normalise(word).lower() for word in normalise(name).split()]


def same_main_word(gold: str, found: str) -> bool:
    """Whether two predicates have one main word; a column header is its own predicate."""
    if normalise(gold).lower() == normalise(found).lower():
        return True
    wanted, words = gold.lower().split()[0], found.lower().split()
    if words[0] != "be" or len(words) == 1 or wanted == "be":
        return words[0] == wanted
    return words[1] in {wanted, f"{wanted}d", f"{wanted}ed"}  # passive voice


@dataclasses.dataclass(frozen=True)
class Finding:
    """A relation with one sentence that states it."""

    relation: Relation
    evidence: Evidence


class Graph:
    """The tables of a build as the gold file names things: by path and by name."""

    def __init__(self, built: Built) -> None:
        self.built = built
        self.documents: dict[str, ParsedDocument] = {
            f"{row.collection}/{row.path}": row for row in built.rows("parsed_documents")
        }
        self.relations: dict[str, Relation] = {
            row.relation_id: row for row in built.rows("relations")
        }
        self.evidence: list[Evidence] = built.rows("evidence")

    @cached_property
    def names(self) -> dict[str, set[str]]:
        """Entity id to every form of its name."""
        names: dict[str, set[str]] = defaultdict(set)
        alias: EntityAlias
        for alias in self.built.rows("entity_aliases"):
            names[alias.entity_id].add(alias.alias)
        return names

    @cached_property
    def entity_of(self) -> dict[str, set[str]]:
        """Normalised form to the entities that have it."""
        entities: dict[str, set[str]] = defaultdict(set)
        for entity, forms in self.names.items():
            for form in forms:
                entities[normalise(form)].add(entity)
        return entities

    @cached_property
    def findings(self) -> dict[str, list[Finding]]:
        """Document id to its relations with their sentences."""
        grouped: dict[str, list[Finding]] = defaultdict(list)
        for row in self.evidence:
            grouped[row.document_id].append(Finding(self.relations[row.relation_id], row))
        return grouped

    def states(self, fact: Fact) -> bool:
        """Whether a relation from the fact's sentence or row states the fact."""
        document = self.documents[fact.document].document_id
        return any(
            _in_place(fact, finding.evidence.quote) and self._says(fact, finding)
            for finding in self.findings[document]
        )

    def _says(self, fact: Fact, finding: Finding) -> bool:
        relation = finding.relation
        return (
            relation.negated == fact.negated
            and same_main_word(fact.predicate, relation.predicate)
            and self._named(relation.subject_id, fact.subject)
            and self._is_object(relation, fact.object)
        )

    def _named(self, entity: str, gold: str) -> bool:
        return any(contains(form, gold) for form in self.names[entity])

    def _is_object(self, relation: Relation, gold: str) -> bool:
        """Whether the object is the gold one, a noun in the predicate ("be part of") included."""
        noun = relation.predicate.partition(" ")[2]
        forms = self.names[relation.object_id]
        return any(contains(form, gold) or contains(f"{noun} {form}", gold) for form in forms)

    def merged(self, left: str, right: str) -> bool:
        """Whether two names are one entity."""
        return bool(self.entity_of[normalise(left)] & self.entity_of[normalise(right)])

    @cached_property
    def _mentions(self) -> dict[str, list[CoreferenceMention]]:
        grouped: dict[str, list[CoreferenceMention]] = defaultdict(list)
        for row in self.built.rows("coreference_chains"):
            grouped[row.document_id].append(row)
        return grouped

    def resolved(self, coreference: Coreference) -> str | None:
        """Return the name that the build gives the mention, or None."""
        document, span = self._place(coreference)
        for mention in self._mentions[document.document_id]:
            if (mention.mention_start, mention.mention_end) == span:
                return mention.name
        return None

    def relations_at(self, coreference: Coreference) -> list[Relation]:
        """Return the relations whose subject or object is just the mention."""
        document, span = self._place(coreference)
        return [
            finding.relation
            for finding in self.findings[document.document_id]
            if span in _spans(finding.evidence)
        ]

    def _place(self, coreference: Coreference) -> tuple[ParsedDocument, tuple[int, int]]:
        """Return the document and the span of the mention's first occurrence in its sentence."""
        document = self.documents[coreference.document]
        start = self._find(document, coreference.sentence)
        word = re.compile(rf"\b{re.escape(coreference.mention)}\b").search(document.text, start)
        assert word is not None, coreference
        return document, word.span()

    def right_name(self, coreference: Coreference) -> bool:
        """Whether the mention has the gold name, one of its aliases, or a part of it."""
        name, found = coreference.name, self.resolved(coreference)
        assert name is not None
        return found is not None and (contains(found, name) or self.merged(found, name))

    def _find(self, document: ParsedDocument, sentence: str) -> int:
        found = re.search(r"\s+".join(map(re.escape, sentence.split())), document.text)
        assert found is not None, (document.path, sentence)
        return found.start()

    def relations_of(self, statement: Statement) -> set[str]:
        """Return the ids of the relations that a statement's sentence is evidence of."""
        document = self.documents[statement.document].document_id
        return {
            finding.relation.relation_id
            for finding in self.findings[document]
            if _overlaps(finding.evidence.quote, statement.sentence)
        }


def _spans(evidence: Evidence) -> tuple[tuple[int, int], tuple[int, int]]:
    subject = (evidence.subject_start, evidence.subject_end)
    return subject, (evidence.object_start, evidence.object_end)


def _in_place(fact: Fact, quote: str) -> bool:
    if fact.sentence is not None:
        return _overlaps(quote, fact.sentence)
    cells = r"[\s|]+".join(re.escape(cell) for cell in fact.row)
    return re.search(cells, plain(quote)) is not None


def _overlaps(quote: str, sentence: str) -> bool:
    """Whether a quote is the sentence, or one holds the other: tools cut sentences differently."""
    left, right = plain(quote), plain(sentence)
    return left in right or right in left


def answered(question: Question, strategy: Strategy, graph: Graph, k: int) -> bool:
    """Whether one of the question's documents is among the first ``k`` chunks."""
    wanted = {graph.documents[path].uri for path in question.documents}
    return any(
        chunk.citation.uri in wanted for chunk in strategy.retrieve(question.question, k).chunks
    )
