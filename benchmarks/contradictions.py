"""Print relations of a lake that contradict each other, with what each of them holds under.

    .venv/bin/python benchmarks/contradictions.py LAKE [--show N]

Two kinds of pairs are looked for:

- ``polarity``: the same subject, predicate, object and modality, one relation denied and one not;
- ``value``: a predicate that has one object for nearly each of its subjects
  (``--one-valued``, .95 of at least ``--subjects`` 20) has two for this one.

A pair is ``open`` where both relations hold under the same restriction, or neither has one: read
alone, one of them is wrong. It is ``told apart`` where the restrictions differ. The last line is
one JSON object.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb


class Stated(NamedTuple):
    """A relation: its ends, what is said, and under what."""

    subject: str
    predicate: str
    object: str
    negated: bool
    modality: str
    restriction: str | None
    text: str


class Pair(NamedTuple):
    """Two relations of which one seems to be wrong."""

    kind: str
    one: Stated
    other: Stated

    @property
    def is_open(self) -> bool:
        """Whether nothing that the two relations say tells them apart."""
        return self.one.restriction == self.other.restriction


def polarity_pairs(relations: Iterable[Stated]) -> Iterator[Pair]:
    """Yield each relation with each that denies the same."""
    facts = defaultdict[tuple[str, ...], list[Stated]](list)
    for one in relations:
        facts[one.subject, one.predicate, one.object, one.modality].append(one)
    for stated in facts.values():
        for one, other in itertools.combinations(stated, 2):
            if one.negated != other.negated:
                yield Pair("polarity", one, other)


def value_pairs(relations: Sequence[Stated], share: float, subjects: int) -> Iterator[Pair]:
    """Yield two values of a subject where nearly all subjects of a predicate have one."""
    values = defaultdict[str, dict[str, list[Stated]]](lambda: defaultdict(list))
    for one in relations:
        if not one.negated and not one.modality:
            values[one.predicate][one.subject].append(one)
    for by_subject in values.values():
        single = sum(len({one.object for one in stated}) == 1 for stated in by_subject.values())
        if len(by_subject) < subjects or not share * len(by_subject) <= single < len(by_subject):
            continue
        for stated in by_subject.values():
            for one, other in itertools.combinations(stated, 2):
                if one.object != other.object:
                    yield Pair("value", one, other)


def relations_of(lake: Path) -> list[Stated]:
    """Return the relations of a lake, those of one made before restrictions with none."""
    table = duckdb.read_parquet(str(lake / "tables" / "relations.parquet"))
    restriction = "restriction" if "restriction" in table.columns else "NULL"
    columns = (
        f"subject_id, predicate, object_id, negated, coalesce(modality, ''), {restriction}, text"
    )
    return [Stated(*row) for row in table.order("relation_id").project(columns).fetchall()]


def counts(pairs: Sequence[Pair], relations: int) -> dict[str, Any]:
    """Return how many pairs there are of each kind, and how many of them are open."""
    found: dict[str, Any] = {"relations": relations}
    for kind in ("polarity", "value"):
        own = [pair for pair in pairs if pair.kind == kind]
        found[kind] = {"pairs": len(own), "open": sum(pair.is_open for pair in own)}
    return found


def main() -> None:
    """Print the pairs, open ones first, then the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--show", type=int, default=20, help="pairs of each kind to print")
    parser.add_argument("--one-valued", type=float, default=0.95)
    parser.add_argument("--subjects", type=int, default=20)
    asked = parser.parse_args()
    relations = relations_of(asked.lake)
    pairs = [
        *polarity_pairs(relations),
        *value_pairs(relations, asked.one_valued, asked.subjects),
    ]
    for kind in ("polarity", "value"):
        own = sorted((p for p in pairs if p.kind == kind), key=lambda pair: not pair.is_open)
        for pair in own[: asked.show]:
            print(f"{kind}, {'open' if pair.is_open else 'told apart'}")
            print(f"  {pair.one.text}\n  {pair.other.text}")
    print(json.dumps(counts(pairs, len(relations))))


if __name__ == "__main__":
    main()
