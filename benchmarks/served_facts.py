"""How many served facts are right, and how many tell something alone, as two readers judge.

    .venv/bin/python benchmarks/served_facts.py [LAKE [--sample N] [--seed S] [--applied]]

``data/served_facts_verdicts.tsv`` holds facts drawn from the published graph of SAP's documentation
as an answer prints them, with the qualifiers of one piece of evidence, and the verdicts of two
readers who did not see each other's. ``right``: the sentence, with the headings, the lead-in or the
header above it, states the fact and nothing is cut that changes what is meant. ``alone``: it is
right, and a colleague who never saw the page learns something true from the line by itself
("connection be established to on-premise system" tells nobody anything). ``--sample`` draws facts
from a LAKE, without verdicts: of every kind of block, at random by page, and of a page of two
sentences at most, of pages of which no labelled triple taught the weights of the score, with what
stands above each: the heads of a table's columns, or a list's lead-in.
With ``--applied`` they are what today's rules read from the kept parses of random pages
(``applied_rules``), and the LAKE need not be published. With a LAKE and no ``--sample`` the facts
of the verdicts that today's rules still state are reported, with the scores that they have now. The
shares from each threshold on are printed too. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from applied_rules import applied_facts, random_pages, what_stands_above
from reliability import calibration_error, reliability_table
from sap_triples import TRAINING, judged_rows

from graphwright.graph.fact_text import written_fact_text
from graphwright.graph.qualifiers import fact_line, qualifier_texts
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.graph.written_names import written_in
from graphwright.settings import Settings
from graphwright.steps.bucketed.rows import bucket_rows
from graphwright.store.lake import Lake
from graphwright.tables import Evidence, Layer, ParsedDocument, Relation, rows_of

VERDICTS = Path(__file__).with_name("data") / "served_facts_verdicts.tsv"
READERS = ("a", "b")
FIELDS = ("page", "kind", "rule", "score", "headings", "sentence", "fact")
SAMPLED = (*FIELDS, "above")
VERDICT_COLUMNS = tuple(
    f"{verdict}_{reader}" for reader in READERS for verdict in ("right", "alone")
)
JUDGED = (*SAMPLED, *VERDICT_COLUMNS)
SENTENCES_OF_A_PAGE = 2
THRESHOLDS = (0.6, 0.64, 0.65, 0.69, 0.72, 0.75, 0.8, 0.9)
SAME = 0.9
"""From this likeness on two lines are one fact: a name may be that of its entity in one of them."""

Row = dict[str, str]


def share(rows: Sequence[Row], verdict: str, readers: Sequence[str] = READERS) -> float:
    """Return the share of rows with a verdict, the mean of the readers'."""
    said = [row[f"{verdict}_{reader}"] == "1" for row in rows for reader in readers]
    return sum(said) / max(len(said), 1)


def agreement(rows: Sequence[Row], verdict: str) -> tuple[float, float]:
    """Return the share of rows on which the readers agree, and Cohen's kappa."""
    first, second = ([row[f"{verdict}_{reader}"] == "1" for row in rows] for reader in READERS)
    same = sum(a == b for a, b in zip(first, second, strict=True)) / len(rows)
    yes, also = sum(first) / len(rows), sum(second) / len(rows)
    chance = yes * also + (1 - yes) * (1 - also)
    return same, (same - chance) / (1 - chance) if chance < 1 else 1.0


def report(rows: Sequence[Row]) -> dict[str, Any]:
    """Print the shares by kind, by rule and by score, and return the figures."""
    for column in ("kind", "rule"):
        print(f"{column:<24}{'facts':>8}{'right':>8}{'alone':>8}")
        for name, count in Counter(row[column] for row in rows).most_common():
            own = [row for row in rows if row[column] == name]
            print(f"{name:<24}{count:>8}{share(own, 'right'):>8.3f}{share(own, 'alone'):>8.3f}")
        print()
    print(f"{'from score':<24}{'facts':>8}{'right':>8}{'alone':>8}")
    for least in THRESHOLDS:
        own = [row for row in rows if float(row["score"]) >= least]
        print(f"{least:<24}{len(own):>8}{share(own, 'right'):>8.3f}{share(own, 'alone'):>8.3f}")
    print()
    pairs = [(float(row["score"]), share([row], "right")) for row in rows]
    print(reliability_table(pairs))
    figures: dict[str, Any] = {"facts": len(rows)}
    for verdict in ("right", "alone"):
        same, kappa = agreement(rows, verdict)
        figures |= {verdict: round(share(rows, verdict), 4)}
        figures |= {f"{verdict}_{r}": round(share(rows, verdict, [r]), 4) for r in READERS}
        figures |= {f"{verdict}_agreed": round(same, 4), f"{verdict}_kappa": round(kappa, 4)}
    return figures | {"calibration_error": round(calibration_error(pairs), 4)}


def served(
    lake: Path, snapshot: Snapshot, layers: Collection[str] = (Layer.KNOWLEDGE,)
) -> Iterator[tuple[str, Evidence, Row]]:
    """Yield (page, evidence, row to judge) of every piece of evidence that answers are made of.

    What a page refers to, or tells its reader to do, is of other ``layers``.
    """
    tables = Lake(lake)
    paths = dict(_pairs(tables, "parsed_documents", "document_id", "path"))
    kinds = dict(_pairs(tables, "sentences", "sentence_id", "kind"))
    relations = {one.relation_id: one for one in rows_of(Relation, snapshot.relations)}
    for one in rows_of(Evidence, snapshot.evidence):
        if one.layer not in layers:
            continue
        parts = (
            paths[one.document_id],
            kinds[one.sentence_id],
            one.rule,
            f"{one.confidence:.4f}",
            " > ".join(one.heading_path),
            one.quote,
            fact_line(
                written_fact_text(relations[one.relation_id], [one.rule], [written_in(one)]),
                qualifier_texts([one]),
            ),
        )
        yield (
            paths[one.document_id],
            one,
            dict(zip(FIELDS, map(_line, parts), strict=True)),
        )


