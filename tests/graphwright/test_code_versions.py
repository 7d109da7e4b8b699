"""Versions follow what code and data files say: a copy of the package is changed and asked."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import graphwright
from graphwright.code_versions import CACHE_NAME, FOLLOWED, LENGTH, Code, SourceTree, version_of
from graphwright.inspection import table_profile
from graphwright.steps import embedding
from graphwright.steps.pipeline import PIPELINE

PACKAGE = Path(graphwright.__file__).parent

CODE: dict[str, Code] = {
    **{step.name: step.code for step in PIPELINE if hasattr(step, "code")},
    "embeddings": embedding._TEXTS_CODE,
    "inspection": table_profile._CODE,
}
"""What is kept between builds, and the code that shapes it."""

SHAPES_NO_ROW = {
    "applications/": "reads pages for a crawl, whose observation stands for them",
    "applications/crawl/": "drives a browser, and what was seen stands for it",
    "applications/in_page/": "runs in the page, and what was seen stands for it",
    "display/facts.py": "shown to people",
    "display/markdown.py": "shown to people",
    "display/messages.py": "guards what libraries print",
    "documents/pdf/page_image.py": "draws pages for people",
    "documents/sources/": "gives bytes, whose hash stands for them",
    "documents/tickets/exports/": "gives records of tickets, whose hash stands for them",
    "documents/tickets/masking.py": "masks records of tickets, whose hash stands for them",
    "documents/tickets/secrets.py": "masks records of tickets, whose hash stands for them",
    "entities/decision_text.py": "writes the decisions file for people",
    "entities/decisions.py": "gives decisions, which are listed anew each time",
    "entities/name_dictionary.py": "its version is a cause of the step of names",
    "entities/name_mentions.py": "its version is a cause of the step of names",
    "entities/predicates.py": "gives predicates, which are listed anew each time",
    "entities/predicates.yaml": "gives predicates, which are listed anew each time",
    "extraction/explain.py": "shown to people",
    "extraction/standalone.py": "reads sentences for people",
    "inspection/ad_hoc_query.py": "shown to people",
    "inspection/evidence_picture.py": "shown to people",
    "inspection/lake_report.py": "shown to people",
    "inspection/llm_usage.py": "shown to people",
    "inspection/seed_suggestions.py": "shown to people",
    "inspection/slowest_documents.py": "shown to people",
    "inspection/snapshot_changes.py": "shown to people",
    "inspection/template_coverage.py": "shown to people",
    "inspection/verification.py": "shown to people",
    "language/question_pipeline.py": "reads questions, and gives the parse that builds give",
    "language/token_encoder.py": "reads questions, and gives the parse that builds give",
    "llm/answers/": "how answers are come by",
    "llm/calls/": "how answers are come by; the seed is a cause of its own",
    "llm/prompts/entities.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/help_actionable.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/help_intents.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/help_nodes.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/names.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/ticket_sections.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/quiz.py": "what an LLM is asked of a quiz, and no step asks",
    "llm/prompts/quiz.yaml": "what an LLM is asked of a quiz, and no step asks",
    "llm/prompts/relations.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/summary.yaml": "each prompt is a cause of its own, by its hash",
    "llm/prompts/triples.yaml": "each prompt is a cause of its own, by its hash",
    "llm/provider/": "how answers are come by",
    "llm/versions.py": "names causes",
    "quiz/": "asks the questions of the table, and reports",
    "tickets/template_gaps.py": "shown to people",
    "tickets/resolution_times.py": "asked of the published tickets",
    "vectors/milvus_connection.py": "keeps vectors",
    "vectors/milvus_store.py": "keeps vectors",
    "vectors/opening.py": "keeps vectors",
    "vectors/sync_state.py": "keeps vectors",
    "vectors/vector_store.py": "keeps vectors",
}
"""Files and folders below the followed ones that no version depends on, and why."""

STEPS = """
import json, sys
from pathlib import Path
from graphwright.llm.answers.key import answer_key
from graphwright.llm.prompts.forms import TRIPLES
from graphwright.settings import LlmSettings, parse_settings
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.base.step import Given, Work
from graphwright.store.lake import Lake

root = Path(sys.argv[1])
collection = {"name": "c", "folder": ".", "extractor": "both"}
settings = parse_settings({"collections": [collection], "buckets": 1}, origin=root / "s.yaml")
lake, stale = Lake(root / "lake"), []
pipeline = Pipeline(Given(lake, settings, documents=()))
for step in pipeline.bucketed:
    if not step.is_current(lake, 0):
        stale.append(step.name)
    pipeline.run(step, Work(buckets=[0]))
