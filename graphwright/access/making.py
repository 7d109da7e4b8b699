"""Making a view: its tables by document from the base, then the steps that follow."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from graphwright.access.audience import application_key, is_application
from graphwright.access.base import Base, link_observation
from graphwright.access.buckets import fill_buckets
from graphwright.access.seeds import named_broader, named_decisions, named_seeds
from graphwright.access.versions import visible_sidecar
from graphwright.applications.decisions import decisions_on
from graphwright.applications.observation_store import FOLDER
from graphwright.documents.sources.discover import in_cache
from graphwright.documents.sources.pages import Pages
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Step, Work, refresh
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.listed import (
    BroaderStep,
    DecisionsStep,
    PredicatesStep,
    SeedsStep,
    listed_key,
)
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument, rows_of

OnStep = Callable[[str, int, int], None]
"""Told the name of the step that begins, how many are done, and how many there are."""


@dataclasses.dataclass(frozen=True, slots=True)
class ViewPlan:
    """What a view is made of: the main lake, the base, and the documents that it holds, by id."""

    main: Lake
    base: Base
    view: Lake
    visible: Sequence[str]


def visible_documents(base: Base, visible: Collection[str]) -> list[SourceDocument]:
    """Return the rows of the visible documents as the base lists them."""
    wanted = frozenset(visible)
    found = rows_of(SourceDocument, base.lake.read("source_documents"))
    return [row for row in found if row.document_id in wanted]


def view_settings(main: Settings, base: Base, view: Path, named: Collection[str]) -> Settings:
    """Return the settings of a view: those of its base, for what its readers see.

    Collections and applications other than the ``named`` are left out, and none says where it comes
    from: there is nothing to build. What readers and connections need is that of ``main``, as it is
    now.
    """
    nowhere = str(view / "sources")
    collections = tuple(
        one.model_copy(update={"folder": nowhere})
        for one in base.settings.collections
        if one.name in named
    )
    applications = tuple(
        one.model_copy(update={"documents": tuple(c for c in one.documents if c in named)})
        for one in base.settings.applications
        if application_key(one.name) in named
    )
    versions = base.settings.versions.model_copy(
        update={"sidecar": str(view / base.sidecar.name) if base.sidecar else None}
    )
    milvus = main.milvus.model_copy(update={"prefix": f"{main.milvus.prefix}_view_{view.name}"})
    return base.settings.model_copy(
        update={
            "collections": collections,
            "applications": applications,
            "state_decisions": str(view / base.decisions.name) if base.decisions else None,
            "versions": versions,
            "milvus": milvus,
            "seed_concepts": main.seed_concepts if base.settings.seed_concepts else None,
            "keep_snapshots": main.keep_snapshots,
            "verify_snapshots": main.verify_snapshots,
            "workers": main.workers,
            "retrieval": main.retrieval,
            "checks": main.checks,
        }
    )


def make_view(plan: ViewPlan, main: Settings, on_step: OnStep) -> None:
    """Bring a view up to date and publish it; the caller holds the view.

    Raises ``GraphwrightError`` where a check fails or the base is of other code. What a kill left
    the next call goes on with: no row of a hidden document is ever written.
    """
    documents = visible_documents(plan.base, plan.visible)
    named = {document.collection for document in documents}
    named |= set(filter(is_application, plan.visible))
    settings = view_settings(main, plan.base, plan.view.root, named)
    _keep_pages(plan, documents)
    _keep_sidecar(plan, settings)
    _keep_applications(plan, settings)
    given = Given(plan.view, settings, documents=documents, view_of=plan.main)
    pipeline = Pipeline(given)
    steps = list(pipeline)
    for done, step in enumerate(steps):
        on_step(step.name, done, len(steps))
        _run(pipeline, step, plan)


def _run(pipeline: Pipeline, step: Step, plan: ViewPlan) -> None:
    given = pipeline.given
    if isinstance(step, BucketStep):
        fill_buckets(step, plan.base.lake, given.lake, given.settings.buckets)
    elif isinstance(step, SeedsStep):
        rows = named_seeds(plan.base.lake.read("seed_concepts"), given.lake)
        refresh(given.lake, "seed_concepts", listed_key(rows), lambda: rows)
    elif isinstance(step, BroaderStep):
        rows = named_broader(plan.base.lake.read("seed_broader"), given.lake)
        refresh(given.lake, "seed_broader", listed_key(rows), lambda: rows)
    elif isinstance(step, PredicatesStep):
        rows = plan.base.lake.read("predicates")
        refresh(given.lake, "predicates", listed_key(rows), lambda: rows)
    elif isinstance(step, DecisionsStep):
        rows = named_decisions(plan.base.lake.read("entity_decisions"), given.lake)
        refresh(given.lake, "entity_decisions", listed_key(rows), lambda: rows)
    elif not step.is_current(given.lake):
        pipeline.run(step, Work(workers=given.settings.worker_count, allow_shrinking=True))


def _keep_sidecar(plan: ViewPlan, settings: Settings) -> None:
    if plan.base.sidecar is None:
        return
    data = visible_sidecar(plan.base.sidecar, plan.base.lake, plan.visible, settings.versions)
    with plan.view.storage.replacing(plan.view.root / plan.base.sidecar.name) as temporary:
        temporary.write_bytes(data)


def _keep_applications(plan: ViewPlan, settings: Settings) -> None:
    """Link what was seen of the visible applications, as it was when the base was published."""
    storage = plan.view.storage
    storage.delete(plan.view.root / FOLDER)
    names = [application.name for application in settings.applications]
    for name in names:
        link_observation(plan.base.lake, plan.view, name)
    if plan.base.decisions is not None:
        with storage.replacing(plan.view.root / plan.base.decisions.name) as temporary:
            temporary.write_text(decisions_on(names, plan.base.decisions), "utf-8")


def _keep_pages(plan: ViewPlan, documents: Collection[SourceDocument]) -> None:
    """Link what the cache holds of visible documents: of tickets and web pages, to show it."""
    source, target = Pages.of(plan.main).folder, Pages.of(plan.view).folder
    for document in documents:
        page = source / document.sha256
        if in_cache(document) and page.is_file():
            plan.view.storage.link(page, target / document.sha256)
