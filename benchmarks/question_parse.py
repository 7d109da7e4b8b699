"""Compare the pipeline that parses questions with that of builds: processor time, and parses.

    .venv/bin/python benchmarks/question_parse.py FOLDER... [--questions N]

FOLDER holds questions as those of ``benchmarks/retrieval.py``. Each question is parsed by both, in
turns; told is the median of the thread's processor time for each, and how many questions have
another tag, head, lemma, entity or sentence. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from retrieval import load
from spacy.language import Language
from spacy.tokens import Doc

from graphwright.language.pipeline import load_pipeline
from graphwright.language.question_pipeline import load_question_pipeline
from graphwright.settings import LanguageSettings


def parsed(doc: Doc) -> list[tuple[Any, ...]]:
    """Return all that a parse says of each token."""
    return [
        (t.text, t.tag_, t.pos_, t.dep_, t.head.i, t.lemma_, t.ent_type_, t.ent_iob_, t.sent.start)
        for t in doc
    ]


def compare(pipelines: dict[str, Language], questions: list[str]) -> dict[str, Any]:
    """Return the milliseconds of each pipeline, and how many parses differ."""
    spent: dict[str, list[float]] = {name: [] for name in pipelines}
    others = 0
    for question in [*questions[:3], *questions]:
        found = []
        for name, nlp in pipelines.items():
            began = time.thread_time()
            doc = nlp(question)
            spent[name].append(time.thread_time() - began)
            found.append(parsed(doc))
        others += found[0] != found[1]
    return {
        "questions": len(questions),
        "other_parses": others,
        **{f"{n}_ms": round(float(np.median(t[3:])) * 1000, 2) for n, t in spent.items()},
    }


def main() -> None:
    """Read the arguments, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--questions", type=int, help="of each folder")
    given = parser.parse_args()
    pipelines = {
        "build": load_pipeline(LanguageSettings()),
        "question": load_question_pipeline(LanguageSettings()),
    }
    figures = {}
    for folder in given.folders:
        asked = list(load(folder, given.questions).questions.values())
        figures[folder.name] = compare(pipelines, asked)
        print(folder.name, figures[folder.name])
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
