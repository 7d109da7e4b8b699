"""Rules over brackets: introduced acronyms and identifiers.

Each function is a generator over one scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import is_code
from graphwright.extraction.parse.tree import NOUN_TAGS
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.predicates import unwritten
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes

ACRONYM_PREDICATE = "be abbreviated as"
"""Predicate of the rule ``acronym``: subject is the expansion, object the acronym."""

_MAX_EXPANSION = 10
_JOINERS = frozenset({"of", "and", "for", "the", "to", "in", "on", "-", "/", "&"})


ACRONYM = Rule(
    "acronym",
    Family.PUNCTUATION,
    reads(
        "The clerk creates a Purchase Order (PO).", ("Purchase Order", "be abbreviated as", "PO")
    ),
    traits=frozenset({Trait.INSIDE_NAME}),
)


@proposes(ACRONYM)
def acronyms(reading: ScopeReading) -> Iterator[Candidate]:
    """ "Purchase Order (PO)" -> (Purchase Order, be abbreviated as, PO), if the initials match."""
    words = reading.tree.words
    for index in range(reading.first + 1, reading.last - 2):
        if words[index] == "(":
            yield from _acronym_inside(reading, index)
            yield from _acronym_before(reading, index)


def _acronym_inside(reading: ScopeReading, bracket: int) -> Iterator[Candidate]:
    """ "Purchase Order (PO)", also in the plural "(POs)"."""
    words = reading.tree.words
    if words[bracket + 2] not in (")", ",", ";"):
        return
    letters = words[bracket + 1]
    if letters.endswith("s") and _is_acronym(letters[:-1]):
        letters = letters[:-1]
    start = _expansion_start(words, reading.first, bracket, letters)
    if start is not None:
        yield _acronym(reading, start, bracket, bracket + 1)


def _acronym_before(reading: ScopeReading, bracket: int) -> Iterator[Candidate]:
    """ "PO (Purchase Order)": the expansion stands in the brackets."""
    words = reading.tree.words
    end = min(bracket + _MAX_EXPANSION, reading.last)
    close = next((i for i in range(bracket + 2, end) if words[i] == ")"), None)
    if close is None:
        return
    start = _expansion_start(words, bracket + 1, close, words[bracket - 1])
    if start == bracket + 1:
        yield _acronym(reading, start, close, bracket - 1)


def _is_acronym(word: str) -> bool:
    letters = [sign for sign in word if sign.isalnum()]
    return (
        2 <= len(letters) <= 10
        and len(letters) >= len(word) - 2
        and sum(sign.isupper() for sign in letters) * 2 > len(letters)
        and word[0].isalpha()
    )


def _expansion_start(words: list[str], floor: int, end: int, acronym: str) -> int | None:
    """Return where the words before ``end`` begin whose initials spell the acronym, or None."""
    if not _is_acronym(acronym):
        return None
    letters = [sign.lower() for sign in acronym if sign.isalnum()]
    for start in range(end - 1, max(floor, end - len(letters) - 5) - 1, -1):
        if words[start][0].lower() != letters[0] or words[start].lower() in _JOINERS:
            continue
        expansion = words[start:end]
        if expansion[-1].lower() in _JOINERS or acronym in expansion:
            continue  # "templates from SAP use the (SAP) icon" introduces nothing
        if _spells(expansion, letters):
            return start
    return None


def _spells(words: list[str], letters: list[str]) -> bool:
    """Return whether the words' initials, joining words optional, are the letters in order."""
    capitals = [sign.lower() for word in words for sign in word if sign.isupper()]
    main = [word for word in words if word.lower() not in _JOINERS]
    return letters in (_initials(words), _initials(main)) or (
        len(words) > 1 and letters == capitals
    )


def _initials(words: list[str]) -> list[str]:
    parts = (part for word in words for part in word.replace("-", " ").replace("/", " ").split())
    return [part[0].lower() for part in parts]


def _acronym(reading: ScopeReading, start: int, end: int, acronym: int) -> Candidate:
    predicate = unwritten(reading.tree, reading.first, ACRONYM_PREDICATE, acronym)
    expansion = Argument(end - 1, start, end)
    return Candidate(ACRONYM, expansion, predicate, Argument(acronym, acronym, acronym + 1))


IDENTIFIER = Rule(
    "identifier",
    Family.PUNCTUATION,
    reads(
        "The clerk opens the Purchase Orders scenario (ORDER_ADD).",
        ("Purchase Orders scenario", "have identifier", "ORDER_ADD"),
    ),
)


def _whole_name(reading: ScopeReading, name: Argument) -> Argument:
    """Return a name with the capitals that start its sentence: "TIDE Disk Size (tide_disk_size)".

    A parser may take the first of them for a verb, which is none in capitals.
    """
    tree, first = reading.tree, reading.first
    before = tree.words[first : name.first]
    if before and all(len(word) > 1 and word.isupper() for word in before):
        return Argument(name.head, first, name.last)
    return name


def _belongs_to_another(reading: ScopeReading, name: Argument) -> bool:
    """Return whether a bracket names the noun above a plural: "the method of gates (OPEN_G)"."""
    tree, above = reading.tree, reading.tree.head[name.head]
    plural = tree.tag[name.head] == "NNS" and tree.words[name.head].islower()
    return plural and tree.dep[name.head] == "pobj" and tree.tag[tree.head[above]] in NOUN_TAGS


def _is_of_many(reading: ScopeReading, name: Argument) -> bool:
    """Return whether a bracket names what stands for a sort of things: "Pilot boats (IF_BOAT)".

    A plural in capitals may be one name: "Pilot Boats (PILOT_BOATS)".
    """
    tree, head = reading.tree, name.head
    opens = head == reading.first and tree.words[head][1:].islower()
    plain = tree.words[head].islower() or opens
    return plain and tree.tag[head] in ("NNS", "NNPS") and head not in tree.names


@proposes(IDENTIFIER)
def identifiers(reading: ScopeReading) -> Iterator[Candidate]:
    """ "the Orders scenario (ORDER_ADD)" -> (Orders scenario, have identifier, ORDER_ADD)."""
    tree, phrases = reading.tree, reading.phrases
    for bracket in range(reading.first + 1, reading.last - 2):
        code, named = bracket + 1, bracket - 1
        if tree.words[bracket] != "(" or tree.words[code + 1] != ")":
            continue
        if "_" not in tree.words[code] or not is_code(tree.words[code]):
            continue
        if tree.tag[named] not in NOUN_TAGS:
            continue
        name = _whole_name(reading, phrases.of(named))
        if name.last != bracket or (name.first == name.last - 1 and tree.words[named].islower()):
            continue  # one common noun: "the table (T_ORDER)" gives its kind
        if _belongs_to_another(reading, name) or _is_of_many(reading, name):
            continue
        predicate = unwritten(tree, reading.first, "have identifier", code)
        yield Candidate(IDENTIFIER, name, predicate, Argument(code, code, code + 1))
