"""Rules that take the heading above as their subject: the steps and prerequisites of a manual.

A manual speaks to its reader: "Choose Save", "you can open the cockpit". Its reader is the same on
every page and names nothing; what the sentence is about is the task that the heading names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.clauses import is_duty
from graphwright.extraction.reading.conditions import is_supposed
from graphwright.extraction.reading.denial import is_set_against
from graphwright.extraction.reading.examples import is_illustration
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.predicates import joined_words, noun_form, written
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.targets import ADVISING, Target, advises, targets_of
from graphwright.extraction.reading.unasserted import (
    first_of_complement,
    is_one_of_two,
)
from graphwright.extraction.reading.verbs import gerund, is_infinitive, particle
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes, with_object

_HAVING = frozenset({"have", "need", "own", "get", "require"})
NEEDING = frozenset({"need", "require"})
_GOING_ON = frozenset({"follow", "proceed", "continue"})
"""Verbs that point at what stands below them: "To create a role, proceed as follows"."""

_MAIN = frozenset({"ROOT", "conj", "advcl", "xcomp", "pcomp"})
_MAY = frozenset({"can", "could", "may", "might"})
_LEARNING = frozenset({"learn", "find"})
_DUTIES = frozenset({"need to", "have to"})
_ASKING = frozenset({"must", "should", "shall"})
_COMPLEMENTS = ("xcomp", "ccomp", "oprd")
_NO_ACTS = (
    "stative_verbs",
    "negative_verbs",
    "metadiscourse_verbs",
    "idle_verbs",
    "nonfactive_verbs",
)
_CLOSE = 2
"""Words between a verb and its preposition that still make one predicate."""


INSTRUCTION = Rule(
    "instruction",
    Family.HEADING,
    reads("# Post an Invoice\nOpen the ledger.", ("Post an Invoice", "involve opening", "ledger")),
    traits=frozenset({Trait.HEADING_SUBJECT, Trait.STEP, Trait.BARE_STEP, Trait.ACTION}),
)

INSTRUCTION_PREPOSITION = Rule(
    "instruction_preposition",
    Family.HEADING,
    reads(
        "# Post an Invoice\nSend the invoice to the supplier.",
        ("Post an Invoice", "involve sending to", "supplier"),
    ),
    traits=frozenset({Trait.HEADING_SUBJECT, Trait.STEP, Trait.ACTION}),
)

REQUIREMENT = Rule(
    "requirement",
    Family.HEADING,
    reads(
        "# Post an Invoice\nYou need the ledger key.", ("Post an Invoice", "require", "ledger key")
    ),
    traits=frozenset({Trait.HEADING_SUBJECT, Trait.STEP}),
)
"""What a task needs is no action: it is true of the task wherever its steps are told."""


@proposes(INSTRUCTION, INSTRUCTION_PREPOSITION, REQUIREMENT)
def instructions(reading: ScopeReading, heading: Span) -> Iterator[Candidate]:
    """ "Choose Save" under "Post an Invoice" -> (Post an Invoice, involve choosing, Save)."""
    for clause in reading.clauses:
        if instructs(reading, clause):
            for target in targets_of(reading, clause):
                rule = _rule_of(reading, clause, target)
                step = _step(reading, clause, heading, rule, target)
                yield _of_needing_thing(reading, clause, step)
        elif is_left_to_reader(reading, clause):
            for head in clause.subjects:
                yield _step(reading, clause, heading, INSTRUCTION, Target(head))


def _rule_of(reading: ScopeReading, clause: Clause, target: Target) -> Rule:
    if reading.tree.lemma[clause.verb].lower() in NEEDING:
        return REQUIREMENT
    return INSTRUCTION_PREPOSITION if target.further else INSTRUCTION


def _of_needing_thing(reading: ScopeReading, clause: Clause, step: Candidate) -> Candidate:
    """Return a requirement as one of what the sentence opens with: "For the tour, you need boots".

    What is for somebody or something to be done needs the act: "for the ship to sail".
    """
    tree, first = reading.tree, reading.first
    thing = tree.first(first, "pobj")
    opens = tree.lower[first] == "for" and tree.head[first] == clause.verb
    if step.rule is not REQUIREMENT or not opens or thing is None or step.object.head == thing:
        return step
    end = tree.right[first]
    if tree.words[end] != "," or "to" in tree.lower[thing:end] or tree.tag[thing] not in NOUN_TAGS:
        return step
    kept = tuple(q for q in step.flags.qualifiers if q.start != tree.start[first])
    condition = step.flags.condition
    if condition is not None and condition.lower().startswith("for "):
        condition = None
    flags = dataclasses.replace(step.flags, qualifiers=kept, condition=condition)
    subject = reading.phrases.of(thing)
    return dataclasses.replace(step, subject=subject, flags=flags, subject_span=None)


def is_left_to_reader(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether a passive says what its reader can or has to do: "a key must be created"."""
    tree, verb = reading.tree, clause.verb
    if not clause.passive or clause.reader or not clause.subjects or tree.tag[verb] != "VBN":
        return False
    flags = reading.flags.of(clause)
    due = flags.modality in _DUTIES
    led = clause.above.verb if due and clause.above is not None else verb
    if tree.dep[clause.chain[0] if clause.chain else led] != "ROOT":
        return False
    helpers = {tree.lower[child] for child in tree.within(verb, "aux")}
    if clause.chain:
        asked = {tree.lemma[above].lower() for above in clause.chain} <= words("duty_verbs")
    else:
        asking = {"can"} | _ASKING if flags.condition is None else _ASKING
        asked = due or not helpers.isdisjoint(asking)
    if not asked or flags.negated or tree.has(verb, "agent", *_COMPLEMENTS):
        return False
    classes = ("light_verbs", *_NO_ACTS)
    if any(tree.lemma[verb].lower() in words(name) - {"use"} for name in classes):
        return False
    return all(_is_about(tree, head, verb) for head in clause.subjects)


