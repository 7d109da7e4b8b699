"""What siblings that are names, ranges or statements state: "Taut E", "up to 500", "It is green".

Each rule reads all siblings at once: what one says alone, as "Status Open", is no condition.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set

from graphwright.help.condition_kinds import kind_of_noun
from graphwright.help.function_words import AUXILIARIES, DETERMINERS, FUNCTION_WORDS
from graphwright.help.stated_conditions import (
    Stated,
    counts,
    inner_words,
    is_symptom,
    normal_value,
    ways_of,
)
from graphwright.tables import ConditionKind

Problems = Mapping[int, str]
"""The problems of siblings by index."""
_LEAST = 2
_LONGEST = 6
"""Words of the longest name."""
_RANGE = re.compile(
    r"(?:^|\s)(?:up\s+to|at\s+(?:least|most)|(?:more|less|fewer|greater|later|earlier|older|newer)"
    r"\s+than|above|below|over|under|between|before|after|until|from|since)\s+\D{0,3}\d"
    r"|[<>≤≥]=?\s*\D{0,3}\d|\d\S*\s*(?:to|–|—|-)\s*\D{0,3}\d|\d\S*\s+or\s+(?:more|less|later|earlier)",
    re.IGNORECASE,
)
_DESIGNATION = re.compile(r"[A-Z0-9][A-Z0-9]?|[IVX]+")
_BRACKETS = re.compile(r"\s*\([^()]*\)?$")
_NEARLY_ALL = 0.75
_NAME_WORD = re.compile(r"[^\W_](?:[\w.+'’-]*[\w+])?")
_ANNOUNCING = frozenset(("these", "those"))
_USE = re.compile(r"use\s+(?:the|an?)?\s*(\S.*)", re.IGNORECASE)


def names_stated(problems: Problems) -> list[dict[int, Stated]]:
    """Return the groups that siblings make by their names, the surest rule first.

    No index is in two groups.
    """
    found: list[dict[int, Stated]] = []
    rest = dict(problems)
    for rule in _RULES:
        for group in rule(rest):
            found.append(group)
            rest = {index: words for index, words in rest.items() if index not in group}
    return found


def are_names(problems: Collection[str], text: str) -> bool:
    """Return whether nearly all of some words are names of things: "UPS Saver", "GLS Standard".

    Capitals alone make no name: where ``text`` writes "a monthly fee", "Monthly Fee" is none.
    """
    small = {word for word in _NAME_WORD.findall(text) if word.islower()}
    return sum(_is_name(words, small) for words in problems) >= _NEARLY_ALL * len(problems)


def _is_name(words: str, small: Set[str]) -> bool:
    said = [one for one in _NAME_WORD.findall(words) if one.lower() not in FUNCTION_WORDS]
    if any(one[0].islower() for one in said):
        return False
    return any(one.isalpha() and one.lower() not in small for one in said)


def _ranges(problems: Problems) -> list[dict[int, Stated]]:
    """Ranges of one quantity: "up to 500 EUR", "above 5,000 EUR"."""
    group = {i: words for i, words in problems.items() if _RANGE.search(words)}
    if len(group) < _LEAST or not all(_is_short(words) for words in group.values()):
        return []
    return _told(group, ConditionKind.STATE)


def _designations(problems: Problems) -> list[dict[int, Stated]]:
    """Names of the same words but the last: "Taut E" and "Taut P", "Status Open"."""
    stems: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for index, words in problems.items():
        stem, _, last = words[slice(*inner_words(words))].rpartition(" ")
        named = kind_of_noun(stem) is not None and len(stem.split()) == 1 and last.istitle()
        if stem and (named or (_DESIGNATION.fullmatch(last) and not counts(stem))):
            stems[stem][index] = words
    return [
        group
        for stem, named_by in stems.items()
        if len(named_by) >= _LEAST and not _calls(stem)
        for group in _told(named_by, kind_of_noun(stem) or ConditionKind.PRODUCT)
    ]


def _calls(stem: str) -> bool:
    """Return whether words before a designation tell to do something: "Press button A"."""
    return bool(FUNCTION_WORDS & set(stem.lower().split())) or stem[:1].islower()


def _kinds_of_thing(problems: Problems) -> list[dict[int, Stated]]:
    """Things of one kind: "Silver Card" and "Gold Card"; other siblings may stand beside them."""
    heads: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for index, words in problems.items():
        said = _BRACKETS.sub("", words[slice(*inner_words(words))]).split()
        head = normal_value(said[-1]).removesuffix("s") if said else ""
        if 1 < len(said) <= _LONGEST and not FUNCTION_WORDS & {one.lower() for one in said}:
            heads[head][index] = words
    return [
        group
        for head, things in heads.items()
        if len(things) >= _LEAST and 2 * len(things) > len(problems)
        if (kind := kind_of_noun(head)) is not None
        for group in _told(things, kind)
    ]


def _statements(problems: Problems) -> list[dict[int, Stated]]:
    """Statements of one subject of which none tells a failure: "The light is off".

    "These boards are supported" tells no case; it announces the list below it.
    """
    subjects: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for index, words in problems.items():
        said = _words(words)
        if len(said) > 3 and said[0] in DETERMINERS - _ANNOUNCING and _is_verb(said[2]):
            subjects[" ".join(said[:2])][index] = words
    return [
        group
        for said in subjects.values()
        if len(said) >= _LEAST and not any(map(_tells_failure, said.values()))
        for group in _told(said, ConditionKind.STATE)
    ]


def _tells_failure(words: str) -> bool:
    """Return whether a statement tells a failure; "has no" only says what is not there."""
    return is_symptom(re.sub(r"\b(?:has|have|is|are)\s+(?:no|not|never)\b", "is", words))


def _words(words: str) -> list[str]:
    """Return the words of a problem in small letters, with its articles."""
    start, end = inner_words(words)
    return re.findall(r"[\w'’-]+", words[start:end].lower())


def _is_verb(word: str) -> bool:
    return word in AUXILIARIES or (word.endswith("s") and not word.endswith("ss"))


def _uses(problems: Problems) -> list[dict[int, Stated]]:
    """Ways of one kind: "Use the default scheme" and "Use the scheme for old tills"."""
    found = {
        index: words
        for index, words in problems.items()
        if _USE.match(words[slice(*inner_words(words))])
    }
    said = [set(normal_value(words).split()[1:]) - FUNCTION_WORDS for words in found.values()]
    if len(found) < _LEAST or not set.intersection(*said):
        return []
    return _told(found, ConditionKind.CHOICE)


def _ways(problems: Problems) -> list[dict[int, Stated]]:
    """One act in ways that differ by their preposition: "Start it in SBC mode", "... via ADB"."""
    frames: defaultdict[str, dict[int, Stated]] = defaultdict(dict)
    for index, words in problems.items():
        for stated in ways_of(words):
            frames[stated.frame][index] = stated
    return [group for group in frames.values() if len(group) >= _LEAST]


_RULES: Sequence[Callable[[Problems], list[dict[int, Stated]]]] = (
    _ranges, _designations, _kinds_of_thing, _statements, _uses, _ways
)  # fmt: skip


def _told(problems: Problems, kind: ConditionKind) -> list[dict[int, Stated]]:
    """Return siblings as one group, each problem as a whole its condition; none where equal."""
    found: dict[int, Stated] = {}
    for index, words in problems.items():
        start, end = inner_words(words)
        found[index] = Stated("name", start, end, normal_value(words[start:end]), kind, "")
    return [found] if len({one.value for one in found.values()}) == len(found) else []


def _is_short(words: str) -> bool:
    return len(words.split()) <= _LONGEST