answer = answer_key(LlmSettings(), [], TRIPLES.schema, 0, TRIPLES.identity)
print(json.dumps({"stale": stale, "answer": answer}))
"""


class Copy:
    """A copy of the package with what its files said at first."""

    def __init__(self, root: Path) -> None:
        self.root, self.package = root, root / "graphwright"
        self._cache = root / "remembered.json"
        self._first: dict[Path, str] = {}
        without = shutil.ignore_patterns("__pycache__", "models")
        shutil.copytree(PACKAGE, self.package, ignore=without)
        shutil.copytree(PACKAGE.parent / "sql", root / "sql", ignore=without)

    def versions(self, cache: Path | None = None) -> dict[str, str]:
        """Return each step's version, as a new process would."""
        tree = SourceTree(self.package)
        if cache is not None:
            tree.recall(cache)
        found = {step: tree.version(code) for step, code in CODE.items()}
        if cache is not None:
            tree.remember(cache)
        return found

    def restore(self, cache: Path) -> None:
        """Take back all changes, and remember no more than a fresh copy."""
        for path, text in self._first.items():
            path.write_text(text, encoding="utf-8")
        self._first.clear()
        self._cache = cache
        shutil.rmtree(self.root / "lake", ignore_errors=True)

    def edit(self, file: str, change: Callable[[str], str]) -> None:
        """Change a file of the copy."""
        path = self.package / file
        before = path.read_text(encoding="utf-8")
        self._first.setdefault(path, before)
        assert change(before) != before
        path.write_text(change(before), encoding="utf-8")

    def changed(self) -> set[str]:
        """Return the steps whose version is another than that of the package."""
        found = self.versions(self._cache)
        return {step for step, version in found.items() if version != version_of(CODE[step])}

    def build(self) -> tuple[set[str], str]:
        """Return the steps that a process found stale and did, and the key of an LLM's answer."""
        output = subprocess.run(
            [sys.executable, "-c", STEPS, str(self.root)],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        built = json.loads(output)
        return set(built["stale"]), built["answer"]


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with what the package's files say, so that copies are read at once."""
    path, tree = tmp_path_factory.mktemp("remembered") / CACHE_NAME, SourceTree(PACKAGE)
    for code in CODE.values():
        tree.version(code)
    tree.remember(path)
    return path


@pytest.fixture(scope="module")
def one_copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def copy(one_copy: Copy, tmp_path: Path, remembered: Path) -> Copy:
    """The copy of the package as it was at first."""
    own = tmp_path / "remembered.json"
    shutil.copy(remembered, own)
    one_copy.restore(own)
    return one_copy


def added(text: str) -> str:
    return f"{text}\n_ADDED = 1\n"


def replace(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


RESOLUTION = {"resolved_triples", "mention_forms"}
"""Forms of mentions are counted by the key that resolution gives an antecedent."""
RULES = {"dependency_triples", *RESOLUTION}
"""Resolution asks the declared rules which of them give no names."""
BUCKETED = {
    step
    for step in CODE
    if step
    not in (
        *("document_groups", "document_versions", "embeddings", "implicit_ticket_links"),
        *("inspection", "likely_pairs", "llm_name_verdicts", "name_groups", "parse"),
    )
}
EDITS = {
    "a weight": (
        "extraction/scoring/weights.yaml", replace(": 0.", ": 0.9"), {"dependency_triples"},
    ),
    "a word list of the rules": (
        "extraction/parse/lexicon.yaml", replace("[say, ", "[say, zz, "), RULES,
    ),
    "a word list of resolution": (
        "extraction/stop_words.yaml", lambda text: text.replace("[", "[zz, ", 1),
        RESOLUTION,
    ),
    "a line of a rule": (
        "extraction/rules/nominal.py", added, RULES,
    ),
    "the example of a rule": (
        "extraction/rules/verbal.py", replace('reads("', 'reads("So '), set(),
    ),
    "how a folder is listed": ("documents/sources/discover.py", added, set()),
    "a line of the chunker": (
        "documents/chunk.py", added, {"chunk"},
    ),
    "a line of a format": (
        "documents/html/flatten.py", added, {"parse"},
    ),
    "the tokenizer": (
        "language/tokenizer.py", added,
        # What reads parses.
        {"annotate", "coreference", "dependency_triples", "llm_triples", "mention_forms"},
    ),
    "what is asked, and when": (
        "llm/extractor.py", added, {"llm_outlines", "llm_triples"},
    ),
    "reading an answer": (
        "llm/reading/ask.py", added,
        {
            *("llm_help_nodes", "llm_name_verdicts", "llm_outlines", "llm_ticket_sections"),
            "llm_triples",
        },
    ),
    "what an answer is refused for": (
        "llm/calls/reply.py", added, {"llm_outlines", "llm_triples"},
    ),
    "a step": ("steps/chunk.py", added, {"chunk"}),
    "which rows a worker is given": (
        "steps/bucketed/rows.py", added, BUCKETED - {"applications", "ui_captures", "ui_states"},
    ),
    "the declaration of a table": ("tables/text.py", added, set()),
    "the verbatim check": ("llm/reading/verbatim_check.py", added, {"llm_triples"}),
    "the client": ("llm/calls/client.py", added, set()),
    "the settings": ("settings/project_settings.py", added, set()),
    "the text of an entity": (
        "vectors/embedding_texts.py", added, {"embeddings", "likely_pairs"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_change_of_content_changes_just_the_versions_of_its_steps(copy: Copy, name: str) -> None:
    file, change, expected = EDITS[name]
    copy.edit(file, change)
    assert copy.changed() == expected


@pytest.mark.parametrize("file", ["extraction/rules/nominal.py", "documents/chunk.py"])
def test_comments_docstrings_and_layout_change_nothing(copy: Copy, file: str) -> None:
    copy.edit(file, lambda text: f"# A reason.\n{text}\n\n# The end.\n")
    assert copy.changed() == set()
    copy.edit(file, lambda text: re.sub(r'("""|#) ?[A-Z]', r"\1Other words, and A", text))
    assert copy.changed() == set()
    # All comments and the whole layout gone.
    copy.edit(file, lambda text: ast.unparse(ast.parse(text)))
    assert copy.changed() == set()


@pytest.mark.parametrize("file", ["scoring/weights.yaml", "parse/lexicon.yaml", "stop_words.yaml"])
def test_a_comment_in_a_data_file_changes_nothing(copy: Copy, file: str) -> None:
    copy.edit(f"extraction/{file}", lambda text: f"# A reason.\n{text}\n\n# The end.\n")
    assert copy.changed() == set()


@pytest.mark.long
def test_a_step_is_stale_when_what_shapes_it_changed(copy: Copy) -> None:
    first, answer = copy.build()
    assert {"parse", "annotate", "llm_triples", "resolved_triples"} <= first
    copy.edit("extraction/rules/nominal.py", lambda text: f"# A reason.\n{text}")
    assert copy.build() == (set(), answer)
    copy.edit("extraction/scoring/weights.yaml", EDITS["a weight"][1])
    assert copy.build() == (RULES, answer)
    # Answers are read again and not asked again.
    copy.edit("llm/reading/verbatim_check.py", added)
    assert copy.build() == ({"llm_triples", *RESOLUTION}, answer)


def test_a_cache_gives_the_same_whatever_it_holds(copy: Copy, tmp_path: Path) -> None:
    cache = tmp_path / "cache" / CACHE_NAME

    def chunker() -> str:
        tree = SourceTree(copy.package)
        tree.recall(cache)
        version = tree.version(CODE["chunk"])
        tree.remember(cache)
        return version

    version = chunker()
    written = cache.read_bytes()
    assert (chunker(), cache.read_bytes()) == (version, written)
    for damaged in (b"", b"{", b"[]", b'{"reader": 1}', written.replace(b'"files"', b'"f"')):
        cache.write_bytes(damaged)
        assert (chunker(), cache.read_bytes()) == (version, written)
    copy.edit("documents/chunk.py", added)
    assert chunker() != version
    assert cache.read_bytes() != written


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    tree = SourceTree(PACKAGE)
    tree.recall(tmp_path / "file" / "cache.json")
    assert tree.version(CODE["chunk"]) == version_of(CODE["chunk"])
    tree.remember(tmp_path / "file" / "cache.json")


def test_each_file_of_the_followed_folders_belongs_to_a_step_or_shapes_no_row() -> None:
    folders = [place.partition(".")[2].replace(".", "/") for place in FOLLOWED]
    there = {
        path.relative_to(PACKAGE).as_posix()
        for folder in folders
        for path in (PACKAGE / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not _only_describes(path)
    }
    counted = frozenset[str]().union(*map(SourceTree(PACKAGE).shaping_files, CODE.values()))
    left = {name: _named_as(name) for name in there - counted}
    assert {name for name, named in left.items() if named is None} == set(), "name it"
    assert set(SHAPES_NO_ROW) == set(left.values()), "it is gone, or shapes rows"


def _named_as(file: str) -> str | None:
    """Return the entry of ``SHAPES_NO_ROW`` that a file falls under."""
    folder = f"{file.rpartition('/')[0]}/"
    return next((name for name in (file, folder) if name in SHAPES_NO_ROW), None)


def _only_describes(path: Path) -> bool:
    """Return whether a file is a package's own module that only says or passes on what is in it."""
    if path.name != "__init__.py":
        return False
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return len(body) == 1 or path.parent == PACKAGE / "llm"


def test_what_the_table_names_is_there() -> None:
    modules = SourceTree(PACKAGE).modules
    named = [name for code in CODE.values() for name in (*code.entries, *code.leaves_out)]
    assert [name for name in named if name not in modules] == []
    assert [f for f in FOLLOWED if f not in modules] == []
    assert all(len(version_of(code)) == LENGTH for code in CODE.values())
