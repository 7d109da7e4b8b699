"""Score the dependency triples on CaRB: F1, AUC, precision of each rule, and how true scores are.

    .venv/bin/python benchmarks/carb.py [FOLDER]

FOLDER holds gold.tsv and sentences.txt, or test.tsv and test.txt (CaRB's own names). The sentences
are parsed and read as any document is; what the rows of ``dependency_triples`` say is counted (see
``carb_tuples``), once with whole noun phrases and qualifiers (f1, auc) and once as bare triples
(minimal_f1, minimal_auc). A triple is right, for the reliability of its score, if at least half of
its words are in their place in some gold tuple. Beside the best point of the curve stand the
figures of what is served, the tuples that the default threshold accepts, and how well the score
tells right from wrong (``score_auc``, the chance that a right tuple scores above a wrong one). The
last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from carb_scorer import CarbScore, Extraction, greedy_matches, match, score
from carb_text import PlainSentence, plain
from carb_tuples import tuples_of
from reliability import calibration_error, reliability_table
from word_coverage import area_under_curve

from graphwright.extraction.standalone import read_texts
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings, Settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "triples" / "carb_dev"
NAMES = (("gold.tsv", "sentences.txt"), ("test.tsv", "test.txt"))
RIGHT = 0.5
"""Share of a tuple's words that a gold tuple must confirm."""

SERVED = Settings.model_fields["confidence_threshold"].default
"""From this score on a triple is served."""

Tuples = Mapping[str, Sequence[Extraction]]


def load_gold(path: Path) -> dict[str, list[Extraction]]:
    """Read the gold tuples by sentence, without white space; arguments of context are left out."""
    gold: dict[str, list[Extraction]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        sentence, relation, *arguments = (part.strip() for part in line.split("\t"))
        kept = tuple(a for a in arguments if "C: " not in a)
        gold["".join(sentence.split())].append(Extraction(relation, kept))
    return dict(gold)


def extract(sentences: Sequence[str]) -> tuple[dict[str, list[Extraction]], ...]:
    """Return the tuples by sentence: with all arguments, and as bare triples."""
    nlp = load_pipeline(LanguageSettings())
    written: list[PlainSentence] = [plain(sentence) for sentence in sentences]
    whole: dict[str, list[Extraction]] = {}
    minimal: dict[str, list[Extraction]] = {}
    for sentence, read in zip(written, read_texts(nlp, [w.text for w in written]), strict=True):
        triples = [triple for triple, _ in read.triples(nlp.vocab)]
        key = "".join(sentence.tokens)
        whole[key] = tuples_of(sentence, triples)
        minimal[key] = tuples_of(sentence, triples, minimal=True)
    return whole, minimal


def argument_length(rows: Iterable[Extraction]) -> float:
    """Return the mean number of words of an argument."""
    lengths = [len(argument.split()) for row in rows for argument in row.arguments]
    return sum(lengths) / len(lengths) if lengths else 0.0


def by_rule(gold: Tuples, found: Tuples) -> dict[str, dict[str, float]]:
    """Return for each rule its tuples, their mean matched precision and the share that is right."""
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for sentence, references in gold.items():
        rows = found.get(sentence, ())
        pairs = [[match(reference, row) for row in rows] for reference in references]
        for _, column, precision in greedy_matches(pairs, range(len(rows))):
            counts[rows[column].rule][1] += precision
        for column, row in enumerate(rows):
            counts[row.rule][0] += 1
            counts[row.rule][2] += max(pair[column][0] for pair in pairs) >= RIGHT
    return {
        rule: {"tuples": int(n), "precision": round(p / n, 3), "right": round(r / n, 3)}
        for rule, (n, p, r) in sorted(counts.items(), key=lambda entry: -entry[1][0])
    }


def verdicts(gold: Tuples, found: Tuples) -> list[tuple[float, bool]]:
    """Return (confidence, whether it is right) of every tuple."""
    return [
        (row.confidence, max(match(reference, row)[0] for reference in references) >= RIGHT)
        for sentence, references in gold.items()
        for row in found.get(sentence, ())
    ]


def measure(gold: Tuples, whole: Tuples, minimal: Tuples) -> tuple[dict[str, Any], CarbScore]:
    """Return the figures of the JSON line, and the score with its curve."""
    result, bare = score(gold, whole), score(gold, minimal)
    judged = verdicts(gold, whole)
    flat = [row for rows in whole.values() for row in rows]
    served_f1, served_precision, served_recall = result.at(SERVED)
    scores, labels = (np.array(column) for column in zip(*judged, strict=True))
    figures = {
        "sentences": len(gold),
        "tuples": len(flat),
        "f1": round(result.f1, 4),
        "precision": round(result.precision, 4),
        "recall": round(result.recall, 4),
        "threshold": result.threshold,
        "auc": round(result.auc, 4),
        "served_f1": round(served_f1, 4),
        "served_precision": round(served_precision, 4),
        "served_recall": round(served_recall, 4),
        "served_calibration_error": round(
            calibration_error([pair for pair in judged if pair[0] >= SERVED]), 4
        ),
        "score_auc": round(area_under_curve(scores, labels.astype(bool)), 4),
        "mean_argument_length": round(argument_length(flat), 3),
        "gold_argument_length": round(
            argument_length(row for rows in gold.values() for row in rows), 3
        ),
        "minimal_f1": round(bare.f1, 4),
        "minimal_auc": round(bare.auc, 4),
        "minimal_argument_length": round(
            argument_length(row for rows in minimal.values() for row in rows), 3
        ),
        "calibration_error": round(calibration_error(judged), 4),
        "rules": by_rule(gold, whole),
    }
    return figures, result


def show(figures: Mapping[str, Any], judged: Sequence[tuple[float, bool]]) -> None:
    """Print the figures, the rules and the reliability diagram."""
    for name, value in figures.items():
        if name != "rules":
            print(f"{name:<28}{value:>10}")
    print(f"\n{'rule':<24}{'tuples':>8}{'precision':>11}{'right':>8}")
    for rule, row in figures["rules"].items():
        print(f"{rule:<24}{row['tuples']:>8}{row['precision']:>11}{row['right']:>8}")
    print("\n" + reliability_table(judged))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    folder: Path = parser.parse_args().folder
    names = next((pair for pair in NAMES if (folder / pair[0]).is_file()), None)
    if names is None:
        raise SystemExit(f"{folder} holds neither {NAMES[0][0]} nor {NAMES[1][0]}.")
    sentences = (folder / names[1]).read_text(encoding="utf-8").splitlines()
    gold = load_gold(folder / names[0])
    whole, minimal = extract([line for line in sentences if line.strip()])
    figures, _ = measure(gold, whole, minimal)
    show(figures, verdicts(gold, whole))
    print(json.dumps({"set": folder.name, **figures}))


if __name__ == "__main__":
    main()
