"""Rules that read items of a list under their lead-in: "The gateway can:" and "route requests"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.flags import Flags
from graphwright.extraction.reading.items import ends_with_bracket, goes_on, item_name, names_act
from graphwright.extraction.reading.predicates import unwritten
from graphwright.extraction.reading.restrictive_clauses import restricted_end
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_with_subject
from graphwright.extraction.rules.declaration import Family, Feature, Rule, Trait, reads
from graphwright.extraction.rules.kinds import LIST_KIND, NUMBERS
from graphwright.extraction.rules.proposal import proposes

_DIRECTIONS = frozenset({"following", "below", "these"})

_POINTING = frozenset({"following", "relevant", "respective"})
_SORTS = frozenset({"kind", "type", "sort"})

LIST_MEMBER = Rule(
    "list_member",
    Family.LAYOUT,
    reads("The platform supports the following runtimes:\n- Kyma", ("platform", "support", "Kyma")),
    traits=frozenset({Trait.DISTANT_CLAUSE, Trait.LISTED}),
)

LIST_CLAUSE = Rule(
    "list_clause",
    Family.LAYOUT,
    reads(
        "The connector can:\n- read the certificate from the store",
        ("connector", "read", "certificate"),
        ("connector", "read from", "store"),
    ),
    traits=frozenset({Trait.DISTANT_CLAUSE, Trait.LISTED}),
)

ITEM_BRACKET = Feature(
    "item_bracket", 'A bracket belongs to the name of an item: "Europe (Frankfurt)".'
)

ITEM_GOES_ON = Feature(
    "item_goes_on", 'An item goes on behind its name: "overview of the roles in use".'
)


@proposes(LIST_KIND, LIST_MEMBER, LIST_CLAUSE)
def list_item(
    item: ScopeReading, lead_in: ScopeReading, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """An item under a lead-in.

    "The platform supports the following runtimes:" + "Kyma" gives (platform, support, Kyma) and
    (Kyma, be, runtimes); "The gateway can:" + "route requests" gives (gateway, route, requests).
    """
    tree = item.tree
    root = tree.root(item.first, item.last)
    direction = _direction(lead_in)
    if direction is not None and item.phrases.is_nominal(root) and tree.tag[root] != "PRP":
        yield from _filled(item, root, direction, candidates)
    elif direction is None and tree.tag[root] in ("VB", "VBP", "VBZ", "NN"):
        yield from _continued(item, lead_in, root)


def _direction(lead_in: ScopeReading) -> int | None:
    """Return the noun that the lead-in promises items for ("the following runtimes:"), or None.

    "These dates may change based on the following:" promises no dates, and "the following tabs and
    panes:" leaves open which of both an item is.
    """
    tree = lead_in.tree
    before = lead_in.last - 2
    if tree.words[lead_in.last - 1] != ":" or tree.lower[before : before + 1] == ["following"]:
        return None
    for index in range(lead_in.last - 1, lead_in.first - 1, -1):
        if tree.tag[index] == "NNS" and any(
            tree.lower[child] in _DIRECTIONS for child in tree.children[index]
        ):
            joined = (tree.tag[other] for other in tree.within(index, "conj"))
            told = any(tree.lower[child] == "these" for child in tree.within(index, "det"))
            nearer = _announced_behind(lead_in, index) if told else None
            if nearer is not None:
                return nearer if tree.tag[nearer] == "NNS" else None
            return index if NOUN_TAGS.isdisjoint(joined) else None
    return None


def _announced_behind(lead_in: ScopeReading, noun: int) -> int | None:
    """Return a noun nearer to the colon that announces the items: "These inns have two bars:".

    Of "three kinds of rooms" the items are rooms.
    """
    tree = lead_in.tree
    for index in range(lead_in.last - 2, noun, -1):
        if tree.tag[index] not in ("NN", "NNS") or index + 1 < tree.right[index] < lead_in.last - 1:
            continue
        counted = any(tree.lower[child] in NUMBERS for child in tree.within(index, "nummod"))
        pointed = any(tree.lower[child] in _POINTING for child in tree.within(index, "amod"))
        led = tree.lower[tree.left[index] - 1] == "following"  # "using following keys"
        led = led and not tree.has(index, "det")
        if pointed or led or (counted and tree.tag[index] == "NNS"):
            return _kind_counted(tree, index)
    return None


def _kind_counted(tree: Tree, noun: int) -> int:
    """Return what a noun counts by kinds: "rooms" of "three kinds of rooms", else the noun."""
    of = next((prep for prep in tree.within(noun, "prep") if tree.lower[prep] == "of"), None)
    inner = None if of is None else tree.first(of, "pobj")
    return inner if inner is not None and tree.lemma[noun].lower() in _SORTS else noun


def _filled(
    item: ScopeReading, root: int, direction: int, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    member = item_name(item, root)
    if member is None:
        return
    kind = item.phrases.of(direction)
    if item.tree.lemma[direction].lower() in words("kinds_of_act"):
        if _opens_with_order(item) or not names_act(item, member):
            return
    elif _tells_to_act(item) and item.tree.lemma[direction].lower() not in words("vague_kinds"):
        return
    if restricted_end(item.tree, member) is not None:
        return  # "User who performed the action" is not any user
    predicate = unwritten(item.tree, item.first, "be", member.first)
    features = tuple(_features_of_item(item, member))
    yield Candidate(LIST_KIND, member, predicate, kind, features=features)
    for candidate in candidates:
        if candidate.origin is Origin.READER and candidate.flags.modality is None:
            continue  # "Select the following roles:" is a step, and tells nothing of each
        filled = dataclasses.replace(
            candidate, rule=LIST_MEMBER, features=(*candidate.features, *features),
            flags=_without_announcement(candidate.flags),
        )  # fmt: skip
        if candidate.object.head == direction and candidate.subject.head != direction:
            yield dataclasses.replace(filled, object=member)
        elif candidate.subject.head == direction and candidate.object.head != direction:
            yield dataclasses.replace(filled, subject=member)


def _without_announcement(flags: Flags) -> Flags:
    """Return flags without the phrases that announce the list: "in the following regions"."""
    kept = tuple(q for q in flags.qualifiers if "following" not in q.text.lower().split())
    return dataclasses.replace(flags, qualifiers=kept)


def _tells_to_act(item: ScopeReading) -> bool:
    """Return whether an item tells what to do, though it is read as a noun: "Read from a pin"."""
    tree, first = item.tree, item.first
    goes_on = first + 1 < item.last and tree.tag[first + 1] in ("DT", "PRP$", "IN", "TO")
    of = goes_on and tree.lower[first + 1] == "of"
    return goes_on and not of and _opens_with_order(item)


def _opens_with_order(item: ScopeReading) -> bool:
    """Return whether an item of several words may start with a verb: "Delete expired keys"."""
    first = item.first
    opens = item.tree.lower[first] in words("first_orders", "opening_verbs")
    return opens and first + 1 < item.last and first not in item.tree.names


def _features_of_item(item: ScopeReading, name: Argument) -> Iterator[Feature]:
    if ends_with_bracket(item, name):
        yield ITEM_BRACKET
    if goes_on(item, name):
        yield ITEM_GOES_ON


def _continued(item: ScopeReading, lead_in: ScopeReading, root: int) -> Iterator[Candidate]:
    """Yield the triples of an item that continues the lead-in's unfinished clause."""
    tree = lead_in.tree
    clause = next((c for c in reversed(lead_in.clauses) if c.subjects), None)
    if clause is None or clause.reader or not _is_unfinished(lead_in, clause):
        return  # "In order to open the gate, you have to:" tells of no order
    if tree.tag[root] == "VBZ" or root != item.first:
        return
    flags = lead_in.flags.of(clause)
    allowing = tree.lemma[clause.verb].lower() in words("allowing_verbs")
    for head in clause.subjects:
        subject = lead_in.phrases.of(head)
        for candidate in clause_with_subject(item, root, subject, LIST_CLAUSE):
            stated = dataclasses.replace(candidate, flags=_both(candidate.flags, flags))
            yield _allowed(stated) if allowing else stated


def _allowed(found: Candidate) -> Candidate:
    """Return what a lead-in makes possible: "The plan enables users to:" + "open the gate"."""
    predicate = found.predicate
    text = f"allow to {predicate.text}"
    return dataclasses.replace(found, predicate=dataclasses.replace(predicate, text=text))


def _both(own: Flags, lead_in: Flags) -> Flags:
    """Return the flags of an item's clause with what the lead-in says of all its items."""
    return dataclasses.replace(
        own,
        negated=own.negated or lead_in.negated,
        modality=own.modality or lead_in.modality,
        condition=own.condition or lead_in.condition,
        attribution=own.attribution or lead_in.attribution,
        unstated=own.unstated or lead_in.unstated,
    )


def _is_unfinished(lead_in: ScopeReading, clause: Clause) -> bool:
    tree = lead_in.tree
    end = lead_in.last - 1
    while end > lead_in.first and not tree.words[end][0].isalnum():
        end -= 1
    return tree.tag[end] in ("MD", "TO") and clause.verb <= end + 1
