"""Fit the weights of a triple's confidence on labelled triples, with cross-validation.

    .venv/bin/python benchmarks/fit_weights.py [CARB_FOLDER] [--lake LAKE] [--write]

Fitted on are triples of SAP pages read by hand (``data/sap_triples_training.tsv``; with a LAKE they
get the features that today's rules see first, as ``sap_training.py LAKE --write`` does) and triples
of prose read by hand (``data/prose_triples_training.tsv``), but for those of CaRB's sentences: no
label of CaRB's development set counts, as ``carb.py`` measures by them (the weights that a fit is
drawn to had been fitted on them in part).
Its tuples, and its sentences as a reader sees them, are printed beside the others. A logistic
regression over the features of each triple is drawn to the weights that are there now, so that a
feature that is seldom seen keeps its weight. A pronoun's triple is read with the name that
coreference gave it: its verdict is also about that name, so it tells nothing about the weights, and
is printed as the share by which a resolved name lowers the score (``PRONOUN_FACTOR`` of
``graphwright.extraction.resolve``). CaRB's annotators did not write down all that a
sentence says: of 50 tuples that no gold tuple confirms 33 are right when read by hand
(``data/carb_unconfirmed.tsv``), so such a tuple counts as right by that share where the scores of
CaRB's tuples are held against it. Five folds by sentence and by document print how true the scores
are on what they were not fitted on, how well they tell right from wrong (``auc``), and what each
threshold would accept of the pages' triples. ``--write`` puts the weights, rounded to one decimal,
into weights.yaml. Prose (``source_kinds``) has a calibration of its own, fitted on what is read by
hand of it: shift and scale of the sum. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from carb import DATA, NAMES, RIGHT, SERVED, load_gold
from carb_scorer import match
from carb_text import plain
from carb_tuples import tuple_of, without_repeats
from numpy.typing import NDArray
from prose_training import labelled_triples
from reliability import calibration_error, reliability_table
from sap_training import refresh
from sap_triples import TRAINING
from word_coverage import area_under_curve

from graphwright.extraction.reading.source_kinds import SourceKind, source_kind_of
from graphwright.extraction.rules.declaration import Labels
from graphwright.extraction.rules.registry import all_rules
from graphwright.extraction.scoring import confidence as scoring
from graphwright.extraction.scoring.arguments import PRONOUN
from graphwright.extraction.scoring.confidence import FeatureNames, load_weights
from graphwright.extraction.scoring.features import declared_features
from graphwright.extraction.standalone import read_texts
from graphwright.ids import sha256_text
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings
from graphwright.store.lake import Lake
from graphwright.tables.documents import ParsedDocument

UNCONFIRMED = TRAINING.with_name("carb_unconfirmed.tsv")
WEIGHTS = Path(scoring.__file__).with_name("weights.yaml")
NOT_IN_CARB = frozenset(
    declared.name
    for declared in (*all_rules(), *declared_features())
    if declared.fitted_on is Labels.HAND_READ
)
"""Rules and features of which CaRB tells nothing, and which its tuples do not check: ``Labels``."""

SET_BY_HAND = frozenset(f.name for f in declared_features() if f.fitted_on is Labels.NONE)
"""Features whose weight is no matter of labels: triples that have one are left out."""

PRONOUNS = frozenset(feature.name for feature in PRONOUN)
FOLDS = 5
PULL = 3.0
"""Strength with which a weight is drawn to what it was, in labelled triples."""

COUNTS = {"carb": 0.0, "carb_read": 0.0, "sap": 1.0, "prose": 0.1, "resolved": 0.0}
"""What a labelled triple counts: of CaRB's gold, of CaRB's sentences as a reader judges them, of an
enterprise page, of prose, of such a page's pronoun.

The score is meant as the chance on documentation. Of prose (news, biographies, papers) a reader
finds fewer triples right at each score, which documentation should not be charged with.
"""

CALIBRATING = "prose"
"""The labelled triples by which the score of prose is calibrated."""

THRESHOLDS = (0.6, 0.62, 0.64, 0.65, 0.66, 0.67, 0.69, 0.72, 0.75, 0.8)
CARB_TEXTS = "carb_dev/"
"""How the names of CaRB's sentences start among the texts of prose."""

