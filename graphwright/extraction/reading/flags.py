"""What weakens or narrows a clause: negation, modality, condition, attribution.

The clause's own are read in ``negation``, ``modality`` and ``sources``; here they are put together
with those of the clauses above. A joined verb shares what stands before the first verb; a
complement clause ("SAP says that ...") takes over what holds for the clause above it.
"""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import FINITE_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.clause import DESCRIBING, Clause, Origin
from graphwright.extraction.reading.conditions import (
    awaited_condition,
    conditional_mark,
    is_marked_participle,
    is_supposed,
    picks_out,
)
from graphwright.extraction.reading.denial import is_any, is_certain, is_none
from graphwright.extraction.reading.examples import is_shown
from graphwright.extraction.reading.modality import (
    asked,
    chance,
    judged_beside_it,
    leaves_free,
    modal_of,
    of_means,
    semi_modality,
    wish,
)
from graphwright.extraction.reading.negation import is_denied
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.qualifiers import QualifierReader, joined_qualifiers
from graphwright.extraction.reading.restrictive_clauses import is_selected, is_supposed_thing
from graphwright.extraction.reading.sources import attribution
from graphwright.extraction.reading.unasserted import (
    first_of_complement,
    is_aim,
    is_aim_of_act,
    is_asked_about,
    is_choice_of_duty,
    is_first_check,
    is_for_somebody,
    is_had_done,
    is_imagined,
    is_indirect_question,
    is_of_earlier,
    is_place_of_order,
    is_to_be_checked,
    is_wish_of_reader,
    may_be_another,
    picks_from_many,
)
from graphwright.extraction.reading.verbs import fails, hinders, is_infinitive
from graphwright.tables.triples import Qualifier

_SHARING = frozenset({Origin.CONJUNCT, Origin.CONTROL, Origin.READER, Origin.OBJECT_CONTROL})
_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")
_LED = frozenset({Origin.CONTROL, Origin.OBJECT_CONTROL, Origin.INFINITIVE})

