"""The steps from help pages to their trees, and to the graph between them."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, TypeVar

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.entities.seed_concepts import load_seeds, other_names
from graphwright.help.edges import help_components, help_edges
from graphwright.help.intents import NO_ALIASES, intents_of
from graphwright.help.overrides import (
    Override,
    override_page,
    overrides_of,
    read_overrides,
    unused_overrides,
)
from graphwright.help.pages import ReadPage, help_pages
from graphwright.help.references import page_references
from graphwright.help.rows import read_page
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given, table_digest
from graphwright.steps.bucketed.rows import bucket_rows, parsed_by_id
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.steps.llm.help_pages import llm_read_collections
from graphwright.store.lake import Lake
from graphwright.tables import (
    DocumentLink,
    HelpComponent,
    HelpEdge,
    HelpIntent,
    HelpIntentRow,
    HelpNode,
    HelpNodeRow,
    HelpPage,
    HelpReference,
    LlmHelpIntent,
    LlmHelpNode,
    ParsedDocument,
    RejectedHelpNode,
    RejectedHelpNodeRow,
    RejectedLlmHelpNode,
    SourceDocument,
    UnusedHelpOverride,
    rows_of,
    table_of,
)

Row = TypeVar("Row")

Patterns = Mapping[str, str | None]
"""The collections of help pages, by name, with their patterns of addresses."""

Aliases = Mapping[str, Sequence[str]]
"""The other names that the data team declared, by name."""

_PAGE = ("document_id", "collection", "path", "uri", "title", "stated_id")


@dataclasses.dataclass(slots=True)
class LlmPage:
    """What an LLM read on a page: its nodes, which stand for those of the rules, and the rest."""

    nodes: list[LlmHelpNode] = dataclasses.field(default_factory=list)
    intents: list[LlmHelpIntent] = dataclasses.field(default_factory=list)
    rejected: list[RejectedLlmHelpNode] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class PageTask:
    """A page to read, with the links of its markup, what the team says of it, and what an LLM
    read on it, if one did.
    """

    page: ReadPage
    document: ParsedDocument
    links: Sequence[DocumentLink]
    overrides: Sequence[Override]
    said: LlmPage | None = None
    aliases: Aliases = dataclasses.field(default_factory=dict)


class HelpNodesStep(BucketStep):
    """Read each help page as a tree of problems, with its links and the words that users may say.

    A pattern of addresses and an override are part of the content of the pages that they speak of,
    and no cause of the step: a change of one does only these again. Seed concepts word the
    problems of any page: a change of their names does all again.
    """

    code = Code((__name__,))
    name = "help_nodes"
    outputs = ("help_nodes", "help_references", "help_intents", "rejected_help_nodes")
    inputs = (
        *("parsed_documents", "document_links"),
        *("llm_help_nodes", "llm_help_intents", "rejected_llm_help_nodes"),
    )
    unit_column = "document_id"
    batch = 64

    @classmethod
    def of(cls, given: Given) -> HelpNodesStep:
        """Return the step for a lake and its settings.

        Raises ``SettingsError`` for overrides and seed concepts.
        """
        settings = given.settings
        patterns, overrides = _patterns(settings), read_overrides(settings.overrides_path)
        aliases = other_names(load_seeds(settings.seed_path)) if patterns else NO_ALIASES
        return cls(patterns, overrides, llm_read_collections(settings), aliases)

    def __init__(
        self,
        patterns: Patterns,
        overrides: Sequence[Override] = (),
        llm_read: Set[str] = frozenset(),
        aliases: Aliases = NO_ALIASES,
    ) -> None:
        """``llm_read`` are the collections whose pages an LLM reads too."""
        super().__init__({"aliases": fingerprint(dict(aliases))[:12]}, Pool(inline_units=256))
        self._aliases = aliases
        self._patterns, self._overrides, self._llm_read = patterns, overrides, llm_read

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each help page: none for other documents."""
        if not self._patterns:
            return []
        known = self.input_state(lake, "parsed_documents", bucket).units
        read = self._llm_pages(lake, bucket)
        return [
            Unit(page.document_id, self._content(page, [known[page.document_id], *shown]), "")
            for page in _read_pages(lake, bucket, self._patterns)
            for shown in [_shown(read.get(page.document_id))]
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the fingerprint of the inputs, and of what is said of the bucket's pages."""
        content = [unit.content_key for unit in self.units(lake, bucket)]
        return fingerprint([super().bucket_key(lake, bucket), content])

    def _llm_pages(self, lake: Lake, bucket: int) -> Mapping[str, LlmPage]:
        """Return what an LLM read on pages, by document; nothing of a page that failed."""
        pages: defaultdict[str, LlmPage] = defaultdict(LlmPage)
        if not self._llm_read:
            return pages
        for node in bucket_rows(lake, LlmHelpNode, bucket, "document_id", None):
            pages[node.document_id].nodes.append(node)
        for intent in bucket_rows(lake, LlmHelpIntent, bucket, "document_id", None):
            pages[intent.document_id].intents.append(intent)
        for part in bucket_rows(lake, RejectedLlmHelpNode, bucket, "document_id", None):
            pages[part.document_id].rejected.append(part)
        return pages

    def _content(self, page: ReadPage, parsed: object) -> str:
        said = [one.model_dump(mode="json") for one in overrides_of(self._overrides, page)]
        return fingerprint([self.version, page.document_id, parsed, page.link_pattern, said])

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return the documents that are help pages."""
        return {s.document_id for s in sources if s.collection in self._patterns}

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return a task for each unit."""
        wanted = [unit.id for unit in units]
        documents = parsed_by_id(lake, bucket, wanted)
        links: defaultdict[str, list[DocumentLink]] = defaultdict(list)
        for link in bucket_rows(lake, DocumentLink, bucket, "document_id", wanted):
            links[link.document_id].append(link)
        tasks, read = [], self._llm_pages(lake, bucket)
        for unit in units:
            page = _page_of(documents[unit.id], self._patterns)
            said = overrides_of(self._overrides, page)
            given = page, documents[unit.id], links[unit.id], said
            tasks.append(PageTask(*given, read.get(unit.id), self._aliases))
        return tasks

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that reads a batch of pages."""
        return _read_batch


class HelpEdgesStep(JointTablesStep):
    """Join the trees of all help pages to one graph, and name its connected parts."""

    code = Code((__name__,))
    name = "help_edges"
    inputs = ("parsed_documents", "help_nodes", "help_references")
    outputs = ("help_pages", "help_edges", "help_components", "unused_help_overrides")
    stale_reason = "it is not there, or help pages, their links, patterns or overrides changed"

    @classmethod
    def of(cls, given: Given) -> HelpEdgesStep:
        """Return the step for a lake and its settings. Raises ``SettingsError`` for overrides.

        A view says nothing of overrides: they may speak of pages that its readers do not see.
        """
        settings = given.settings
        overrides = [] if given.view_of else read_overrides(settings.overrides_path)
        return cls(settings.buckets, _patterns(settings), overrides)

    def __init__(
        self, buckets: int, patterns: Patterns, overrides: Sequence[Override] = ()
    ) -> None:
        self._buckets, self._patterns, self._overrides = buckets, patterns, overrides
        said = [[one.line, one.model_dump(mode="json")] for one in overrides]
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            "link_patterns": fingerprint(dict(patterns)),
            "help_overrides": fingerprint(said),
        }

    def key(self, lake: Lake) -> str:
        """Return the key of all tables. ``LakeError`` where what they are made from is absent."""
        names = self.inputs if self._patterns else self.inputs[1:]
        digests = [table_digest(lake, name, self._buckets) for name in names]
        return fingerprint([self.causes, digests])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return all tables."""
        nodes = self._rows(lake, HelpNode)
        read = [
            page
            for bucket in range(self._buckets)
            for page in _read_pages(lake, bucket, self._patterns)
        ]
        pages = help_pages(read, nodes)
        edges = help_edges(read, pages, nodes, self._rows(lake, HelpReference))
        return {
            "help_pages": table_of(HelpPage).from_rows(pages),
            "help_edges": table_of(HelpEdge).from_rows(edges),
            "help_components": table_of(HelpComponent).from_rows(help_components(nodes, edges)),
            "unused_help_overrides": table_of(UnusedHelpOverride).from_rows(
                unused_overrides(self._overrides, read, _by_document(nodes))
            ),
        }

    def _rows(self, lake: Lake, row: type[Row]) -> list[Row]:
        name = table_of(row).name
        return [
            one for bucket in range(self._buckets) for one in rows_of(row, lake.read(name, bucket))
        ]


def _patterns(settings: Settings) -> Patterns:
    return {one.name: one.link_pattern for one in settings.collections if one.kind == "help"}


def _read_pages(lake: Lake, bucket: int, patterns: Patterns) -> list[ReadPage]:
    """Return the help pages of a bucket, in order of document."""
    if not patterns:
        return []
    rows = lake.read("parsed_documents", bucket, _PAGE).to_pylist()
    pages = [
        ReadPage(**row, link_pattern=patterns[row["collection"]])
        for row in rows
        if row["collection"] in patterns
    ]
    return sorted(pages, key=lambda page: page.document_id)


def _page_of(document: ParsedDocument, patterns: Patterns) -> ReadPage:
    known = {name: getattr(document, name) for name in _PAGE}
    return ReadPage(**known, link_pattern=patterns[document.collection])


def _by_document(nodes: Sequence[HelpNode]) -> Mapping[str, Sequence[HelpNode]]:
    found: defaultdict[str, list[HelpNode]] = defaultdict(list)
    for node in sorted(nodes, key=lambda node: (node.document_id, node.index)):
        found[node.document_id].append(node)
    return found


def _read_batch(tasks: list[PageTask]) -> list[UnitResult]:
    return [_read(task) for task in tasks]


def _read(task: PageTask) -> UnitResult:
    document, page = task.document, task.page
    rows = read_page(document, audience=document.audience)
    nodes = _nodes(rows.nodes, task.said)
    intents = _intents(intents_of(document, nodes, task.aliases), task.said)
    said = override_page(nodes, intents, task.overrides)
    links = page_references(said.nodes, task.links, page.name, page.link_pattern)
    return UnitResult(
        {
            "help_nodes": list(said.nodes),
            "help_references": list(links),
            "help_intents": list(said.intents),
            "rejected_help_nodes": _rejected(rows.rejected, task.said),
        }
    )


def _nodes(ruled: Sequence[HelpNode], said: LlmPage | None) -> Sequence[HelpNode]:
    """Return the nodes of a page: those that an LLM read or judged, else those of the rules."""
    if said is None or not said.nodes:
        return ruled
    ordered = sorted(said.nodes, key=lambda node: node.index)
    return [HelpNode(**_fields(node)) for node in ordered]


def _intents(ruled: Sequence[HelpIntent], said: LlmPage | None) -> list[HelpIntent]:
    """Return the intents of the rules, then those of an LLM that word it otherwise."""
    known = {(intent.node_id, intent.text.casefold()) for intent in ruled}
    return [
        *ruled,
        *(
            HelpIntent(**_fields(intent))
            for intent in (said.intents if said else ())
            if (intent.node_id, intent.text.casefold()) not in known
        ),
    ]


def _rejected(ruled: Sequence[RejectedHelpNode], said: LlmPage | None) -> list[RejectedHelpNode]:
    """Return what the rules rejected, then what was rejected of an LLM's answers."""
    parts = [*ruled, *(said.rejected if said else ())]
    return [
        RejectedHelpNode(**{**_fields(part), "index": index}) for index, part in enumerate(parts)
    ]


def _shown(said: LlmPage | None) -> list[object]:
    """Return what of an LLM's reading shapes the rows of a page: nothing where none read it."""
    return [] if said is None else [dataclasses.asdict(said)]


def _fields(row: HelpNodeRow | HelpIntentRow | RejectedHelpNodeRow) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
