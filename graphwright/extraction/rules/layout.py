"""Rules over the document's layout: table rows under their header, list items under a lead-in.

They join a parse with the blocks of the document, whose cells and terms are read in ``reading``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import (
    CellPart,
    CellReading,
    first_phrase,
    governs,
    text_start,
    values_of,
)
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.conditions import is_supposed
from graphwright.extraction.reading.flags import Flags
from graphwright.extraction.reading.header_words import (
    answer_of,
    header_words,
    is_description,
    statement_of,
)
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.items import ends_with_bracket, goes_on, item_name, names_act
from graphwright.extraction.reading.predicates import Predicate, unwritten
from graphwright.extraction.reading.restrictive_clauses import restricted_end
from graphwright.extraction.reading.row_names import RowName
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.table_layout import Header
from graphwright.extraction.reading.tables import KnownRow
from graphwright.extraction.reading.terms import term_sign
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.clause_rules import clause_candidates
from graphwright.extraction.rules.declaration import Family, Feature, Rule, Trait, reads
from graphwright.extraction.rules.kinds import LIST_KIND, NUMBERS
from graphwright.extraction.rules.proposal import proposes
from graphwright.language.plural_verbs import looks_like_both

_DIRECTIONS = frozenset({"following", "below", "these"})
_POINTING = frozenset({"following", "relevant", "respective"})
_SORTS = frozenset({"kind", "type", "sort"})
_DESCRIBING = frozenset({Origin.RELATIVE, Origin.PARTICIPLE})


TABLE_CELL = Rule(
    "table_cell",
    Family.LAYOUT,
    reads("Region | Provider\nFrankfurt | Azure", ("Frankfurt", "provider", "Azure")),
    traits=frozenset({Trait.LISTED, Trait.CELL}),
)

TERM_CLAUSE = Rule(
    "term_clause",
    Family.LAYOUT,
    reads(
        "Role | Meaning\nAuditor | Reads the security logs", ("Auditor", "read", "security logs")
    ),
    traits=frozenset({Trait.DISTANT_CLAUSE, Trait.LISTED}),
)

TABLE_STATEMENT = Rule(
    "table_statement",
    Family.LAYOUT,
    reads("Service | Available as Trial\nArchive | Yes", ("Archive", "be available as", "Trial")),
    traits=frozenset({Trait.LISTED}),
)

CELL_PHRASE = Feature(
    "cell_phrase", "The object is the noun phrase that is the first sentence of a long cell."
)
CELL_START = Feature(
    "cell_text", "The object is a phrase of a long table cell that goes on behind it."
)
_OF_PART = {CellPart.ALL: (), CellPart.PHRASE: (CELL_PHRASE,), CellPart.START: (CELL_START,)}


@proposes(TABLE_CELL, TERM_CLAUSE, TABLE_STATEMENT)
def table_cells(cells: Sequence[CellReading], row: KnownRow, name: RowName) -> Iterator[Candidate]:
    """A row's (name of the row, column header, cell) triples, and what its cells state of it.

    What names the row may stand in another chunk than ``cells``, where the row is longer than one.
    A row that no key tells from others is one fact: of its first value.
    """
    for found in cells:
        header = row.headers.get(found.cell.column)
        if (header is None and not row.defines) or found.cell.column == name.column:
            continue
        if row.key.only in (None, found.cell.column):
            does = found.starts and not _is_order(found.reading.tree, name)
            stated = list(_verb_first(found.reading, name)) if does else []
            if does and (header is None or is_description(header[1])):
                yield from _described(found.reading, name)
            if header is None:
                yield from stated or _definition(found, name)
            else:
                yield from stated or _affirmed(found, name, header) or _cell(found, name, header)


def _is_order(tree: Tree, name: RowName) -> bool:
    """Return whether a row is named by what its reader does, which does nothing: "Ask a clerk"."""
    argument = name.argument
    if argument is None or argument.tokens < 3:
        return False
    ordered = tree.tag[argument.first] in ("VB", "VBP")
    return ordered and tree.tag[argument.first + 1] in ("DT", "PRP$")


def _cell(found: CellReading, name: RowName, header: Header) -> Iterator[Candidate]:
    cell, text = header
    for value, part in values_of(found):
        predicate = Predicate(header_words(text), cell.start, cell.end, value.first)
        subject, span = _subject(name, value.first)
        features = _OF_PART[part]
        yield Candidate(TABLE_CELL, subject, predicate, value, features=features, subject_span=span)


def _definition(found: CellReading, name: RowName) -> Iterator[Candidate]:
    """What a term is, where the table has no header: "Kiln | An oven that bakes clay"."""
    tree = found.reading.tree
    for value, part in values_of(found)[:1]:
        if tree.tag[value.head] in NOUN_TAGS and part != CellPart.START:
            article = tree.tag[value.first] == "DT" and value.tokens > 1
            kind = dataclasses.replace(value, first=value.first + article)
            predicate = unwritten(tree, found.reading.first, "be", kind.first)
            subject, span = _subject(name, kind.first)
            yield Candidate(TABLE_STATEMENT, subject, predicate, kind, subject_span=span)


def _affirmed(found: CellReading, name: RowName, header: Header) -> list[Candidate]:
    """What "Yes" and "No" say of a header that is a statement: "Available as Trial"."""
    reading = found.reading
    answer = answer_of(reading.words) if found.is_whole else None
    statement = statement_of(header)
    if answer is None or statement is None:
        return []
    words_said, predicate_span, object_span = statement
    predicate = Predicate(words_said, *predicate_span, reading.first)
    subject, span = _subject(name, reading.first)
    token = Argument(reading.first, reading.first, reading.first + 1)
    return [
        Candidate(
            TABLE_STATEMENT, subject, predicate, token, flags=Flags(negated=not answer),
            subject_span=span, object_span=object_span,
        )
    ]  # fmt: skip


def _subject(name: RowName, token: int) -> tuple[Argument, Span | None]:
    """Return the tokens of a row's name; those are in another chunk, ``token`` and its place."""
    if name.argument is not None:
        return name.argument, None
    return Argument(token, token, token + 1), name.span