GOVERNING = frozenset({"condition", "time"})
"""Kinds of qualifiers that hold for the clauses joined to theirs or below it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Flags:
    """What weakens or narrows a statement; all texts are as written.

    ``unstated`` says that a denial above leaves open whether it holds: "does not say that ...", or
    that it is only imagined or wished. ``contextual`` says that it holds in its text alone, as what
    an example shows; ``picked`` is the noun that stands for many things of which it holds of some.
    """

    negated: bool = False
    modality: str | None = None
    condition: str | None = None
    attribution: str | None = None
    qualifiers: tuple[Qualifier, ...] = ()
    unstated: bool = False
    contextual: bool = False
    picked: int | None = None


NO_FLAGS = Flags()


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
        tree = self._tree
        negated = is_denied(tree, self._phrases, clause.verb) or any(
            map(self._is_none, clause.subjects)
        )
        return Flags(
            negated=negated,
            unstated=self._describes_none(clause)
            or self._is_unasserted(clause)
            or is_marked_participle(tree, clause.verb),
            contextual=(is_aim(tree, clause) and not clause.reader)
            or is_shown(tree, clause.verb)
            or is_indirect_question(tree, clause.verb)
            or is_choice_of_duty(tree, clause)
            or is_had_done(tree, clause)
            or is_place_of_order(tree, clause)
            or is_of_earlier(tree, clause.verb)
            or is_first_check(tree, clause.verb),
            picked=tree.head[clause.verb] if picks_from_many(tree, clause) else None,
            modality=modal_of(tree, clause.verb),
            condition=self._open(clause, negated=negated)
            or self._as_condition(clause)
            or self._condition(clause.verb),
            attribution=attribution(tree, self._phrases, clause),
            qualifiers=joined_qualifiers(
                self._qualifiers.of(clause.verb), self._behind_joined(clause.verb)
            ),
        )

    def _behind_joined(self, verb: int) -> list[Qualifier]:
        """Return the conditions at the end of joined verbs: "heats A and dries B if C" has one."""
        tree, found = self._tree, list[Qualifier]()
        last = verb
        while True:
            joined = next((child for child in tree.within(last, "conj") if child > last), None)
            if joined is None or tree.has(joined, *_SUBJECTS):
                return found
            last = joined
            found += [
                qualifier
                for qualifier in self._qualifiers.of(joined)
                if qualifier.kind == "condition" and qualifier.start > tree.start[joined]
            ]

    def _merge(self, clause: Clause, own: Flags) -> Flags:
        """Return the clause's own flags with those that the clause above lends it."""
        above = clause.above
        if above is None:
            return own
        outer = self.of(above)
        said_by = own.attribution or outer.attribution
        unstated = own.unstated or outer.unstated or self._is_left_open(clause, outer)
        checked = is_to_be_checked(self._tree, first_of_complement(self._tree, clause.verb), above)
        checked = checked or self._follows_from_denial(clause, own, outer)
        if (outer.contextual or checked) and not own.contextual:
            own = dataclasses.replace(own, contextual=True)
        if clause.origin not in DESCRIBING and own.picked is None and outer.picked is not None:
            own = dataclasses.replace(own, picked=outer.picked)
        if clause.origin in DESCRIBING:
            own = self._where_introduced(clause, own, outer)
            return dataclasses.replace(own, attribution=said_by, unstated=unstated)
        shared = self._shared(clause, outer)
        governing = self._governing(clause, own, outer)
        return dataclasses.replace(
            own,
            negated=own.negated or shared.negated,
            modality=own.modality
            or semi_modality(self._tree, clause)
            or asked(self._tree, clause)
            or shared.modality
            or wish(self._tree, clause)
            or of_means(self._tree, clause, outer.modality)
            or chance(self._tree, clause, outer.modality),
            condition=own.condition or (outer.condition if governing else None),
            attribution=said_by,
            unstated=unstated,
            qualifiers=joined_qualifiers(
                own.qualifiers, [*governing, *self._of_lead(clause, outer)]
            ),
        )

    def _of_lead(self, clause: Clause, outer: Flags) -> list[Qualifier]:
        """Return what stands with a verb that only leads another: "To sail, X needs to fit Y"."""
        above = None if clause.above is None else clause.above.verb
        if above not in clause.chain and semi_modality(self._tree, clause) is None:
            return []
        return [one for one in outer.qualifiers if one.kind not in GOVERNING]

    def _where_introduced(self, clause: Clause, own: Flags, outer: Flags) -> Flags:
        """Return flags with the condition under which there is a thing: "if A, sends notes with B".

        What a clause tells of a certain thing, or of one before it, holds without the condition.
        """
        noun = self._tree.head[clause.verb]
        told = clause.above is not None and clause.above.verb < noun
        if not told or own.condition or not outer.condition or is_certain(self._tree, noun):
            return own
        return dataclasses.replace(own, condition=outer.condition)

    def _describes_none(self, clause: Clause) -> bool:
        """Return whether a clause describes what there is none of: "no guest who has a key"."""
        noun = clause.subjects[:1] if clause.gap is None else [clause.gap]
        return clause.origin in DESCRIBING and any(map(self._is_none, noun))

    def _is_unasserted(self, clause: Clause) -> bool:
        """Return whether a clause is imagined, or what somebody wants to be or to do."""
        tree, verb = self._tree, clause.verb
        if is_imagined(tree, verb) or is_wish_of_reader(tree, clause) or may_be_another(tree, verb):
            return True
        if is_aim_of_act(tree, clause):
            return True
        if self._is_wished(clause):
            return True
        if not is_for_somebody(tree, verb):
            return False
        above = None if clause.above is None else clause.above.verb
        return above is None or judged_beside_it(tree, above) is None

    def _is_wished(self, clause: Clause) -> bool:
        """Return whether a clause says what is to be: "(check the list be complete)"."""
        tree, verb = self._tree, clause.verb
        bare = tree.lower[verb] == "be" and clause.origin is Origin.OWN and not clause.reader
        return bare and not tree.has(verb, "aux")

    def _is_partly_denied(self, verb: int) -> bool:
        """Return whether only that it is always so is denied: "does not necessarily store"."""
        lower, total = self._tree.lower, words("total_words")
        signs = self._tree.within(verb, "neg")
        return any(total.intersection(lower[sign + 1 : sign + 2]) for sign in signs)

    def _is_left_open(self, clause: Clause, outer: Flags) -> bool:
        """Return whether a denial above leaves open what a clause says, or denies it."""
        tree, above = self._tree, clause.above
        if above is None:
            return False
        joined = tree.dep[clause.verb] == "conj" and self._follows_undone(clause.verb, above.verb)
        joined = joined or self._may_be_left(clause, outer)
        if joined or self._is_partly_denied(above.verb) or self._is_aim_of_undone(clause, outer):
            return True
        if clause.origin in DESCRIBING:
            noun = clause.subjects[0] if clause.gap is None else clause.gap
            picked = is_any(tree, noun, named=picks_out(tree, clause.verb))
            return outer.negated and noun > above.verb and picked
        if clause.reader and clause.origin is Origin.CONTROL:  # "you need not create X"
            return outer.negated and tree.lemma[above.verb].lower() in ("have", "need")
        gerund = clause.origin is Origin.ADVERBIAL and tree.dep[clause.verb] == "pcomp"
        if gerund or (clause.origin is Origin.OBJECT_CONTROL and hinders(tree, above.verb)):
            return outer.negated  # "is not enabled for logging"
        told = clause.origin in (Origin.OWN, Origin.NONE)
        return told and self._is_denied_content(clause.verb, above, outer)

    def _may_be_left(self, clause: Clause, outer: Flags) -> bool:
        """Return whether somebody is free not to do it: "you can choose not to lock the door".

        That is not "cannot lock", and says of the door nothing that is so.
        """
        tree, verb = self._tree, clause.verb
        free = leaves_free(outer.modality)
        led = clause.origin in (Origin.CONTROL, Origin.READER) and tree.dep[verb] == "xcomp"
        return free and led and is_infinitive(tree, verb) and tree.has(verb, "neg")

    def _is_aim_of_undone(self, clause: Clause, outer: Flags) -> bool:
        """Return whether a clause is the aim of what is not done: "was not sent to test X"."""
        if clause.above is None or not is_aim(self._tree, clause):
            return False
        return outer.negated or self._as_condition(clause.above) is not None

    def _is_denied_content(self, verb: int, above: Clause, outer: Flags) -> bool:
        """Return whether a clause is what is not said or not so: "no evidence that A owns B"."""
        tree = self._tree
        if tree.dep[verb] == "acl" and self._is_none(tree.head[verb]):
            return True
        if tree.dep[verb] not in ("ccomp", "acl"):
            return False
        denies = tree.lemma[above.verb].lower() in words("denying_verbs")
        return denies or outer.negated or fails(tree, above.verb)

    def _follows_undone(self, verb: int, first: int) -> bool:
        """Return whether a joined verb may belong to what is not done: "without doing A and B"."""
        tree = self._tree
        joint = next((word for word in tree.within(first, "cc") if first < word < verb), None)
        if joint is None or tree.words[joint - 1] == ",":
            return False
        between = range(first + 1, joint)
        return any(
            tree.lower[i] in ("without", "instead", "rather")
            and tree.tag[i + 1 : joint].count("VBG")
            for i in between
        )

    def _governing(self, clause: Clause, own: Flags, outer: Flags) -> list[Qualifier]:
        """Return the conditions and times of the clause above that hold for this one too.

        Those in front of both do, and conditions behind the first where the second has none of its
        own: "runs if A and stops if B". A time behind the first of two joined verbs is that one's:
        "opens at noon and closes".
        """
        start, joined = self._tree.start, self._tree.dep[clause.verb] == "conj"
        if self._as_condition(clause) is not None or clause.above is None:
            return []
        if is_asked_about(self._tree, clause.verb):
            return []  # "In the form, you tell how guests sleep": they do so elsewhere
        free = not any(qualifier.kind == "condition" for qualifier in own.qualifiers)
        return [
            found
            for found in outer.qualifiers
            if found.kind in GOVERNING
            and (free or found.end <= start[clause.above.verb])
            and not (
                joined
                and found.kind == "time"
                and start[clause.above.verb] < found.start < start[clause.verb]
            )
            and not (self._stands_before(clause) and found.start > start[clause.verb])
            and not found.start <= start[clause.verb] < found.end
        ]

    def _stands_before(self, clause: Clause) -> bool:
        """Return whether a clause is told whole before the one above: "A runs; if C, B stops"."""
        tree, above = self._tree, clause.above
        if above is None or tree.dep[clause.verb] not in ("ccomp", "parataxis"):
            return False
        return clause.verb < above.verb and any(
            word in (";", ":") for word in tree.words[clause.verb : above.verb]
        )

    def _shared(self, clause: Clause, outer: Flags) -> Flags:
        """Return the negation and modality that a joined or controlled verb shares."""
        if clause.origin is Origin.INFINITIVE:
            return Flags(negated=self._serves_negated(clause, outer))
        if is_aim(self._tree, clause) and not clause.reader:
            free = leaves_free(outer.modality)
            return Flags(modality=outer.modality if free else None)
        if clause.origin not in _SHARING:
            return Flags()
        if clause.origin is Origin.CONJUNCT and self._has_own_tense(clause.verb):
            return Flags()
        if clause.origin is Origin.CONJUNCT and self._is_contrasted(clause):
            return Flags(modality=outer.modality)
        return Flags(negated=outer.negated != self._is_undone(clause), modality=outer.modality)

    def _has_own_tense(self, verb: int) -> bool:
        """Return whether a joined verb leaves the auxiliary before it: "is not A and is B"."""
        tree, first = self._tree, self._tree.head[verb]
        finite = tree.tag[verb] in FINITE_TAGS and tree.lemma[verb] == "be"
        past = tree.tag[verb] == "VBD" and tree.tag[first] == "VB"  # "did not open and stayed"
        return finite or past or tree.tag[verb] == "VBZ" or tree.has(verb, "aux", "auxpass")

    def _is_undone(self, clause: Clause) -> bool:
        """Return whether the verb above says that a clause's act is not done: "fails to store"."""
        tree, above = self._tree, clause.above
        if above is None:
            return False
        if clause.origin is Origin.OBJECT_CONTROL:
            return hinders(tree, above.verb)
        led = clause.origin in (Origin.CONTROL, Origin.READER) and tree.dep[clause.verb] == "xcomp"
        return led and is_infinitive(tree, clause.verb) and fails(tree, above.verb)

    def _follows_from_denial(self, clause: Clause, own: Flags, outer: Flags) -> bool:
        """Return whether a clause tells what comes of what cannot be done.

        "The gate cannot open and rings the bell": it rings only then.
        """
        if clause.origin is not Origin.CONJUNCT or own.negated or self._is_contrasted(clause):
            return False
        failed = outer.negated and (outer.modality or "").lower() in ("can", "could")
        return failed and self._has_own_tense(clause.verb)

    def _serves_negated(self, clause: Clause, outer: Flags) -> bool:
        """Return whether what serves a purpose is not to be used: "Do not use X to do Y"."""
        tree, above = self._tree, clause.above
        if above is None or tree.dep[clause.verb] not in ("advcl", "xcomp"):
            return False
        verbs = (*above.chain, above.verb)
        return outer.negated or any(tree.lemma[v].lower() in words("negative_verbs") for v in verbs)

    def _is_contrasted(self, clause: Clause) -> bool:
        """Return whether a joined verb says what is so: "not edited but replaced", "and so it"."""
        tree, above, verb = self._tree, clause.above, clause.verb
        joined = () if above is None else tree.within(above.verb, "cc")
        if any(tree.lower[word] == "but" and word < verb for word in joined):
            return True
        led = (adverb for adverb in tree.within(verb, "advmod") if adverb < verb)
        return any(tree.lower[adverb] in words("concluding_adverbs") for adverb in led)

    def _is_none(self, noun: int) -> bool:
        return is_none(self._tree, self._phrases, noun)

    def _condition(self, verb: int) -> str | None:
        found = self._qualifiers.conditions(verb)
        return self._tree.slice(*found[0]) if found else None

    def _as_condition(self, clause: Clause) -> str | None:
        """Return the text of the clause where it is itself a condition."""
        verb = self._first_joined(clause.verb)
        if not is_supposed(self._tree, verb):
            return None
        first, last = self._qualifiers.clause_span(verb)
        return self._tree.slice(first, last)

    def _first_joined(self, verb: int) -> int:
        """Return the first of the verbs that are joined, or led, in a condition.

        "If A is full and B is open, ..." supposes both; behind its clause, it may be the clause
        itself that goes on behind a comma, but not in ", or if B is open". "If you want to open B"
        supposes no opening.
        """
        tree, top = self._tree, verb
        while tree.dep[top] in ("conj", "xcomp") and tree.tag[tree.head[top]] in VERB_TAGS:
            top = tree.head[top]
        apart = top > tree.head[top] and "," in tree.words[top + 1 : verb]
        return verb if apart and not conditional_mark(tree, verb) else top

    def _open(self, clause: Clause, *, negated: bool) -> str | None:
        """Return the words that leave a clause without a fact of its own, whatever it says.

        It only tells which things are meant ("any user who has a key"; a denial nearly always
        does), or its condition stands below.
        """
        tree, verb = self._tree, clause.verb
        described = self._describing(clause)
        top = verb if described is None else described.verb
        noun = tree.head[top]
        if described is not None and (
            is_selected(tree, top)
            or ((negated or is_supposed_thing(tree, noun, named=True)) and picks_out(tree, top))
        ):
            first = self._phrases.full(noun).first
            return tree.slice(first, self._qualifiers.clause_span(top)[1])
        mark = awaited_condition(tree, verb)
        return None if mark is None else tree.words[mark]

    def _describing(self, clause: Clause) -> Clause | None:
        """Return the clause that describes a noun and that a clause is, or is led by: "used to"."""
        top: Clause | None = clause
        while top is not None and top.origin not in DESCRIBING:
            led = top.origin in _LED and self._tree.dep[top.verb] in ("xcomp", "advcl", "pcomp")
            top = top.above if led else None
        return top
