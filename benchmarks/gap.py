"""Measure coreference on GAP: F1 of ours and of coreferee run on everything, and their cost.

    .venv/bin/python benchmarks/gap.py [FILE_OR_FOLDER] [--limit N]

FILE is in GAP's form (tab-separated: ID, Text, Pronoun, Pronoun-offset, A, A-offset, A-coref, B,
...); of a folder all .tsv files are read. Each row asks of two names whether a pronoun stands for
them. Both systems are asked alike: a name is meant where one of the pronoun's names overlaps it, or
is the same name elsewhere in the text ("Ada Byron" and "Byron"). Ours gives a pronoun one name;
coreferee gives it all nouns of its chain. Both read the same parses. Cost is CPU time beside the
bare ``nlp.pipe`` of the same pipeline over the same texts, in the same run. The last line is one
JSON object.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import json
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphwright.ids import content_id, document_id, sha256_text
from graphwright.language.annotate import ChunkInput, annotate, read_doc
from graphwright.language.coreferee_model import load_annotator
from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.coreference_engine.engine import Stock
from graphwright.language.names import Name, name_of
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings
from graphwright.tables import Block, Chunk, Sentence

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "coreference" / "gap_dev"
GENDERS = {"masculine": ("he", "him", "his"), "feminine": ("she", "her", "hers")}


@dataclasses.dataclass(frozen=True)
class Question:
    """A row of GAP: a text, the offset of a pronoun, and two names with what is true of them."""

    text: str
    pronoun: str
    offset: int
    names: tuple[Name, Name]
    truth: tuple[bool, bool]


Parsed = tuple["Doc", Chunk, list[Sentence]]
Answer = tuple[bool, bool]
Answerer = Callable[[Parsed, Question], list[Name]]


@dataclasses.dataclass
class Counts:
    """True and false positives and what was missed, over single names."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, answer: bool, truth: bool) -> None:
        self.right += answer and truth
        self.wrong += answer and not truth
        self.missed += truth and not answer

    def scores(self) -> dict[str, float]:
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.right / max(1, self.right + self.missed)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return {k: round(v, 4) for k, v in (("p", precision), ("r", recall), ("f1", f1))}


def read_questions(path: Path) -> Iterator[Question]:
    """Read a file of GAP, or all of a folder."""
    for file in sorted(path.glob("*.tsv")) if path.is_dir() else [path]:
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield Question(
                    text=row["Text"],
                    pronoun=row["Pronoun"].lower(),
                    offset=int(row["Pronoun-offset"]),
                    names=(_name(row, "A"), _name(row, "B")),
                    truth=(row["A-coref"] == "TRUE", row["B-coref"] == "TRUE"),
                )


def _name(row: dict[str, str], key: str) -> Name:
    start = int(row[f"{key}-offset"])
    return Name(row[key], start, start + len(row[key]))


def is_meant(found: Sequence[Name], asked: Name) -> bool:
    """Return whether one of the names found overlaps the one asked for, or is the same name."""
    return any(_overlap(name, asked) or same_name(name.text, asked.text) for name in found)


def _overlap(first: Name, second: Name) -> bool:
    return first.start < second.end and second.start < first.end


def same_name(first: str, second: str) -> bool:
    """Return whether the words of one begin or end the other: "Ada Byron", "Ada", "Byron"."""
    short, long = sorted((_words(first), _words(second)), key=len)
    if not short:
        return False
    return short in (long[: len(short)], long[-len(short) :])


def _words(name: str) -> list[str]:
    return name.lower().removesuffix("'s").removesuffix("’s").split()


def chunk_input(text: str, index: int) -> ChunkInput:
    """Return a text as a chunk of one paragraph."""
    document = document_id("gap", str(index))
    block = Block(0, "paragraph", 0, 0, len(text), (), None, None, None, None, None, ())
    chunk = Chunk(
        content_id("chunk", document, 0), document, 0, 0, len(text), text, sha256_text(text),
        (), None, None,
    )  # fmt: skip
    return ChunkInput(chunk, (block,), None, None)


def parse(nlp: Language, texts: Sequence[str]) -> list[Parsed]:
    """Annotate the texts as a build does and read the parses back."""
    inputs = [chunk_input(text, index) for index, text in enumerate(texts)]
    return [
        (read_doc(annotation, nlp.vocab), entry.chunk, sentences)
        for (annotation, sentences), entry in zip(annotate(nlp, inputs), inputs, strict=True)
    ]


def ours(resolver: CoreferenceResolver) -> Answerer:
    """Return what asks our resolver for the name of the pronoun."""

    def answer(parsed: Parsed, question: Question) -> list[Name]:
        rows = resolver.resolve(*parsed)
        return [
            Name(row.name, row.name_start, row.name_end)
            for row in rows
            if row.mention_start == question.offset
        ]

    return answer