def _verb_first(reading: ScopeReading, name: RowName) -> Iterator[Candidate]:
    """A cell without a subject ("Stores the key"): the row's name is the subject."""
    tree, first = reading.tree, text_start(reading)
    verb = tree.root(reading.first, reading.last)
    if tree.tag[first] == "VBZ":
        verb = first
    if _is_pointed_back(reading, first):
        subject, span = _subject(name, first + 1)
        for candidate in _clause_under(reading, first + 1, subject, TERM_CLAUSE):
            yield dataclasses.replace(candidate, subject_span=span)
        return
    if tree.tag[verb] != "VBZ" or verb - first > 1 or tree.has(verb, "nsubj", "nsubjpass", "expl"):
        return
    if verb == first and _asks(tree, name, tree.lower[verb]):
        return
    subject, span = _subject(name, verb)
    for candidate in _clause_under(reading, verb, subject, TERM_CLAUSE):
        yield dataclasses.replace(candidate, subject_span=span)


def _asks(tree: Tree, name: RowName, verb: str) -> bool:
    """Return whether a field has yes or no as its value: "IsOpen | Is open" says not that it is."""
    if name.argument is None:
        return False
    word = tree.words[name.argument.first]
    behind = word[len(verb) :][:1]
    return word.lower().startswith(verb) and (behind.isupper() or behind == "_")


def _described(reading: ScopeReading, name: RowName) -> Iterator[Candidate]:
    """What a description says of its first noun: "A unit that grants access" is what is named.

    So is "It" that starts the sentence behind that noun's.
    """
    tree, first = reading.tree, text_start(reading)
    phrase = first_phrase(reading, first)
    noun = tree.root(reading.first, reading.last) if phrase is None else phrase.head
    # "Delete a key that opens the gate", "Displays gates opened at night"
    ordered = governs(tree, first) or (noun > first and looks_like_both(tree.words[first]))
    if ordered or tree.tag[noun] not in NOUN_TAGS or reading.phrases.of(noun).first - first > 1:
        return
    for clause in reading.clauses:
        tells = clause.subjects == [noun] and clause.gap is None and clause.origin in _DESCRIBING
        tells = tells and not (_is_in_name(tree, clause.verb) or _is_doer(tree, name, clause))
        if not (tells or _goes_on_with_it(tree, first, clause)) or is_supposed(tree, clause.verb):
            continue
        for found in clause_candidates(reading, clause):
            if found.subject.head != clause.subjects[0] or found.rule.has(Trait.PARTICIPLE_STATE):
                continue
            subject, span = _subject(name, found.subject.head)
            flags = dataclasses.replace(found.flags, picked=None)
            yield dataclasses.replace(
                found, rule=TERM_CLAUSE, subject=subject, subject_span=span, flags=flags,
                origin=Origin.OWN,
            )  # fmt: skip