def _is_about(tree: Tree, subject: int, verb: int) -> bool:
    """Return whether a passive is about a subject: no label before it, no "not more than"."""
    between = tree.words[subject + 1 : verb]
    label = ":" in between[1:] or (":" in between and tree.tag[subject + 2] in NOUN_TAGS)
    return (
        tree.tag[subject] in NOUN_TAGS
        and not label
        and ("not" not in tree.lower[tree.left[subject] : subject])
    )


PREREQUISITE = Rule(
    "prerequisite",
    Family.HEADING,
    reads(
        "# Deploy the Application\n## Prerequisites\nYou have the administrator role.",
        ("Deploy the Application", "require", "administrator role"),
    ),
    traits=frozenset({Trait.HEADING_SUBJECT, Trait.STEP}),
)


@proposes(PREREQUISITE)
def prerequisites(reading: ScopeReading, heading: Span) -> Iterator[Candidate]:
    """ "You have the role" under "Prerequisites" of "Deploy" -> (Deploy, require, role)."""
    for clause in reading.clauses:
        if reading.tree.lemma[clause.verb].lower() in words("metadiscourse_verbs"):
            continue
        flags = reading.flags.of(clause)
        free = flags.condition is not None or flags.modality in _MAY
        if flags.negated or free or _is_aimed_at(reading.tree, clause.verb):
            continue  # what the reader may do, or wants to reach, is not required
        if is_illustration(reading.tree, clause.verb):
            continue
        if is_one_of_two(reading.tree, clause.verb):
            continue  # "you are a guest, or you are a member"
        if _is_told(reading.tree, clause.verb) or _is_way(reading.tree, clause.verb):
            continue
        if any(advises(reading.tree, verb) for verb in clause.chain):
            continue  # "we recommend to use a rope"
        if clause.reader and _is_main(reading, clause):
            roles = map(Target, reading.tree.within(clause.verb, "attr"))
            for target in (*targets_of(reading, clause), *roles):
                yield _step(reading, clause, heading, PREREQUISITE, target)


def is_ordered(reading: ScopeReading) -> bool:
    """Return whether the first that a sentence says of its reader is an order: "Open the gate"."""
    told = next((clause for clause in reading.clauses if clause.reader), None)
    return told is not None and not reading.tree.has(told.verb, "nsubj", "aux")


def _is_aimed_at(tree: Tree, verb: int) -> bool:
    """Return whether a clause says what something is done, or made, for.

    "To open the gate and to sail, take the key", "the lock is built to stop boats"; but what "is
    required" is required.
    """
    first = first_of_complement(tree, verb)
    made = tree.head[first]
    able = tree.lower[made] == "able"  # "To be able to open the gate, take the key"
    if tree.dep[tree.head[made] if able else first] == "advcl":
        return True
    if tree.dep[first] != "xcomp" or tree.tag[made] != "VBN" or not tree.has(made, "nsubjpass"):
        return False
    lemma = tree.lemma[made].lower()
    return not (lemma in NEEDING or lemma in ADVISING or lemma in words("duty_verbs"))


def _is_way(tree: Tree, verb: int) -> bool:
    """Return whether a clause says how something is reached: "by automating the process"."""
    return tree.dep[verb] == "pcomp" and tree.lower[tree.head[verb]] == "by"


def _is_told(tree: Tree, verb: int) -> bool:
    """Return whether a clause tells what a reader does: "You find the map in the hall".

    What he has or knows is required.
    """
    subject = tree.first(verb, "nsubj")
    if subject is None or tree.lower[subject] != "you" or tree.tag[verb] != "VBP":
        return False
    lemma = tree.lemma[verb].lower()
    required = lemma in _HAVING or lemma in NEEDING or lemma == "use"
    required = required or lemma in words("stative_verbs", "duty_verbs")
    return not required and not tree.has(verb, "aux", "acomp", "attr")


