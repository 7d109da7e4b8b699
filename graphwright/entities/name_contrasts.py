"""What triples say of names beside facts: which are two things, and what acronyms stand for.

Two names that stand beside each other in one list, or as subject and object of one triple, are two
things, however alike they are: who writes "the role and the roles page" means two.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.entities.name_groups import Contrast, in_order
from graphwright.entities.name_words import letters, numbers
from graphwright.tables.entities import NameGuard

_ACRONYM = "acronym"
_NAMING = re.compile(r"\b(?:also|know|known|call|called|name|named|stand|refer|abbreviate)\b")
"""Words of predicates by which a text gives a thing a second name."""
_PLACE = ("sentence_id", "predicate_start")


def expansions_of(triples: pa.Table) -> dict[str, str]:
    """Return what each acronym of one word stands for, both by key, where only one thing is said.

    ``triples`` has the columns rule, negated, subject_key and object_key.
    """
    introduces = pc.and_(pc.equal(triples["rule"], _ACRONYM), pc.invert(triples["negated"]))
    found = triples.filter(introduces).select(["object_key", "subject_key"])
    said: dict[str, set[str]] = defaultdict(set)
    for row in found.to_pylist():
        said[row["object_key"]].add(row["subject_key"])
    return {
        acronym: min(expansions)
        for acronym, expansions in said.items()
        if len(set(map(letters, expansions))) == 1
        and " " not in acronym
        and numbers(acronym) == numbers(min(expansions))
    }


def contrasts_in(
    triples: pa.Table, candidates: Mapping[str, int]
) -> dict[tuple[str, str], Contrast]:
    """Return what keeps two names of one group of candidates apart, by both in order.

    ``candidates`` numbers the group of each name that could be one with another. Of several triples
    that say so, the one of the smallest id is named, and subject and object count first.
    """
    stating = triples.filter(pc.not_equal(triples["rule"], _ACRONYM))
    of_interest = _grouped(stating, candidates)
    found: dict[tuple[str, str], Contrast] = {}
    for guard, one, other, triple in sorted(_contrasts(of_interest)):
        found.setdefault(in_order(one, other), Contrast(guard, triple))
    return found


def contrasts_of(
    triples: pa.Table, pairs: Collection[tuple[str, str]]
) -> dict[tuple[str, str], Contrast]:
    """Return what keeps two names of given pairs apart, each pair in alphabetical order.

    ``triples`` has besides the columns of ``contrasts_in`` the predicate: who says that a thing is
    known as another says that both are one.
    """
    keys = pa.array(sorted({key for pair in pairs for key in pair}), pa.string())
    stating = triples.filter(pc.not_equal(triples["rule"], _ACRONYM))
    either = (pc.is_in(stating[f"{end}_key"], value_set=keys) for end in ("subject", "object"))
    found: dict[tuple[str, str], Contrast] = {}
    lists: dict[tuple[object, ...], dict[str, str]] = defaultdict(dict)
    for row in stating.filter(pc.or_(*either)).sort_by("triple_id").to_pylist():
        subject, other, triple = row["subject_key"], row["object_key"], row["triple_id"]
        both = in_order(subject, other)
        if both in pairs and not _NAMING.search(row["predicate"]):
            found.setdefault(both, Contrast(NameGuard.ENDS, triple))
        place = (row["sentence_id"], row["predicate_start"])
        lists[*place, subject, "object"].setdefault(other, triple)
        lists[*place, other, "subject"].setdefault(subject, triple)
    for names in lists.values():
        for both in itertools.combinations(sorted(names), 2):
            if both in pairs:
                first = min(names[name] for name in both)
                found.setdefault(both, Contrast(NameGuard.BESIDE, first))
    return found


def _contrasts(triples: pa.Table) -> Iterator[tuple[NameGuard, str, str, str]]:
    same = pc.equal(triples["subject_group"], triples["object_group"])
    differ = pc.not_equal(triples["subject_key"], triples["object_key"])
    for row in triples.filter(pc.and_(same, differ)).to_pylist():
        yield NameGuard.ENDS, row["subject_key"], row["object_key"], row["triple_id"]
    for listed, shared in (("object", "subject"), ("subject", "object")):
        yield from _beside(triples, listed, shared)


def _beside(
    triples: pa.Table, listed: str, shared: str
) -> Iterator[tuple[NameGuard, str, str, str]]:
    """Yield names of which one sentence says the same thing with the same word."""
    place = [*_PLACE, f"{shared}_key", f"{listed}_group"]
    there = triples.filter(pc.is_valid(triples[f"{listed}_group"]))
    counted = there.group_by(place).aggregate([(f"{listed}_key", "count_distinct")])
    several = counted.filter(pc.greater(counted[f"{listed}_key_count_distinct"], 1)).select(place)
    lists: dict[tuple[object, ...], dict[str, str]] = defaultdict(dict)
    for row in there.join(several, place, join_type="inner").to_pylist():
        names = lists[tuple(row[column] for column in place)]
        name, triple = row[f"{listed}_key"], row["triple_id"]
        names[name] = min(triple, names.get(name, triple))
    for names in lists.values():
        ordered = sorted(names)
        for at, one in enumerate(ordered):
            for other in ordered[at + 1 :]:
                yield NameGuard.BESIDE, one, other, min(names[one], names[other])


def _grouped(triples: pa.Table, candidates: Mapping[str, int]) -> pa.Table:
    """Return the triples of which an end could be one with another name, with its group."""
    keys = pa.array(candidates.keys(), pa.string())
    numbers_of = pa.array(candidates.values(), pa.int64())
    for end in ("subject", "object"):
        index = pc.index_in(triples[f"{end}_key"], value_set=keys)
        triples = triples.append_column(f"{end}_group", pc.take(numbers_of, index))
    either = pc.or_(pc.is_valid(triples["subject_group"]), pc.is_valid(triples["object_group"]))
    return triples.filter(either)
