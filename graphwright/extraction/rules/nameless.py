"""Rules over a clause whose object is no name: what is said or thought, and how something happens.

Their triples keep what a text states; as no name stands for the object, none becomes a relation.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.complements import prepositions_of, subjects
from graphwright.extraction.reading.predicates import verb_predicate
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import clause_triple, proposes

_OBJECTS = ("dobj", "attr", "acomp", "oprd", "ccomp", "xcomp", "agent")
_ADVERB_TAGS = frozenset({"RB", "RBR", "RBS"})


CLAUSAL_OBJECT = Rule(
    "clausal_object",
    Family.VERB,
    reads(
        "The report says that sales grew in Japan.", ("report", "say that", "sales grew in Japan")
    ),
    traits=frozenset({Trait.NAMELESS}),
)


@proposes(CLAUSAL_OBJECT)
def clausal_objects(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "The report says that sales grew" -> (report, say that, sales grew)."""
    tree = reading.tree
    for child in tree.within(clause.verb, "ccomp"):
        if not tree.has(child, "nsubj", "nsubjpass", "expl", "csubj"):
            continue
        span = _after(tree, clause.verb, child) if child > clause.verb else _before(tree, clause)
        if span is None:
            continue
        mark = tree.first(child, "mark")
        tail = [mark] if mark is not None and mark == tree.left[child] > clause.verb else []
        statement = Argument(child, span[0] + len(tail), span[1])
        predicate = verb_predicate(tree, clause, tail=tail)
        for subject in subjects(reading, clause):
            triple = (subject, predicate, statement)
            yield clause_triple(reading, clause, CLAUSAL_OBJECT, triple, clause.voice)


def _after(tree: Tree, verb: int, child: int) -> tuple[int, int] | None:
    """Return the tokens of a statement that follows its verb, if it is more than a word."""
    first, last = tree.left[child], _without_signs(tree, tree.left[child], tree.right[child])
    return (first, last) if first > verb and last - first > 1 else None


def _before(tree: Tree, clause: Clause) -> tuple[int, int] | None:
    """Return the tokens of a statement that ends where its speaker begins."""
    first = tree.left[clause.verb]
    begins = min([clause.verb, *(tree.left[s] for s in tree.within(clause.verb, "nsubj"))])
    last = _without_signs(tree, first, begins)
    return (first, last) if last - first > 1 else None


def _without_signs(tree: Tree, first: int, last: int) -> int:
    while last - 1 > first and not tree.words[last - 1][-1].isalnum():
        last -= 1
    return last


ADVERBIAL = Rule(
    "adverbial",
    Family.VERB,
    reads("The server restarts automatically.", ("server", "restart", "automatically")),
    traits=frozenset({Trait.NAMELESS}),
)


@proposes(ADVERBIAL)
def adverbials(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "The service restarts daily" -> (service, restart, daily), where nothing else follows."""
    tree = reading.tree
    if tree.has(clause.verb, *_OBJECTS) or not clause.subjects or clause.gap is not None:
        return
    if any(True for _ in prepositions_of(reading, clause, clause.verb)):
        return
    for child in tree.children[clause.verb]:
        span = _adverb(reading, child)
        if span is not None:
            predicate = verb_predicate(tree, clause)
            for subject in subjects(reading, clause):
                triple = (subject, predicate, span)
                yield clause_triple(reading, clause, ADVERBIAL, triple, clause.voice)
            return


def _adverb(reading: ScopeReading, child: int) -> Argument | None:
    """Return the words of an adverb or of a noun that stands like one ("last year"), or None."""
    tree = reading.tree
    if tree.dep[child] == "npadvmod":
        return reading.phrases.full(child)
    if tree.dep[child] != "advmod" or tree.tag[child] not in _ADVERB_TAGS:
        return None
    if tree.lower[child] in words("discourse_adverbs") or tree.lower[child] in ("longer", "more"):
        return None
    return Argument(child, tree.left[child], tree.right[child])