def instructs(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether a clause tells the reader to do something, or that he may."""
    if not clause.reader or not _is_main(reading, clause):
        return False
    tree = reading.tree
    lemma = tree.lemma[clause.verb].lower()
    flags = reading.flags.of(clause)
    if flags.negated or flags.unstated:
        return False
    if lemma in NEEDING and tree.has(clause.verb, "dobj"):
        return True
    if advises(tree, clause.verb):
        return not tree.has(clause.verb, "dobj")
    classes = ["stative_verbs", "negative_verbs", "metadiscourse_verbs"]
    shown = flags.modality in _MAY and lemma in words("finding_verbs")  # "here you can view X"
    if clause.origin is not Origin.READER and not shown:
        classes.append("idle_verbs")
    if tree.has(clause.verb, "ccomp", "xcomp"):
        classes.append("nonfactive_verbs")
    return not any(lemma in words(name) for name in classes)


def is_advised(tree: Tree, clause: Clause) -> bool:
    """Return whether the writer advises a clause: "we recommend that you create X"."""
    above = clause.above
    asked = above is not None and tree.dep[clause.verb] in ("ccomp", "xcomp")
    return above is not None and asked and advises(tree, above.verb)


def _is_main(reading: ScopeReading, clause: Clause) -> bool:
    """Return whether the reader's clause is the sentence's own, its purpose or its means."""
    tree, verb = reading.tree, clause.verb
    within_relative = clause.above is not None and clause.above.gap is not None
    if clause.passive or clause.gap is not None or within_relative:
        return False
    chain = {tree.lemma[above].lower() for above in clause.chain if not _urges(tree, above)}
    if not (chain - ADVISING <= words("duty_verbs") or _is_taught(tree, clause)):
        return False
    condition = reading.flags.of(clause).condition
    if condition is not None and _starts_condition(tree, clause):
        return False
    if is_advised(tree, clause):
        return tree.tag[verb] in ("VB", "VBP", "VBG")
    return tree.dep[verb] in _MAIN and _is_bare_form(tree, verb)


def _is_taught(tree: Tree, clause: Clause) -> bool:
    """Return whether the page teaches what the reader does: "Learn how to create a key"."""
    how = any(tree.lower[child] == "how" for child in tree.within(clause.verb, "advmod"))
    return how and {tree.lemma[above].lower() for above in clause.chain} <= _LEARNING


def _is_bare_form(tree: Tree, verb: int) -> bool:
    """Return whether a verb has the form of an order, of a purpose or of a means.

    What another text is about is no step here: "To create a role, see Creating Roles".
    """
    above = tree.lemma[tree.head[verb]].lower()
    pointed = above in words("metadiscourse_verbs") and above not in _GOING_ON
    if tree.dep[verb] == "advcl" and pointed:
        return False
    if is_duty(tree, verb):
        return True
    if tree.dep[verb] == "pcomp":
        return tree.lower[tree.head[verb]] == "by"
    if tree.dep[verb] in ("advcl", "xcomp"):
        return is_infinitive(tree, verb)
    return tree.tag[verb] in ("VB", "VBP", "VBN")


def _urges(tree: Tree, verb: int) -> bool:
    """Return whether a verb only urges the reader to do what follows: "make sure to"."""
    return any(tree.lower[child] in ("sure", "certain") for child in tree.within(verb, "acomp"))


def _starts_condition(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause is itself the condition: "if you want ..."."""
    above: Clause | None = clause
    while above is not None:
        mark = tree.first(above.verb, "mark")
        if (mark is not None and tree.lower[mark] != "that") or is_supposed(tree, above.verb):
            return True
        above = above.above
    return False


def _step(
    reading: ScopeReading, clause: Clause, heading: Span, rule: Rule, target: Target
) -> Candidate:
    tree, verb = reading.tree, clause.verb
    last = max([verb, *tree.within(verb, "prt")])
    if target.tail and verb < target.tail[-1] <= verb + _CLOSE:
        last = target.tail[-1]
    leading, doing = _doing(tree, clause, rule, target)
    named = "" if doing or target.aside is None else noun_form(tree, target.aside)
    act = joined_words(doing, particle(tree, verb), named, target.words)
    predicate = dataclasses.replace(
        written(tree, joined_words(leading, act), (verb, last), verb),
        act=act or leading,
        tail=target.tail,
    )
    object_ = reading.phrases.of(target.head)
    flags = reading.flags.of(clause)
    if is_set_against(tree, reading.phrases, object_):  # "set it to 'not ready'"
        flags = dataclasses.replace(flags, unstated=True)
    found = Candidate(
        rule,
        Argument(verb, verb, verb + 1),
        predicate,
        object_,
        flags=flags,
        subject_span=heading,
    )
    said = target.aside is None or (bool(named) and target.aside.tokens == 1)
    return found if target.aside is None or said else with_object(tree, found, target.aside)


def _doing(tree: Tree, clause: Clause, rule: Rule, target: Target) -> tuple[str, str]:
    """Return how a step's predicate starts and what is done: ("involve", "choosing").

    What is only needed or advised has no second part: "require", "recommend".
    """
    lemma = tree.lemma[clause.verb].lower()
    if advises(tree, clause.verb):
        return lemma, ""
    if lemma in NEEDING or (rule is PREREQUISITE and lemma in _HAVING):
        return "require", ""
    leading = "require" if rule is PREREQUISITE else "involve"
    if is_advised(tree, clause) and clause.above is not None:
        leading = tree.lemma[clause.above.verb].lower()
    return leading, gerund("be" if tree.dep[target.head] == "attr" else lemma)