Vector = NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class Labelled:
    """A triple's features, whether it is right, and the source and fold that it belongs to.

    ``prose`` says that its text is of that kind: a page of documentation hardly ever is.
    """

    features: FeatureNames
    right: float
    source: str
    fold: int
    prose: bool = False


def carb_rows(folder: Path) -> list[Labelled]:
    """Return the tuples of a CaRB set with their labels."""
    gold_name, text_name = next(p for p in NAMES if (folder / p[0]).is_file())
    gold = load_gold(folder / gold_name)
    nlp = load_pipeline(LanguageSettings())
    lines = (folder / text_name).read_text(encoding="utf-8").splitlines()
    written = [plain(line) for line in lines if line.strip()]
    unconfirmed = unconfirmed_share(UNCONFIRMED)
    rows = []
    for sentence, read in zip(written, read_texts(nlp, [w.text for w in written]), strict=True):
        key = "".join(sentence.tokens)
        if key not in gold:
            continue
        found = read.triples(nlp.vocab)
        seen = {triple.triple_id: names for triple, names in found}
        for triple in without_repeats([triple for triple, _ in found]):
            if triple.rule in NOT_IN_CARB:
                continue
            row = tuple_of(sentence, triple)
            confirmed = max(match(reference, row)[0] for reference in gold[key]) >= RIGHT
            right = 1.0 if confirmed else unconfirmed
            names = tuple(name for name in seen[triple.triple_id] if name not in NOT_IN_CARB)
            rows.append(Labelled(names, right, "carb", fold_of(key), is_prose(read.parsed)))
    return rows


def unconfirmed_share(path: Path) -> float:
    """Return the share of hand-read tuples outside CaRB's gold that are right all the same."""
    with path.open(encoding="utf-8", newline="") as lines:
        kept = (line for line in lines if not line.startswith("#"))
        rows = list(csv.DictReader(kept, delimiter="\t", quoting=3))
    return len([row for row in rows if row["right"] == "1"]) / len(rows)


def hand_rows(path: Path) -> list[Labelled]:
    """Return the hand-read triples with their verdicts."""
    with path.open(encoding="utf-8", newline="") as lines:
        table = csv.DictReader(
            (line for line in lines if not line.startswith("#")), delimiter="\t", quoting=3
        )
        rows = []
        for row in table:
            features = tuple(row["features"].split())
            source = "sap" if PRONOUNS.isdisjoint(features) else "resolved"
            rows.append(Labelled(features, float(row["right"]), source, fold_of(row["page"])))
        return rows


def prose_rows() -> list[Labelled]:
    """Return the hand-read triples of prose with their verdicts."""
    return [
        Labelled(
            features,
            float(row["right"]),
            "carb_read" if row["text"].startswith(CARB_TEXTS) else "prose",
            fold_of(row["text"]),
            is_prose(parsed),
        )
        for row, features, parsed in labelled_triples()
    ]


def is_prose(document: ParsedDocument) -> bool:
    """Return whether a text is prose."""
    return source_kind_of(document) is SourceKind.PROSE


def fold_of(key: str) -> int:
    """Return the fold of a sentence or document."""
    return int(sha256_text(key)[:8], 16) % FOLDS


def fit(design: Vector, right: Vector, counts: Vector, prior: Vector) -> Vector:
    """Return the weights of a logistic regression that is drawn to ``prior`` (Newton's method)."""
    weights = prior.copy()
    for _ in range(25):
        chance = 1.0 / (1.0 + np.exp(-design @ weights))
        slope = design.T @ (counts * (chance - right)) + PULL * (weights - prior)
        bend = (design * (counts * chance * (1.0 - chance))[:, None]).T @ design
        step = np.linalg.solve(bend + PULL * np.eye(len(prior)), slope)
        weights -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def calibrated(rows: list[Labelled], logits: Vector, right: Vector, counts: Vector) -> Vector:
    """Return (shift, scale) that make the sums of weights of prose its log-odds."""
    used = [row.source == CALIBRATING and row.prose for row in rows]
    share = np.array(used, dtype=float) * counts
    design = np.column_stack([np.ones(len(rows)), logits])
    return fit(design, right, share, np.array([0.0, 1.0]))


