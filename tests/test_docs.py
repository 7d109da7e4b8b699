"""What the pages show is so: examples run, settings are valid, and what is named is there.

Commands, settings with their defaults, and tables are held in ``e2e/test_readme``.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import yaml
from extraction_texts import extracted

from graphwright.documents.sources.registry import SOURCES
from graphwright.execution.workers import EXECUTORS
from graphwright.export.export import FORMATS
from graphwright.extraction import proposals
from graphwright.extraction.extractors import EXTRACTORS
from graphwright.extraction.scoring.confidence import load_weights
from graphwright.graph.kinds import GRAPHS
from graphwright.language.pipeline import load_pipeline
from graphwright.llm.provider.provider import PROVIDERS
from graphwright.project import Project, open_project
from graphwright.retrieval import STRATEGIES
from graphwright.settings import LanguageSettings, ParseSettings, Settings
from graphwright.steps.applications import StatesStep
from graphwright.steps.base.step import DeclaredStep, Given
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.document_groups import GroupsStep
from graphwright.steps.document_versions import VersionsStep
from graphwright.steps.documented_paths import DocumentedPathsStep
from graphwright.steps.embedding import VectorTable
from graphwright.steps.help import HelpEdgesStep
from graphwright.steps.implicit_links import ImplicitLinksStep
from graphwright.steps.likely_pairs import LikelyPairsStep
from graphwright.steps.listed import ListedStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.name_groups import NameGroupsStep
from graphwright.steps.name_mentions import NameMentionsStep
from graphwright.steps.pipeline import PIPELINE
from graphwright.steps.quiz import QuizStep
from graphwright.steps.sql_table import SqlTable
from graphwright.steps.tickets import TicketEdgesStep
from graphwright.store.storage import STORAGES
from graphwright.tables import TABLES, declare
from graphwright.vectors.embedder import EMBEDDERS
from graphwright.vectors.vector_store import VECTOR_STORES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
        *sorted(DOCS.glob("*.md")),
    ]
}
HANDBOOK = (
    "handbook/finance/payment-run.md",
    "handbook/policies/purchase-approval-policy.pdf",
    "handbook/procurement/how-to-create-a-purchase-order.md",
    "platform/ledgerline/approval-service.md",
)
"""Documents of the example that the pages ask about."""

PROPOSED = {
    "graphwright/documents/text/subtitles.py",
    "graphwright/extraction/rules/former_names.py",
    "graphwright/retrieval/spread_strategy.py",
    "graphwright/steps/section_headings.py",
    "sql/NAME.sql",
}
"""Files that the recipes make up."""

OTHER_NAMES = {
    "graphwright/max_cost": "a tag of a run",
    "graphwright/step": "a tag of an asset",
    "graphwright.engines": "a group of entry points",
}
"""What looks like a file or a module and is neither."""


class Block(NamedTuple):
    """A fenced block of code, and the line of its page on which its code starts."""

    line: int
    code: str


def blocks(page: str, language: str) -> list[Block]:
    """Return the fenced blocks of a page in a language, in order, also those of list items."""
    fence = re.compile(rf"^( *)```{language}\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
    return [
        Block(PAGES[page].count("\n", 0, found.start(2)) + 1, textwrap.dedent(found[2]))
        for found in fence.finditer(PAGES[page])
    ]


def inline_code(page: str) -> list[str]:
    """Return what stands in backticks inside the lines of a page."""
    return re.findall(
        r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```$", "", PAGES[page], flags=re.M | re.S)
    )


def rows_of_table(page: str, head: str) -> list[list[str]]:
    """Return the cells of the table whose head starts like this, without backticks."""
    body = PAGES[page][PAGES[page].index(head) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("| ").split("|")] for row in body]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the pages assume it, built by their first example, run as a program."""
    folder = tmp_path_factory.mktemp("docs")
    (folder / "handbook").mkdir()
    for name in HANDBOOK:
        shutil.copy(ROOT / "examples" / "documents" / name, folder / "handbook")
    program = folder / "first.py"
    program.write_text(blocks("docs/python.md", "python")[0].code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def project(place: Path) -> Project:
    return open_project(place / ".graphwright")


RECIPES = "CONTRIBUTING.md"
MODULE = "graphwright.steps.chunk"
"""The recipes' code stands in modules of the package: here in the name of one that is there."""


def run_page(page: str) -> dict[str, Any]:
    """Run all examples of a page one after another, and return what they define."""
    names: dict[str, Any] = {"__name__": MODULE if page == RECIPES else "__main__"}
    with pytest.MonkeyPatch.context() as patch:  # a table that is declared is forgotten again
        patch.setattr(declare, "_REGISTRY", dict(declare._REGISTRY))
        for line, code in blocks(page, "python"):
            # So that an error names page and line.
            exec(compile("\n" * (line - 1) + code, str(ROOT / page), "exec"), names)
        names["__tables__"] = {found.name: found for found in declare.declared_tables().values()}
    return names


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_the_examples_of_a_page_run(
    page: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    run_page(page)


def test_the_examples_are_found() -> None:
    with_examples = {page for page in PAGES if blocks(page, "python")}
    assert {RECIPES, "docs/python.md", "docs/retrieval.md"} <= with_examples
    fences = {page: text.count("```python") for page, text in PAGES.items()}
    assert fences == {page: len(blocks(page, "python")) for page in PAGES}


@pytest.fixture(scope="module")
def recipes() -> dict[str, Any]:
    return run_page(RECIPES)


def test_the_rule_of_the_recipe_reads_its_example(
    recipes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = recipes["FORMER_NAME"]
    monkeypatch.setattr(proposals, "SCOPE_RULES", (recipes["former_names"],))
    monkeypatch.setitem(load_weights().rules, rule.name, 2.0)
    found = extracted(load_pipeline(LanguageSettings()), rule.example.text)
    assert found.rule(rule.name) == set(rule.example.triples)


def test_the_step_of_the_recipe_makes_rows(
    recipes: dict[str, Any], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "section_headings"
    monkeypatch.setitem(TABLES, table, recipes["__tables__"][table])
    step, lake = recipes["HeadingStep"].of(Given(project.lake, project.settings)), project.lake
    rows = [
        row
        for path in lake.paths("parsed_documents")
        for units in [step.units(lake, int(path.stem))]
        for result in step.work(step.payloads(lake, int(path.stem), units))
        for row in result.rows["section_headings"]
    ]
    assert ("Time limits", 2) in [(row.text.lstrip("4 "), row.level) for row in rows]
    assert {row.document_id for row in rows} == {
        found["document_id"] for found in lake.read("source_documents").to_pylist()
    }


def test_the_reader_of_the_recipe_reads(recipes: dict[str, Any]) -> None:
    data = b"WEBVTT\n\n00:01.000 --> 00:04.000\nMaria Lopez owns\nthe ledger.\n\nNOTE a note\n"
    document = recipes["read_vtt"](data, ParseSettings())
    assert [block.text for block in document.blocks] == ["Maria Lopez owns the ledger."]


def test_the_strategy_of_the_recipe_answers(
    recipes: dict[str, Any], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy = recipes["SpreadStrategy"]
    monkeypatch.setitem(STRATEGIES._members, strategy.name, strategy)
    context = project.ask("Who approves purchase orders?", strategy=strategy.name, k=3)
    assert len({chunk.citation.document_id for chunk in context.chunks}) == 3


def test_the_sql_of_the_recipes_runs(recipes: dict[str, Any], project: Project) -> None:
    (found,) = re.findall(r"(-- Documents that .*?)\n\n", PAGES[RECIPES], re.DOTALL)
    assert project.sql(textwrap.dedent(" " * 7 + found)).column_names == [
        "document_id",
        "collection",
        "path",
    ]
    assert project.sql(recipes["NO_LOOP"].sql).num_rows == 0


@pytest.mark.parametrize(
    ("page", "line", "code"),
    [(page, *block) for page in PAGES for block in blocks(page, "yaml")],
    ids=lambda value: str(value)[:30].replace("\n", " "),
)
def test_settings_on_the_pages_are_valid(page: str, line: int, code: str) -> None:
    shown = yaml.safe_load(code)
    if shown.keys() <= Settings.model_fields.keys():
        manuals = {name for one in shown.get("applications", ()) for name in one["documents"]}
        collections = [{"name": name, "folder": "."} for name in ("any", *sorted(manuals))]
        Settings.model_validate({"collections": collections, **shown})


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that the headings of a page have on GitHub."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", PAGES[page]):
        if "://" in target:
            assert urlsplit(target).hostname == "github.com", f"{page}: link a package's repository"
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), f"{page} links to {target}"
        assert not anchor or anchor in anchors_of(file), f"{page} links to {target}"


_TOP = (
    *("assets", "benchmarks", "dagster_project", "docs", "examples", "graphwright"),
    *("resources", "sql", "tests"),
)
FILES = [
    path.relative_to(ROOT)
    for top in _TOP
    for path in (ROOT / top).rglob("*")
    if "__pycache__" not in path.parts
]
SOURCE = (".py", ".sql", ".j2", ".md", ".tsv")


def is_there(named: str) -> bool:
    """Say whether a path stands in the repository, from its root or from a folder in it."""
    pattern = named.rstrip("/")
    return any(path.match(pattern) for path in FILES)


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_are_there(page: str) -> None:
    for code in inline_code(page):
        path = code.split(" ")[0]
        if (
            not re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+/?", path)
            or path in PROPOSED | OTHER_NAMES.keys()
        ):
            continue
        if path.split("/")[0] in _TOP or path.endswith(SOURCE):
            assert is_there(path), f"{page} names {path}"


@pytest.mark.parametrize("page", PAGES)
def test_modules_that_are_named_are_there(page: str) -> None:
    dotted = re.compile(r"(graphwright|assets|sql|resources|dagster_project)(\.\w+)+")
    for name in filter(dotted.fullmatch, inline_code(page)):
        if name not in OTHER_NAMES and not name.endswith(SOURCE):
            found(name)


def found(name: str) -> object:
    """Return a module, or what a module holds, by its dotted name."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(found(module), attribute)


def test_each_page_of_the_docs_stands_once_in_their_index() -> None:
    listed = re.findall(r"\]\(([a-z_]+\.md)\)", PAGES["docs/README.md"])
    assert sorted(listed) == sorted(p.name for p in DOCS.glob("*.md") if p.name != "README.md")


def kind_of(declared: DeclaredStep) -> str:
    if isinstance(declared, SqlTable):
        return "SQL"
    if isinstance(declared, VectorTable):
        return "vectors"
    assert isinstance(declared, type)
    if issubclass(declared, ListedStep):
        return "listed"
    if issubclass(declared, VersionsStep):
        return "compared"
    if issubclass(declared, GroupsStep):
        return "groups"
    if issubclass(declared, NameGroupsStep):
        return "compared names"
    if issubclass(declared, LikelyPairsStep):
        return "scored pairs of names"
    if issubclass(declared, LlmNamesStep):
        return "asked names"
    if issubclass(declared, NameMentionsStep):
        return "names"
    if issubclass(declared, ImplicitLinksStep):
        return "near titles"
    if issubclass(declared, TicketEdgesStep):
        return "ticket graph"
    if issubclass(declared, HelpEdgesStep):
        return "help graph"
    if issubclass(declared, StatesStep):
        return "state graph"
    if issubclass(declared, DocumentedPathsStep):
        return "manual"
    if issubclass(declared, QuizStep):
        return "quiz"
    if issubclass(declared, BucketStep):
        return f"bucketed by {declared.unit_column.removesuffix('_id')}"
    return "snapshot"


def reads_of(declared: DeclaredStep) -> str:
    if set(declared.inputs) == set(TABLES):
        return "every table"
    return ", ".join(declared.inputs) or "what lies outside"


def test_the_table_of_steps_is_the_pipeline() -> None:
    assert rows_of_table("docs/architecture.md", "| step | kind |") == [
        [declared.name, kind_of(declared), reads_of(declared), ", ".join(declared.outputs)]
        for declared in PIPELINE
    ]


def test_the_table_of_seams_names_their_members() -> None:
    members = {row[0]: row[2] for row in rows_of_table("docs/architecture.md", "| seam |")}
    registries = {
        "storage of a lake's files": STORAGES,
        "executor of tasks": EXECUTORS,
        "vector store": VECTOR_STORES,
        "embedder": EMBEDDERS,
        "LLM provider": PROVIDERS,
        "extractor of triples": EXTRACTORS,
        "retrieval strategy": STRATEGIES,
        "kind of graph": GRAPHS,
        "export format": FORMATS,
    }
    for seam, registry in registries.items():
        assert members[seam] == ", ".join(registry.names), seam  # type: ignore[attr-defined]
    assert members["source of documents"].startswith(", ".join(SOURCES))


OUTSIDE = ("assets", "dagster_project", "resources", "sql")


def imports_of(part: Path) -> Iterator[str]:
    """Yield the parts, of graphwright or beside it, that the modules of a part import."""
    for path in part.rglob("*.py") if part.is_dir() else [part]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            if modules == ["graphwright"]:
                modules = [f"graphwright.{alias.name}" for alias in node.names]
            for names in (module.split(".") for module in modules):
                if names[0] in OUTSIDE:
                    yield names[0]
                elif names[0] == "graphwright":
                    yield names[1]


def test_the_table_of_parts_is_in_the_order_of_their_imports() -> None:
    parts = [row[0] for row in rows_of_table("docs/architecture.md", "| part |")]
    package = ROOT / "graphwright"
    inside = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/__init__.py")
    }
    assert set(parts) == {*inside, *OUTSIDE} - {"__init__", "models"}
    for place, part in enumerate(parts):
        folder = (ROOT if part in OUTSIDE else package) / part
        imported = set(imports_of(folder if folder.is_dir() else folder.with_suffix(".py")))
        assert imported <= {*parts[: place + 1]}, f"{part} imports what stands below it"


def test_a_word_stands_once_in_the_glossary() -> None:
    rows = re.findall(
        r"^\| ([^|]+?) \| [^|]+ \| [^|]+ \|$", PAGES["docs/glossary.md"], re.MULTILINE
    )
    words = [row for row in rows if row not in ("word", "---")]
    assert len(words) > 80
    assert len(words) == len(set(words))