def _line(text: str) -> str:
    return " ".join(text.split())


def _pairs(lake: Lake, table: str, key: str, value: str) -> Iterator[tuple[str, str]]:
    for bucket in lake.buckets(table):
        yield from _pairs_of(lake.read(table, bucket, [key, value]), key, value)


def _pairs_of(table: Any, key: str, value: str) -> Iterator[tuple[str, str]]:
    return zip(table[key].to_pylist(), table[value].to_pylist(), strict=True)


def sample(lake: Path, size: int, seed: int) -> list[Row]:
    """Return facts of a lake drawn at random, as ``draw`` does."""
    of_page: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    parsed = {
        one.document_id: one
        for bucket in Lake(lake).buckets("parsed_documents")
        for one in bucket_rows(Lake(lake), ParsedDocument, bucket, "document_id", None)
    }
    taught = taught_pages()
    for page, one, row in served(lake, open_snapshot(lake)):
        if page in taught:
            continue
        above = what_stands_above(parsed[one.document_id], one.start)
        of_page[page][one.sentence_id].append(row | {"above": _line(above)})
    return draw(of_page, size, seed)


def taught_pages() -> set[str]:
    """Return the pages of which a labelled triple has taught the weights of the score."""
    return {row["page"] for row in judged_rows(TRAINING)}


def applied_sample(lake: Path, size: int, seed: int) -> list[Row]:
    """Return facts of random pages that today's rules read from kept parses, as ``draw`` does."""
    of_page: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    pages = random_pages(Lake(lake), size, seed, taught_pages())
    for fact in applied_facts(
        Lake(lake), pages, Settings.model_fields["confidence_threshold"].default
    ):
        triple, sentence = fact.triple, fact.sentence
        parts = (
            fact.page, sentence.kind, triple.rule, f"{triple.confidence:.4f}",
            fact.headings, sentence.text, fact.line, fact.above,
        )  # fmt: skip
        row = dict(zip(SAMPLED, map(_line, parts), strict=True))
        of_page[fact.page][triple.sentence_id].append(row)
    return draw(of_page, size, seed)


def rescored(lake: Path, rows: Sequence[Row]) -> list[Row]:
    """Return the facts that today's rules still state, with the scores that they have now."""
    pages = {row["page"] for row in rows}
    stated: dict[tuple[str, str, str], list[tuple[str, float]]] = defaultdict(list)
    for fact in applied_facts(Lake(lake), pages, 0.0):
        key = fact.page, _line(fact.sentence.text), fact.triple.rule
        stated[key].append((_line(fact.line), fact.triple.confidence))
    least, found = Settings.model_fields["confidence_threshold"].default, list[Row]()
    for row in rows:
        alike = [
            (difflib.SequenceMatcher(None, _told(row["fact"]), _told(line)).ratio(), score)
            for line, score in stated[row["page"], row["sentence"], row["rule"]]
        ]
        likeness, score = max(alike, default=(0.0, 0.0))
        if likeness >= SAME:
            found.append(row | {"score": f"{score:.4f}"})
    kept = sum(float(row["score"]) >= least for row in found)
    print(f"{len(found)} of {len(rows)} facts are still stated, {kept} from {least} on\n")
    return found


def _told(fact: str) -> str:
    """Return a fact without its qualifiers, in small letters."""
    return fact.partition(" (")[0].casefold()


def draw(of_page: Mapping[str, Mapping[str, list[Row]]], size: int, seed: int) -> list[Row]:
    """Return facts by page and sentence drawn at random by page, one of a sentence at most.

    Each draw takes a page at random of those that have given less than ``SENTENCES_OF_A_PAGE``.
    """
    rng = random.Random(seed)  # a sample, no secret
    places = [page for page in sorted(of_page) for _ in range(SENTENCES_OF_A_PAGE)]
    rng.shuffle(places)
    taken, drawn = set[tuple[str, str]](), list[Row]()
    for page in places:
        left = [(key, row) for key, rows in sorted(of_page[page].items()) for row in rows
                if (page, key) not in taken]  # fmt: skip
        if left and len(drawn) < size:
            sentence, row = rng.choice(left)
            taken.add((page, sentence))
            drawn.append(row)
    return drawn


def print_rows(rows: Sequence[Row]) -> None:
    """Print rows as a file of verdicts without them."""
    writer = csv.DictWriter(
        sys.stdout, JUDGED, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None, restval=""
    )
    writer.writeheader()
    writer.writerows(rows)


def main() -> None:
    """Print the figures of the verdicts, or draw facts to judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", nargs="?", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--applied", action="store_true", help="apply the rules to kept parses")
    options = parser.parse_args()
    if options.sample:
        drawn = applied_sample if options.applied else sample
        print_rows(drawn(options.lake, options.sample, options.seed))
        return
    rows = judged_rows(VERDICTS)
    figures = report(rows if options.lake is None else rescored(options.lake, rows))
    for name, value in figures.items():
        print(f"{name:<32}{value:>10}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
