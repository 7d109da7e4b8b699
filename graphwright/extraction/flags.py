"""What weakens or narrows a clause: negation, modality, condition, attribution.

A joined verb shares what stands before the first verb; a complement clause ("SAP says that ...")
takes over what holds for the clause above it.
"""

from __future__ import annotations

import dataclasses

from graphwright.extraction.candidates import Flags
from graphwright.extraction.clauses import Clause, Origin
from graphwright.extraction.lexicon import words
from graphwright.extraction.phrases import Phrases
from graphwright.extraction.qualifiers import QualifierReader
from graphwright.extraction.tree import Tree

_NEGATIVE = frozenset({"not", "n't", "never", "no", "neither", "nor", "hardly"})
_FUTURE = frozenset({"will", "'ll", "’ll", "wo"})
_CUT_MODALS = {"ca": "can", "sha": "shall"}
"""Modals that the tokenizer cuts before "n't"."""

_SHARING = frozenset({Origin.CONJUNCT, Origin.CONTROL, Origin.READER, Origin.OBJECT_CONTROL})
_DESCRIBING = frozenset({Origin.RELATIVE, Origin.PARTICIPLE})


class FlagReader:
    """Reads the flags of clauses; each clause is read once."""

    def __init__(self, tree: Tree, phrases: Phrases) -> None:
        self._tree = tree
        self._phrases = phrases
        self._qualifiers = QualifierReader(tree, phrases)
        self._cache = dict[int, Flags]()

    def of(self, clause: Clause) -> Flags:
        """Return the flags of a clause, with those that it shares with the clauses above."""
        found = self._cache.get(clause.verb)
        if found is None:
            self._cache[clause.verb] = found = self._merge(clause, self._own(clause))
        return found

    def _own(self, clause: Clause) -> Flags:
        return Flags(
            negated=self._negated(clause.verb),
            modality=self._modality(clause.verb),
            condition=self._condition(clause.verb),
            attribution=self._attribution(clause),
            qualifiers=self._qualifiers.of(clause.verb),
        )

    def _merge(self, clause: Clause, own: Flags) -> Flags:
        """Return the clause's own flags with those that the clause above lends it."""
        above = clause.above
        if above is None:
            return own
        outer = self.of(above)
        attribution = own.attribution or outer.attribution
        if clause.origin in _DESCRIBING:
            return dataclasses.replace(own, attribution=attribution)
        shared = self._shared(clause, outer)
        return dataclasses.replace(
            own,
            negated=own.negated or shared.negated,
            modality=own.modality or shared.modality or self._wish(clause),
            condition=own.condition or self._as_condition(clause) or outer.condition,
            attribution=attribution,
        )

    def _shared(self, clause: Clause, outer: Flags) -> Flags:
        """Return the negation and modality that a joined or controlled verb shares."""
        if clause.origin not in _SHARING:
            return Flags()
        if clause.origin is Origin.CONJUNCT and any(self._tree.within(clause.verb, "aux")):
            return Flags()
        return Flags(negated=outer.negated, modality=outer.modality)

    def _wish(self, clause: Clause) -> str | None:
        """Return the verb that asks for or allows the clause rather than states it, as written."""
        above, tree = clause.above, self._tree
        if above is None or tree.dep[clause.verb] not in ("xcomp", "ccomp"):
            return None
        in_predicate = clause.origin is Origin.CONTROL
        if in_predicate or tree.lemma[above.verb] not in words("nonfactive_verbs"):
            return None
        return tree.words[above.verb]

    def _negated(self, verb: int) -> bool:
        tree = self._tree
        if any(tree.within(verb, "neg")):
            return True
        for child in tree.within(verb, "advmod", "preconj", "dobj", "nsubj", "nsubjpass", "attr"):
            if tree.dep[child] in ("advmod", "preconj"):
                if tree.lower[child] in _NEGATIVE:
                    return True
            elif any(tree.lower[d] == "no" for d in tree.within(child, "det")):
                return True
        return False

    def _modality(self, verb: int) -> str | None:
        """Return the modal verb; "will" tells the future and is none."""
        tree = self._tree
        modals = (a for a in (verb, *tree.within(verb, "aux")) if tree.tag[a] == "MD")
        modal = next(modals, None)
        if modal is None or tree.lower[modal] in _FUTURE:
            return None
        return _CUT_MODALS.get(tree.lower[modal], tree.words[modal])

    def _condition(self, verb: int) -> str | None:
        tree = self._tree
        for child in tree.within(verb, "advcl"):
            mark = self._qualifiers.mark(child)
            if mark in words("condition_marks"):
                return self._clause_text(child)
        return None

    def _as_condition(self, clause: Clause) -> str | None:
        """Return the text of the clause where it is itself a condition of the clause above."""
        if self._tree.dep[clause.verb] != "advcl":
            return None
        if self._qualifiers.mark(clause.verb) not in words("condition_marks"):
            return None
        return self._clause_text(clause.verb)

    def _clause_text(self, verb: int) -> str:
        first, last = self._qualifiers.clause_span(verb)
        return self._tree.slice(first, last)

    def _attribution(self, clause: Clause) -> str | None:
        """Return who says it: the subject of the verb of saying above, or after "according to"."""
        tree = self._tree
        for prep in tree.within(clause.verb, "prep"):
            if tree.lower[prep] == "according":
                inner = tree.first(prep, "prep")
                source = tree.first(prep if inner is None else inner, "pobj")
                if source is not None:
                    return self._name(source)
        above = clause.above
        if above is None or tree.dep[clause.verb] not in ("ccomp", "parataxis"):
            return self._reported_beside(clause.verb)
        if tree.lemma[above.verb] in words("attribution_verbs") and above.subjects:
            return self._name(above.subjects[0])
        return None

    def _reported_beside(self, verb: int) -> str | None:
        """Return the speaker of a parenthetical clause: "The plan, said Lee, is ready"."""
        tree = self._tree
        for child in tree.within(verb, "parataxis", "ccomp"):
            speaker = tree.first(child, "nsubj")
            says = tree.lemma[child] in words("attribution_verbs")
            if speaker is None or not says:
                continue
            if not any(tree.within(child, "dobj", "ccomp", "attr", "mark")):
                return self._name(speaker)
        return None

    def _name(self, head: int) -> str:
        argument = self._phrases.of(head)
        return self._tree.slice(argument.first, argument.last)