def cross_validated(
    rows: list[Labelled], design: Vector, right: Vector, counts: Vector, prior: Vector
) -> Vector:
    """Return the confidence of each row by weights that were fitted without its fold."""
    folds = np.array([row.fold for row in rows])
    chance = np.zeros(len(rows))
    for fold in range(FOLDS):
        inside = folds == fold
        outside = np.where(inside, 0.0, counts)
        logits = design @ fit(design, right, outside, prior)
        shift, scale = calibrated(rows, logits, right, (~inside).astype(float))
        logits = np.where([row.prose for row in rows], shift + scale * logits, logits)
        chance[inside] = 1.0 / (1.0 + np.exp(-logits[inside]))
    return chance


def report(rows: list[Labelled], chance: Vector) -> dict[str, Any]:
    """Print reliability on the folds that were left out, and return the figures."""
    figures: dict[str, Any] = {}
    for source in COUNTS:
        judged = [(float(c), r.right) for c, r in zip(chance, rows, strict=True)
                  if r.source == source]  # fmt: skip
        accepted = [right for c, right in judged if c >= SERVED]
        print(f"\n{source}: {len(judged)} labelled\n{reliability_table(judged)}")
        figures[source] = {
            "labelled": len(judged),
            "calibration_error": round(calibration_error(judged), 4),
            "auc": round(told_apart(judged), 4),
            "accepted": len(accepted),
            "accepted_precision": round(sum(accepted) / max(len(accepted), 1), 4),
            "share_of_expected": round(
                sum(right for _, right in judged) / max(sum(c for c, _ in judged), 1e-9), 4
            ),
        }
    return figures


def told_apart(judged: list[tuple[float, float]]) -> float:
    """Return the chance that a right triple scores above another."""
    scores, right = (np.array(column) for column in zip(*judged, strict=True))
    return area_under_curve(scores, right == 1.0)


def print_curve(rows: list[Labelled], chance: Vector) -> None:
    """Print what each threshold would accept of the pages' triples, of folds that were left out."""
    judged = [(c, r.right) for c, r in zip(chance, rows, strict=True) if r.source == "sap"]
    every = sum(right for _, right in judged)
    print(f"\n{'threshold':<12}{'accepted':>9}{'right':>8}{'of the right':>14}")
    for least in THRESHOLDS:
        accepted = [right for c, right in judged if c >= least]
        found = sum(accepted)
        share = found / max(len(accepted), 1)
        print(f"{least:<12}{len(accepted):>9}{share:>8.3f}{found / max(every, 1):>14.3f}")


def write(fitted: dict[str, float]) -> None:
    """Put the weights into weights.yaml, rounded, in the order in which they stand there."""
    lines, group = [], ""
    for line in WEIGHTS.read_text(encoding="utf-8").splitlines():
        heading = re.match(r"(\w+):", line)
        group = heading.group(1) if heading else group
        entry = re.match(r"  (\w+): -?[\d.]+$", line)
        name = "" if entry is None else entry.group(1)
        full = name if group == "features" else f"{group}.{name}"
        if entry is not None and full in fitted:
            digits = 2 if group == "prose" else 1
            lines.append(f"  {name}: {round(fitted[full], digits) + 0.0}")
        else:
            lines.append(line)
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--lake", type=Path, help="whose parses give today's features")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.lake is not None:
        refresh(Lake(options.lake))
    rows = carb_rows(options.folder) + hand_rows(TRAINING) + prose_rows()
    rows = [row for row in rows if SET_BY_HAND.isdisjoint(row.features)]
    names = sorted({name for row in rows for name in row.features})
    position = {name: index for index, name in enumerate(names)}
    design = np.zeros((len(rows), len(names)))
    for index, row in enumerate(rows):
        design[index, [position[name] for name in row.features]] = 1.0
    right = np.array([row.right for row in rows])
    counts = np.array([COUNTS[row.source] for row in rows])
    weights = load_weights().by_name
    prior = np.array([weights[name] for name in names])
    chance = cross_validated(rows, design, right, counts, prior)
    figures = report(rows, chance)
    print_curve(rows, chance)
    if options.write:
        fitted = fit(design, right, counts, prior)
        shift, scale = calibrated(rows, design @ fitted, right, np.ones(len(rows)))
        found = {name: float(value) for name, value in zip(names, fitted, strict=True)}
        write(found | {"prose.shift": float(shift), "prose.scale": float(scale)})
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
