"""A collection in which some documents are secret, built step by step without Milvus or Dagster."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import yaml

from graphwright.access.views import refresh_views
from graphwright.documents.sources.discover import discover
from graphwright.entities.normalise import normalise
from graphwright.execution.workers import run_tasks
from graphwright.graph.pointer import read_pointer
from graphwright.project import Project
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.bucketed import runner
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake, open_lake
from graphwright.tables import SourceDocument

BUCKETS = 2

TEXTS = {
    "handbook/payments.md": "# Payments\n\nHalvorn pays suppliers every Thursday. The treasury "
    "team approves the payment run. The payment run uses Ledgerline.\n",
    "handbook/travel.md": "# Travel\n\nThe travel desk books every flight. Managers approve "
    "hotel bookings. The personnel office publishes the travel policy.\n",
    "handbook/policy-v1.md": "# Expense policy\n\nThe expense policy limits "
    "[hotel bookings](travel.md). Managers sign the expense report.\n",
    "handbook/policy-v2.md": "# Expense policy\n\nThe expense policy limits "
    "[hotel bookings](travel.md) and [flights](policy-v1.md). Managers sign the "
    "expense report twice.\n",
    "platform/ledgerline.md": "# Ledgerline\n\nLedgerline stores the journal entries. The approval "
    "service calls Ledgerline. The General Ledger System (GLS) archives the journal entries.\n",
    "platform/gls.md": "# Archive\n\nThe GLS keeps the archive. The archive holds old periods.\n",
    "board/falcon.md": "# Project Falcon\n\nProject Falcon acquires Meridian Freight. The treasury "
    "team funds Project Falcon. Halvorn pays Meridian Freight a retainer of nine millions. The "
    "Falcon Steering Group (FSG) supervises Ledgerline.\n",
    "board/payments-copy.md": "# Payments\n\nHalvorn pays suppliers every Thursday. The treasury "
    "team approves the payment run. The payment run uses Ledgerline.\n",
    "board/people.md": "# Severance\n\nThe personnel office prepares the Tamarind severance plan. "
    "The Tamarind severance plan replaces the travel desk. Managers fear Tamarind.\n",
    "board/policy-v3.md": "# Expense policy\n\nThe expense policy forbids "
    "[Zephyrline](falcon.md) flights. Managers sign the Zephyrline waiver.\n",
}
"""Path below the collection's folder, whose name it is, to the text."""

SEEDS = (
    {"name": "General Ledger System", "aliases": ["GLS"], "definition": "The archive of journals."},
    {
        "name": "Project Falcon",
        "aliases": ["Falcon", "Peregrine"],
        "definition": "The takeover of Meridian Freight.",
    },
    {"name": "Project Obsidian", "definition": "A plan that no document names."},
)

VERSIONS: tuple[dict[str, Any], ...] = (
    {"document": "payments.md", "collection": "handbook", "valid_from": "2024-01-01"},
    {"document": "people.md", "collection": "board", "supersedes": ["travel.md"]},
    {
        "document": "gls.md",
        "collection": "platform",
        "supersedes": ["ledgerline.md", "falcon.md"],
    },
)
"""Entries of the sidecar of versions; names of files are distinct over all collections."""


@dataclasses.dataclass(frozen=True)
class Secrets:
    """The collections, their settings, and a lake that is brought up to date on demand."""

    root: Path

    @property
    def project(self) -> Project:
        return Project(self.root / "lake", given=self.settings)

    @property
    def settings(self) -> Settings:
        raw = yaml.safe_load((self.root / "sources.yaml").read_text("utf-8"))
        return parse_settings(raw, origin=self.root / "sources.yaml")

    def write(self, texts: Mapping[str, str]) -> None:
        for path, text in texts.items():
            place = self.root / "sources" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")

    def say(self, groups: Mapping[str, str], **access: Any) -> None:
        """Write the settings, and a sidecar of groups by path (``collection/path``)."""
        lines = [
            f"{path.split('/')[0]},{path.split('/', 1)[1]},{said}" for path, said in groups.items()
        ]
        sidecar = "\n".join(["collection,path,groups", *lines])
        (self.root / "groups.csv").write_text(sidecar, encoding="utf-8")
        raw = plain_settings(sorted({path.split("/")[0] for path in TEXTS}))
        raw["access"] = {"sidecar": "groups.csv", **access}
        for collection in raw["collections"]:
            collection["folder"] = f"sources/{collection['name']}"
        write_yaml(self.root / "sources.yaml", raw)
        write_yaml(self.root / "seeds.yaml", {"concepts": list(SEEDS)})
        write_yaml(self.root / "versions.yaml", {"documents": list(VERSIONS)})

    def list_groups(self) -> None:
        """Run the first step that knows who may see what, and no other."""
        lake, settings = self.project.lake, self.settings
        Pipeline(Given(lake, settings)).step("document_groups").run(lake, Work())

    def build(self) -> str:
        """Bring the lake and the views of the settings up to date; return the snapshot's id."""
        project = self.project
        bring_up_to_date(project)
        pointer = read_pointer(project.root)
        assert pointer is not None
        return pointer.current


