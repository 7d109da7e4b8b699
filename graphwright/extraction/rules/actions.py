"""What a sentence orders its reader to do, and whether it tells what came of an order.

An order is a clause that ``steps`` reads as an instruction, without those that the reader may
follow or leave ("you can open the list") and those that only say what for ("to create a role").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.targets import advises, targets_of
from graphwright.extraction.reading.verbs import particle
from graphwright.extraction.rules.steps import (
    NEEDING,
    instructs,
    is_advised,
    is_left_to_reader,
)

_ORDERED = frozenset({None, "must", "should", "shall"})
_COMING = frozenset({None, "will"})
_TELLS_NO_EVENT = (
    "stative_verbs", "idle_verbs", "nonfactive_verbs", "metadiscourse_verbs", "telling_verbs",
)  # fmt: skip
_INQUIRING = words("nonfactive_verbs", "inquiring_verbs")
"""Verbs behind which "if" opens a question and no condition: "check if the list is full"."""

_OPTIONAL = ("(optional)", "optional:", "(optional).", "optionally,")


class Action(NamedTuple):
    """What is to be done: a verb with its particle, what it is done to, and when, if told."""

    verb: int
    predicate: str
    object: Argument | None
    condition: str | None


def actions_of(reading: ScopeReading) -> list[Action]:
    """Return what a sentence orders, in its order; nothing where it orders nothing."""
    return [action for clause in reading.clauses for action in _actions(reading, clause)]


def tells_result(reading: ScopeReading) -> bool:
    """Return whether a sentence tells an event that nobody is ordered to bring about.

    "The role is created", "The wizard opens", "It will appear": a passive without who does it, or
    a verb without an object. What has an object may as well be a lasting property.
    """
    tree = reading.tree
    if tree.words[reading.last - 1] == ":" or not tree.words[reading.first][0].isalpha():
        return False
    main = [c for c in reading.clauses if tree.dep[c.verb] == "ROOT" and not c.reader]
    return any(_is_event(reading, clause) for clause in main)


def _actions(reading: ScopeReading, clause: Clause) -> Iterator[Action]:
    tree, verb = reading.tree, clause.verb
    if not _orders(reading, clause):
        return
    condition = _condition(reading, clause)
    predicate = f"{tree.lemma[verb].lower()} {particle(tree, verb)}".rstrip()
    if clause.passive:
        heads = list(clause.subjects)
    else:
        heads = [t.head for t in targets_of(reading, clause) if not (t.further or t.words)]
    for head in heads:
        yield Action(verb, predicate, reading.phrases.of(head), condition)
    if not heads and not advises(tree, verb):
        yield Action(verb, predicate, None, condition)


def _condition(reading: ScopeReading, clause: Clause) -> str | None:
    """Return the condition of an order, as written, or that it is optional, or None."""
    tree = reading.tree
    start = tree.slice(reading.first, min(reading.first + 3, reading.last)).lower()
    found = reading.flags.of(clause).condition
    if found is not None:
        inquired = tree.slice(clause.verb + 1, reading.last).startswith(found)
        return None if inquired and tree.lemma[clause.verb].lower() in _INQUIRING else found
    return "optional" if start.startswith(_OPTIONAL) else None


def _orders(reading: ScopeReading, clause: Clause) -> bool:
    tree = reading.tree
    ordered = reading.flags.of(clause).modality in _ORDERED
    if is_left_to_reader(reading, clause):
        return ordered
    if not instructs(reading, clause) or tree.lemma[clause.verb].lower() in NEEDING:
        return False
    main = tree.dep[clause.verb] in ("ROOT", "conj")
    return (main and ordered) or is_advised(tree, clause)


def _is_event(reading: ScopeReading, clause: Clause) -> bool:
    tree, verb = reading.tree, clause.verb
    flags = reading.flags.of(clause)
    if not clause.subjects or flags.negated or flags.modality not in _COMING or flags.condition:
        return False
    if any(tree.lemma[verb].lower() in words(name) for name in _TELLS_NO_EVENT):
        return False
    if clause.passive:
        return not tree.has(verb, "agent") and not _is_past(tree, verb)
    bare = not tree.has(verb, "dobj", "attr", "acomp", "ccomp", "xcomp", "oprd")
    return bare and tree.tag[verb] in ("VBZ", "VBP", "VB")


def _is_past(tree: Tree, verb: int) -> bool:
    return any(tree.tag[child] == "VBD" for child in tree.within(verb, "aux", "auxpass"))
