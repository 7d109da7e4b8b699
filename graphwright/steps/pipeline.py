"""The bucketed steps in the order of the pipeline, each made from the settings in one place.

A build runs them one by one and a plan asks them what they would do, so both mean the same steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.documents.sources.discover import with_users
from graphwright.settings import Settings
from graphwright.steps.documents import ChunkStep, ParseStep
from graphwright.steps.language import AnnotateStep, CoreferenceStep
from graphwright.steps.llm_session import LlmSession
from graphwright.steps.outlines import OutlineStep, prompts_by_collection
from graphwright.steps.step import BucketStep
from graphwright.steps.triples import DependencyStep, LlmStep, ResolveStep
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument, rows_of

_MAKERS: dict[str, Callable[[Settings, Sequence[SourceDocument], LlmSession], BucketStep]] = {
    "parse": lambda settings, sources, llm: ParseStep(sources, settings.parse, settings.buckets),
    "chunk": lambda settings, sources, llm: ChunkStep(settings.chunk),
    "annotate": lambda settings, sources, llm: AnnotateStep(settings.language),
    "coreference": lambda settings, sources, llm: CoreferenceStep(settings.language),
    "dependency_triples": lambda settings, sources, llm: DependencyStep(),
    "llm_outlines": lambda settings, sources, llm: OutlineStep(
        llm, prompts_by_collection(settings), settings.seed_path
    ),
    "llm_triples": lambda settings, sources, llm: LlmStep(llm, prompts_by_collection(settings)),
    "resolved_triples": lambda settings, sources, llm: ResolveStep(settings.confidence_threshold),
}

STEP_NAMES = tuple(_MAKERS)
"""Names of the bucketed steps, in order."""

LLM_STEPS = tuple(name for name in STEP_NAMES if name.startswith("llm_"))
"""Those of them that ask an LLM; each is named after its main table."""


def make_step(
    name: str,
    lake: Lake,
    settings: Settings,
    sources: Sequence[SourceDocument] | None = None,
    *,
    llm: LlmSession | None = None,
) -> BucketStep:
    """Return a step; parsing reads the lake's source documents where none are given.

    ``llm`` is the session of a step that asks an LLM; one of the settings where none is given.
    """
    if name == "parse" and sources is None:
        rows = rows_of(SourceDocument, lake.read("source_documents"))
        sources = with_users(rows, settings)
    return _MAKERS[name](settings, sources or (), llm or LlmSession(settings.llm, lake))