def plain_settings(collections: Sequence[str]) -> dict[str, Any]:
    """Return settings without a word of access; folders are for who writes them."""
    return {
        "collections": [{"name": name, "folder": "nowhere"} for name in collections],
        "seed_concepts": "seeds.yaml",
        "versions": {"sidecar": "versions.yaml"},
        "language": {"coreference": False},
        "buckets": BUCKETS,
        "workers": 1,
        "keep_snapshots": 3,
    }


def write_yaml(path: Path, value: object) -> None:
    path.write_text(yaml.safe_dump(value, sort_keys=False, allow_unicode=True), encoding="utf-8")


def new_secrets(root: Path, groups: Mapping[str, str], **access: Any) -> Secrets:
    """Make the folder and build it."""
    made = Secrets(root)
    made.write(TEXTS)
    made.say(groups, **access)
    made.build()
    return made


def bring_up_to_date(project: Project) -> None:
    """Run every step over what the settings name, and refresh the views."""
    with project.lake.exclusive():
        found = discover(project.settings, project.lake.places, lake=project.lake)
        run_steps(project.lake, project.settings, found)
        refresh_views(project)


def run_steps(
    lake: Lake,
    settings: Settings,
    documents: Sequence[SourceDocument],
    before: Callable[[str], None] = lambda step: None,
) -> None:
    """Run every step of the pipeline, without checks.

    ``view_of`` a lake that is not there spares Milvus Lite.
    """
    nothing = Lake(lake.root / "nothing")
    pipeline = Pipeline(Given(lake, settings, documents=documents, view_of=nothing))
    work = Work(buckets=range(BUCKETS), workers=1, allow_shrinking=True)
    with mock.patch.object(runner, "run_tasks", _run_here):
        for step in pipeline:
            before(step.name)
            if step.bucketed or not step.is_current(lake):
                step.run(lake, work)


def _run_here(
    function: Callable[..., Any],
    tasks: Any,
    *,
    initializer: Callable[..., object] | None = None,
    initargs: Any = (),
    **_limits: Any,
) -> Any:
    """Run tasks as ``run_tasks`` does, in this process, which keeps the models that it loads."""
    return run_tasks(
        function,
        tasks,
        workers=0,
        timeout_seconds=None,
        initializer=initializer,
        initargs=initargs,
    )


def clean_build(
    secrets: Secrets, visible: Collection[str], root: Path, *, every_seed: bool = False
) -> Lake:
    """Build a lake of some documents alone (``collection/path``), as if there were no others.

    Its seed concepts are those of which these name any, or all; its sidecar of versions has their
    entries alone.
    """
    found = [d for d in discover(secrets.settings) if f"{d.collection}/{d.path}" in visible]
    raw = plain_settings(sorted({document.collection for document in found}) or ["none"])
    root.mkdir(parents=True, exist_ok=True)
    settings = parse_settings(raw, origin=root / "sources.yaml")
    if not found:
        settings = settings.model_copy(update={"collections": ()})
    write_yaml(root / "versions.yaml", {"documents": _entries_of(visible)})
    write_yaml(root / "seeds.yaml", {"concepts": list(SEEDS)})
    lake = open_lake(root / "lake")

    def before(step: str) -> None:
        if step == "seed_concepts" and not every_seed:
            write_yaml(root / "seeds.yaml", {"concepts": _named(lake)})

    run_steps(lake, settings, found, before)
    return lake


def _entries_of(visible: Collection[str]) -> list[dict[str, Any]]:
    files = {path.split("/", 1)[1] for path in visible}
    entries = []
    for entry in VERSIONS:
        if f"{entry['collection']}/{entry['document']}" in visible:
            named = [name for name in entry.get("supersedes", ()) if name in files]
            plain = {key: value for key, value in entry.items() if key != "supersedes"}
            entries.append(plain | ({"supersedes": named} if named else {}))
    return entries


def _named(lake: Lake) -> list[dict[str, Any]]:
    """Return the seed concepts of which a triple has a name."""
    keys: set[str] = set()
    for bucket in range(BUCKETS):
        for row in lake.read("resolved_triples", bucket).to_pylist():
            keys |= {row["subject_key"], row["object_key"]}
    return [
        seed
        for seed in SEEDS
        if keys & {normalise(name) for name in (seed["name"], *seed.get("aliases", ()))}
    ]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of each file of a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