def coreferee(nlp: Language) -> Answerer:
    """Return what asks coreferee, run on the whole text, for the nouns of the pronoun's chains."""
    stock = Stock(load_annotator(nlp))
    tok2vec: Any = None if nlp.vocab.vectors.size else nlp.get_pipe("tok2vec")

    def answer(parsed: Parsed, question: Question) -> list[Name]:
        doc = parsed[0]
        vectors = None if tok2vec is None else tok2vec.predict([doc])[0]
        chains = stock.resolve(doc, 0, len(doc), vectors).chains
        meant = [c for c in chains if any(doc[i].idx == question.offset for m in c for i in m)]
        roots = sorted({i for chain in meant for mention in chain for i in mention})
        return [_noun(doc, root) for root in roots if doc[root].pos_ in ("NOUN", "PROPN")]

    return answer


def _noun(doc: Doc, root: int) -> Name:
    """The name that a noun heads, else the bare noun: coreferee names only the word."""
    token = doc[root]
    return name_of(doc, [root]) or Name(token.text, token.idx, token.idx + len(token))


def measured(
    answer: Answerer, parsed: Sequence[Parsed], questions: Sequence[Question]
) -> tuple[list[Answer], float]:
    """Return the answers to all questions and the CPU seconds that they took."""
    answer(parsed[0], questions[0])
    started = time.process_time()
    found = [answer(p, q) for p, q in zip(parsed, questions, strict=True)]
    seconds = time.process_time() - started
    answers = [
        (is_meant(names, q.names[0]), is_meant(names, q.names[1]))
        for names, q in zip(found, questions, strict=True)
    ]
    return answers, seconds


def score(questions: Sequence[Question], answers: Sequence[Answer]) -> dict[str, dict[str, float]]:
    """Return precision, recall and F1 overall and by gender of the pronoun."""
    counts = {group: Counts() for group in ("overall", *GENDERS)}
    for question, answer in zip(questions, answers, strict=True):
        gender = next(g for g, pronouns in GENDERS.items() if question.pronoun in pronouns)
        for said, true in zip(answer, question.truth, strict=True):
            counts["overall"].add(said, true)
            counts[gender].add(said, true)
    return {group: count.scores() for group, count in counts.items()}


def bare_parse(nlp: Language, texts: Sequence[str]) -> tuple[int, float]:
    """Return the tokens of the texts and the CPU seconds of the bare pipeline."""
    list(nlp.pipe(texts[:16]))
    started = time.process_time()
    tokens = sum(len(doc) for doc in nlp.pipe(texts))
    return tokens, time.process_time() - started


def _print(systems: dict[str, dict[str, dict[str, float]]], ratios: dict[str, float]) -> None:
    print(f"{'':12}{'':12}{'P':>8}{'R':>8}{'F1':>8}{'cost':>10}")
    for system, groups in systems.items():
        for group, scores in groups.items():
            cost = f"{ratios[system]:>9.2f}x" if group == "overall" else ""
            numbers = "".join(f"{scores[key]:>8.3f}" for key in ("p", "r", "f1"))
            print(f"{system:12}{group:12}{numbers}{cost}")
    print("cost: CPU time beside the bare parse of the same texts")


def main() -> None:
    """Measure and print; the last line is one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--limit", type=int, help="only the first so many rows")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message=r"\[W007\]")
    questions = list(read_questions(options.data))[: options.limit]
    if not questions:
        parser.error(f"{options.data} holds no rows; a file of GAP was expected")
    nlp = load_pipeline(LanguageSettings())
    texts = [question.text for question in questions]
    tokens, bare = bare_parse(nlp, texts)
    parsed = parse(nlp, texts)
    answerers = {"ours": ours(CoreferenceResolver(nlp)), "coreferee": coreferee(nlp)}
    systems, ratios = {}, {}
    for name, answerer in answerers.items():
        answers, seconds = measured(answerer, parsed, questions)
        systems[name] = score(questions, answers)
        ratios[name] = round(seconds / bare, 3)
    _print(systems, ratios)
    result = {
        "rows": len(questions),
        "tokens": tokens,
        "f1": systems["ours"]["overall"]["f1"],
        "coreferee_f1": systems["coreferee"]["overall"]["f1"],
        "ratio_to_parse": ratios["ours"],
        "coreferee_ratio_to_parse": ratios["coreferee"],
        "by_gender": {
            gender: {
                "f1": systems["ours"][gender]["f1"],
                "coreferee_f1": systems["coreferee"][gender]["f1"],
            }
            for gender in GENDERS
        },
        "precision": systems["ours"]["overall"]["p"],
        "recall": systems["ours"]["overall"]["r"],
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
