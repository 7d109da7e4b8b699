"""The pipeline: one list of its steps, in the order in which they run.

A new table is its declaration in ``graphwright.tables``, the step that makes it, and a line here.
What is stale, what a build would cost, which versions there are, Dagster's assets and where
checks stand are loops over this list.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.code_versions import recall, remember
from graphwright.errors import LakeError
from graphwright.quality.run import failed_blocking, refusal
from graphwright.quality.shrinkage import REFUSING, documents_in, refuse_shrinking
from graphwright.steps.annotate import AnnotateStep
from graphwright.steps.applications import ApplicationsStep, CapturesStep, StatesStep
from graphwright.steps.base.step import DeclaredStep, Given, Step, StepReport, Work
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.chunk import ChunkStep
from graphwright.steps.coreference import CoreferenceStep
from graphwright.steps.costs import Stopwatch, note_cost
from graphwright.steps.dependency_triples import DependencyStep
from graphwright.steps.document_groups import GroupsStep
from graphwright.steps.document_versions import VersionsStep
from graphwright.steps.documented_paths import DocumentedPathsStep
from graphwright.steps.embedding import EMBEDDED, VectorTable
from graphwright.steps.help import HelpEdgesStep, HelpNodesStep
from graphwright.steps.implicit_links import ImplicitLinksStep
from graphwright.steps.likely_pairs import LikelyPairsStep
from graphwright.steps.listed import (
    BroaderStep,
    DecisionsStep,
    PredicatesStep,
    SeedsStep,
    SourcesStep,
)
from graphwright.steps.llm.help_pages import LlmHelpStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.llm.outlines import OutlineStep
from graphwright.steps.llm.step import LlmBucketStep
from graphwright.steps.llm.tickets import LlmTicketsStep
from graphwright.steps.llm.triples import LlmStep
from graphwright.steps.mention_forms import MentionFormsStep
from graphwright.steps.name_groups import NameGroupsStep
from graphwright.steps.name_mentions import NameMentionsStep
from graphwright.steps.parse import ParseStep
from graphwright.steps.publishing import PublishStep
from graphwright.steps.quiz import QuizStep
from graphwright.steps.resolve import ResolveStep
from graphwright.steps.sql_table import SqlTable
from graphwright.steps.tickets import TicketEdgesStep, TicketsStep

PIPELINE: tuple[DeclaredStep, ...] = (
    SourcesStep,
    GroupsStep,
    ParseStep,
    VersionsStep,
    LlmTicketsStep,
    TicketsStep,
    TicketEdgesStep,
    LlmHelpStep,
    HelpNodesStep,
    HelpEdgesStep,
    SqlTable("help_findings"),
    ChunkStep,
    AnnotateStep,
    CoreferenceStep,
    DependencyStep,
    OutlineStep,
    LlmStep,
    ResolveStep,
    MentionFormsStep,
    SqlTable("repeated_sentences", wanted_by="parse.clean.boilerplate"),
    SeedsStep,
    BroaderStep,
    DecisionsStep,
    SqlTable("names"),
    LikelyPairsStep,
    NameGroupsStep,
    LlmNamesStep,
    SqlTable("entity_merges"),
    SqlTable("unused_decisions"),
    SqlTable("entity_types"),
    PredicatesStep,
    SqlTable("entity_aliases"),
    SqlTable("entities"),
    SqlTable("entity_broader"),
    SqlTable("relations"),
    SqlTable("rejected_triples"),
    SqlTable("review_queue"),
    SqlTable("evidence"),
    SqlTable("contradictions"),
    SqlTable("entity_chunks"),
    NameMentionsStep,
    SqlTable("extractor_disagreements"),
    SqlTable("partial_documents"),
    ApplicationsStep,
    CapturesStep,
    StatesStep,
    DocumentedPathsStep,
    QuizStep,
    *map(VectorTable, EMBEDDED),
    ImplicitLinksStep,
    PublishStep,
)

_BUCKETED = [line for line in PIPELINE if isinstance(line, type) and issubclass(line, BucketStep)]
LLM_STEPS = tuple(step.name for step in _BUCKETED if issubclass(step, LlmBucketStep))
"""The steps that ask an LLM; each is named after its main table."""

WARMED_UP = frozenset(table for step in _BUCKETED if step.warms_up for table in step.outputs)
"""The tables whose making is worth a start of worker processes beforehand."""

_MAY_BE_EMPTY = "parsed_documents: some_document_is_parsed"
"""The check that a view need not pass: all that its readers see may be a broken file."""

_MAKERS = {declared.name: declared for declared in PIPELINE}


class Pipeline:
    """The steps for one lake and its settings, each made when it is first asked for."""

    def __init__(self, given: Given) -> None:
        self.given = given
        recall(given.lake.cache)
        self._made: dict[str, Step] = {}

    def __iter__(self) -> Iterator[Step]:
        return (self.step(name) for name in _MAKERS)

    @property
    def bucketed(self) -> list[BucketStep]:
        """Return the steps that are split by document bucket, in order."""
        return [step for step in self if isinstance(step, BucketStep)]

    def step(self, name: str) -> Step:
        """Return a step by its name. Raises ``LakeError`` where there is none."""
        if name not in _MAKERS:
            raise LakeError(f"There is no step '{name}'; the steps are {', '.join(_MAKERS)}.")
        if name not in self._made:
            self._made[name] = _MAKERS[name].of(self.given)
        return self._made[name]

    def run(self, step: Step, work: Work) -> StepReport:
        """Run a step and keep what it took, for later plans.

        Nothing is published where a check fails that must pass, or where documents were lost:
        somebody may ask for the snapshot alone, without the checks of its tables. Raises
        ``GraphwrightError`` like the step.
        """
        lake, settings = self.given.lake, self.given.settings
        if isinstance(step, PublishStep):
            self._check_before_publishing(allow_shrinking=work.allow_shrinking)
        watch = Stopwatch()
        report = step.run(lake, work)
        note_cost(lake, step.name, report.worked, watch.seconds)
        remember(lake.cache)
        if step.bucketed:
            for table in step.outputs:
                lake.drop_other_buckets(table, settings.buckets)
        return report

    def _check_before_publishing(self, *, allow_shrinking: bool) -> None:
        lake, settings = self.given.lake, self.given.settings
        failed = failed_blocking(lake, settings)
        if self.given.view_of is not None:
            failed = tuple(said for said in failed if said != _MAY_BE_EMPTY)
        if failed:
            raise refusal(failed)
        if not allow_shrinking:
            for table in REFUSING:
                refuse_shrinking(lake.root, documents_in(lake, table), settings, table)
