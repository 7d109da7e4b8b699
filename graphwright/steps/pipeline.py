"""The bucketed steps in the order of the pipeline, each made from the settings in one place.

A build runs them one by one and a plan asks them what they would do, so both mean the same steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.documents.sources import with_users
from graphwright.lake import Lake
from graphwright.settings import Settings
from graphwright.steps.documents import ChunkStep, ParseStep
from graphwright.steps.language import AnnotateStep, CoreferenceStep
from graphwright.steps.outlines import OutlineStep, prompts_by_collection
from graphwright.steps.step import BucketStep
from graphwright.steps.triples import DependencyStep, LlmStep, ResolveStep
from graphwright.tables import SourceDocument, rows_of

_MAKERS: dict[str, Callable[[Lake, Settings, Sequence[SourceDocument]], BucketStep]] = {
    "parse": lambda lake, settings, sources: ParseStep(sources, settings.parse, settings.buckets),
    "chunk": lambda lake, settings, sources: ChunkStep(settings.chunk),
    "annotate": lambda lake, settings, sources: AnnotateStep(settings.language),
    "coreference": lambda lake, settings, sources: CoreferenceStep(settings.language),
    "dependency_triples": lambda lake, settings, sources: DependencyStep(),
    "llm_outlines": lambda lake, settings, sources: OutlineStep(
        settings.llm, prompts_by_collection(settings), settings.seed_path, lake.cache / "llm"
    ),
    "llm_triples": lambda lake, settings, sources: LlmStep(
        settings.llm, prompts_by_collection(settings), lake.cache / "llm"
    ),
    "resolved_triples": lambda lake, settings, sources: ResolveStep(settings.confidence_threshold),
}

STEP_NAMES = tuple(_MAKERS)
"""Names of the bucketed steps, in order."""

LLM_STEPS = tuple(name for name in STEP_NAMES if name.startswith("llm_"))
"""Those of them that ask an LLM; each is named after its main table."""


def make_step(
    name: str, lake: Lake, settings: Settings, sources: Sequence[SourceDocument] | None = None
) -> BucketStep:
    """Return a step; parsing reads the lake's source documents where none are given."""
    if name == "parse" and sources is None:
        rows = rows_of(SourceDocument, lake.read("source_documents"))
        sources = with_users(rows, settings)
    return _MAKERS[name](lake, settings, sources or ())
