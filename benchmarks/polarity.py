"""What becomes of sentences with a negation, limit or exception: facts that keep or lose it.

    .venv/bin/python benchmarks/polarity.py LAKE [--sample N] [--seed S]

For each form ("only", "at most", "not") the accepted facts of the sentences that have it are
counted: those that hold its words in predicate, qualifiers, condition or an argument, or are
negated; and those that do not. The second are an upper bound of what is lost, as the words may
stand in another clause than the fact. Rows of tables are left out: their facts are cells.
``--sample`` prints random sentences with such a form and an
accepted fact, with all their accepted facts, to read: does one state the opposite, does one lose
the limit? The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from graphwright.store.lake import Lake
from graphwright.tables import ResolvedTriple, Sentence, rows_of
from graphwright.tables.documents import BlockKind

NEGATIONS = {
    "not": r"not(?! (?:only|just|merely))|\w*n't|cannot",
    "no": r"no(?! (?:more|fewer|less|later) )",
    "never": r"never", "none": r"none|nobody|nothing|neither|nor|no one", "without": r"without",
    "rather than": r"rather than|instead of", "hardly": r"hardly|scarcely|barely",
    "prevent": r"prevent\w*|avoid\w*|block\w* .{0,40} from|unable|impossible|fail\w* to|lack\w*",
    "too ... to": r"too \w+ to",
}  # fmt: skip
LIMITS = {
    "only": r"only|solely|exclusively|merely", "not only": r"not (?:only|just)",
    "at most": r"at most", "at least": r"at least",
    "up to": r"up to (?=\d|\w+teen|one|two|three|four|five|ten|a )",
    "more than": r"more than", "less than": r"(?:less|fewer) than",
    "no more than": r"no (?:more|fewer|less|later) than", "few": r"(?<!a )few|(?<!a )little",
    "except": r"except|excluding|apart from|other than|with the exception of",
    "unless": r"unless|provided that|as long as|only if|only when",
}  # fmt: skip
FORMS = {
    name: re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)
    for name, pattern in (NEGATIONS | LIMITS).items()
}


class Read(NamedTuple):
    """A sentence of a page with its accepted triples and the forms that it has."""

    path: str
    text: str
    triples: list[ResolvedTriple]
    forms: list[str]


def straight(text: str) -> str:
    """Return a text in one line, with straight apostrophes."""
    return " ".join(text.replace("’", "'").split())


def reads_of(lake: Lake) -> Iterator[Read]:
    """Yield the sentences that have a form and an accepted triple, in order of bucket and id."""
    for path in lake.paths("sentences"):
        bucket = int(path.stem)
        accepted = defaultdict(list)
        for triple in rows_of(ResolvedTriple, lake.read("resolved_triples", bucket)):
            if triple.rejection is None:
                accepted[triple.sentence_id].append(triple)
        paths = lake.read("parsed_documents", bucket).select(["document_id", "path"]).to_pylist()
        names = {row["document_id"]: row["path"] for row in paths}
        sentences = rows_of(Sentence, lake.read("sentences", bucket))
        running = [one for one in sentences if one.kind != BlockKind.TABLE_ROW.value]
        for sentence in sorted(running, key=lambda one: one.sentence_id):
            text, triples = straight(sentence.text), accepted[sentence.sentence_id]
            forms = [name for name, pattern in FORMS.items() if pattern.search(text)]
            if forms and triples:
                yield Read(names[sentence.document_id], text, triples, forms)


def keeps(triple: ResolvedTriple, form: str) -> bool:
    """Return whether a triple holds the words of a form, or is negated where the form denies."""
    if form in NEGATIONS and triple.negated:
        return True
    texts = (
        triple.predicate_text, triple.subject, triple.object, triple.condition or "",
        *(qualifier.text for qualifier in triple.qualifiers),
    )  # fmt: skip
    return any(FORMS[form].search(straight(text)) for text in texts)


def count(reads: list[Read]) -> dict[str, dict[str, int]]:
    """Return, for each form, its sentences and the accepted facts that keep or lose it."""
    figures: dict[str, Counter[str]] = {form: Counter() for form in FORMS}
    for read in reads:
        for form in read.forms:
            figures[form]["sentences"] += 1
            for triple in read.triples:
                figures[form]["keep" if keeps(triple, form) else "without"] += 1
    return {
        form: {k: n[k] for k in ("sentences", "keep", "without")} for form, n in figures.items()
    }


def shown(triple: ResolvedTriple) -> str:
    """Return a triple as one line, with all that weakens or narrows it."""
    flags = ["NOT"] if triple.negated else []
    flags += [f for f in (triple.modality, triple.condition, triple.attribution) if f]
    flags += [f"{q.kind}: {straight(q.text)}" for q in triple.qualifiers]
    fact = " | ".join((triple.subject_name, triple.predicate, triple.object_name))
    return f"{fact} ({'; '.join(flags)}) [{triple.rule} {triple.confidence:.2f} {triple.layer}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    reads = list(reads_of(Lake(options.lake)))
    chosen = random.Random(options.seed)  # a sample, no secret
    for number, read in enumerate(chosen.sample(reads, min(options.sample, len(reads))), 1):
        print(f"{number}. [{', '.join(read.forms)}] {read.text}")
        for triple in read.triples:
            print(f"     {shown(triple)}")
    figures = count(reads)
    print(f"\n{'form':<16}{'sentences':>10}{'facts keep':>12}{'without':>9}")
    for form, found in figures.items():
        print(f"{form:<16}{found['sentences']:>10}{found['keep']:>12}{found['without']:>9}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
