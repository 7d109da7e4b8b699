"""Measure coreference on GAP: F1 of ours and of coreferee run on everything, and their cost.

    .venv/bin/python benchmarks/gap.py [FILE_OR_FOLDER] [--limit N] [--stock FILE]

FILE is in GAP's form (tab-separated: ID, Text, Pronoun, Pronoun-offset, A, A-offset, A-coref, B,
...); of a folder all .tsv files are read. Each row asks of two names whether a pronoun stands for
them. Both systems are asked alike: a name is meant where one of the pronoun's names overlaps it, or
is the same name elsewhere in the text ("Ada Byron" and "Byron"). Ours gives a pronoun one name;
coreferee gives it all nouns of its chain. Both read the same parses. Cost is CPU time beside the
bare ``nlp.pipe`` of the same pipeline over the same texts, in the same run. coreferee needs an hour
for 2,000 rows: ``--stock`` names a file that its answers and their seconds are kept in, row by row,
so that a run that was stopped goes on and the next one is quick; answers of other versions or texts
are not used. The last line is one JSON object.
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

from graphwright.ids import content_id, document_id, fingerprint, sha256_text
from graphwright.language.annotate import ChunkInput, annotate, read_doc
from graphwright.language.coreferee_model import load_annotator
from graphwright.language.coreference import CoreferenceResolver, coreference_versions
from graphwright.language.coreference_engine.engine import Stock as StockEngine
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


class KeptAnswers:
    """coreferee's own answers, kept in a file of JSON lines: what was asked, nouns, CPU seconds."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        rows: list[dict[str, Any]] = []
        if path is not None and path.exists():
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self._known = {row["key"]: (row["roots"], row["seconds"]) for row in rows}

    def get(self, key: str, ask: Callable[[], list[int]]) -> tuple[list[int], float]:
        """Return the kept answer of a key, or ask, and keep what was said and its seconds."""
        if key not in self._known:
            started = time.process_time()
            roots = ask()
            self._known[key] = (roots, round(time.process_time() - started, 4))
            self._write(key)
        return self._known[key]

    def _write(self, key: str) -> None:
        if self._path is None:
            return
        roots, seconds = self._known[key]
        with self._path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"key": key, "roots": roots, "seconds": seconds}) + "\n")


class Stock:
    """coreferee, run on the whole text, as an answerer that knows what its answers took."""

    def __init__(self, nlp: Language, kept: KeptAnswers) -> None:
        self._engine = StockEngine(load_annotator(nlp))
        self._tok2vec: Any = None if nlp.vocab.vectors.size else nlp.get_pipe("tok2vec")
        self._version = fingerprint(coreference_versions(LanguageSettings()))
        self._kept = kept
        self.seconds = 0.0

    def __call__(self, parsed: Parsed, question: Question) -> list[Name]:
        """Return the nouns of the pronoun's chains."""
        doc, chunk, _ = parsed
        key = fingerprint([self._version, chunk.text_hash, question.offset])
        roots, seconds = self._kept.get(key, lambda: self._roots(doc, question.offset))
        self.seconds += seconds
        return [_noun(doc, root) for root in roots if doc[root].pos_ in ("NOUN", "PROPN")]

    def _roots(self, doc: Doc, offset: int) -> list[int]:
        vectors = None if self._tok2vec is None else self._tok2vec.predict([doc])[0]
        chains = self._engine.resolve(doc, 0, len(doc), vectors).chains
        meant = [c for c in chains if any(doc[i].idx == offset for m in c for i in m)]
        return sorted({i for chain in meant for mention in chain for i in mention})


def _noun(doc: Doc, root: int) -> Name:
    """The name that a noun heads, else the bare noun: coreferee names only the word."""
    token = doc[root]
    return name_of(doc, [root]) or Name(token.text, token.idx, token.idx + len(token))


def answers_of(
    answer: Answerer, parsed: Sequence[Parsed], questions: Sequence[Question]
) -> list[Answer]:
    """Return for each question whether its two names are meant."""
    found = [answer(p, q) for p, q in zip(parsed, questions, strict=True)]
    return [
        (is_meant(names, q.names[0]), is_meant(names, q.names[1]))
        for names, q in zip(found, questions, strict=True)
    ]


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
    parser.add_argument("--stock", type=Path, help="a file to keep coreferee's own answers in")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message=r"\[W007\]")
    questions = list(read_questions(options.data))[: options.limit]
    if not questions:
        parser.error(f"{options.data} holds no rows; a file of GAP was expected")
    nlp = load_pipeline(LanguageSettings())
    texts = [question.text for question in questions]
    tokens, bare = bare_parse(nlp, texts)
    parsed = parse(nlp, texts)
    resolver = ours(CoreferenceResolver(nlp))
    resolver(parsed[0], questions[0])  # the first call loads what the others find loaded
    started = time.process_time()
    answers = answers_of(resolver, parsed, questions)
    ratios = {"ours": round((time.process_time() - started) / bare, 3)}
    stock = Stock(nlp, KeptAnswers(options.stock))
    systems = {
        "ours": score(questions, answers),
        "coreferee": score(questions, answers_of(stock, parsed, questions)),
    }
    ratios["coreferee"] = round(stock.seconds / bare, 3)
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