def _is_doer(tree: Tree, name: RowName, clause: Clause) -> bool:
    """Return whether a clause tells of who is a field's value: "locked_by | guard who locked it".

    A field is written like code, or says by whom: "Locked By".
    """
    if name.argument is None or not any(tree.lower[i] == "who" for i in tree.children[clause.verb]):
        return False
    last = tree.words[name.argument.last - 1]
    return "_" in last or last.lower() == "by" or last.islower()


def _is_in_name(tree: Tree, verb: int) -> bool:
    """Return whether a participle and its bare object end a name: "The service offering name"."""
    object_ = tree.first(verb, "dobj")
    bare = object_ == verb + 1 and tree.tag[object_] == "NN" and not tree.children[object_]
    return bare and tree.tag[verb] == "VBG"


def _goes_on_with_it(tree: Tree, first: int, clause: Clause) -> bool:
    """Return whether a clause starts the second sentence of a text with "It"."""
    if clause.origin is not Origin.OWN or len(clause.subjects) != 1:
        return False
    (it,) = clause.subjects
    stops = [i for i in range(first, it) if tree.words[i] in (".", ";")]
    return tree.lower[it] == "it" and stops == [it - 1]


def _is_pointed_back(reading: ScopeReading, first: int) -> bool:
    """Return whether a text starts with a pronoun for what it is about: "This is the name"."""
    tree, verb = reading.tree, first + 1
    number = {"this": "VBZ", "it": "VBZ", "they": "VBP", "these": "VBP"}
    if verb >= reading.last or tree.lower[first] not in number:
        return False
    return (
        tree.tag[verb] == number[tree.lower[first]]
        and tree.head[first] == verb
        and tree.dep[first] == "nsubj"
    )


@proposes(TERM_CLAUSE)
def term_clause(reading: ScopeReading) -> Iterator[Candidate]:
    """ "initials: Contains the initials" -> (initials, contain, ..): what a term does."""
    tree, sign = reading.tree, term_sign(reading)
    verb = reading.last if sign is None else sign + 1
    if sign is None or verb >= reading.last:
        return
    pointed = _is_pointed_back(reading, verb)
    verb += pointed
    if tree.tag[verb] != "VBZ" and not pointed:
        return
    term = reading.phrases.trim(sign - 1, reading.first, sign)
    after = verb - pointed
    if any(
        tree.dep[c] in ("nsubj", "nsubjpass", "expl") and c > after
        for c in tree.children[verb]
        if c != after or not pointed
    ):
        return
    yield from _clause_under(reading, verb, term, TERM_CLAUSE)


@proposes(TERM_CLAUSE)
def described_term(reading: ScopeReading, term: Span) -> Iterator[Candidate]:
    """ "Provides access to files." under "Binary" -> (Binary, provide access to, files)."""
    tree, verb = reading.tree, reading.first
    root = tree.root(reading.first, reading.last) == verb
    if not root or tree.tag[verb] != "VBZ" or tree.has(verb, "nsubj", "nsubjpass", "expl"):
        return
    for candidate in _clause_under(reading, verb, Argument(verb, verb, verb + 1), TERM_CLAUSE):
        yield dataclasses.replace(candidate, subject_span=term)


def _clause_under(
    reading: ScopeReading, verb: int, subject: Argument, rule: Rule
) -> Iterator[Candidate]:
    """Yield the triples of a clause whose subject stands elsewhere in the document."""
    clause = Clause(verb, [subject.head], Origin.NONE, passive=False, reader=False)
    for candidate in clause_candidates(reading, clause):
        if candidate.subject.head == subject.head:
            yield dataclasses.replace(candidate, rule=rule, subject=subject, origin=Origin.OWN)


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
        for candidate in _clause_under(item, root, subject, LIST_CLAUSE):
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
