"""How many documents and chunks there are for a step, and how many it has to work on.

Exact where a document was parsed and cut; estimated from its size where it was not, and from what
documents of its format gave. A document that no reader will look into gives nothing, whatever its
size. What a build makes of them, and what that costs, is told in ``forecast``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from graphwright.documents.sources.formats import find_format
from graphwright.errors import LakeError
from graphwright.planning.changes import DocumentChanges
from graphwright.steps.bucketed.plan import known_units
from graphwright.steps.bucketed.step import BucketStep
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument

_BYTES_A_CHUNK = {"pdf": 10_000, "docx": 10_000, "pptx": 50_000, "xlsx": 10_000}
"""For formats that hold more than their text, when there is no document to take it from."""
_CHARACTERS_A_CHUNK = 1000
"""For the others."""


class Amounts:
    """Counts the units of steps; ``chunking`` is the step that cuts documents into chunks.

    ``read`` are the ids of the documents that a reader looks into.
    """

    def __init__(
        self,
        lake: Lake,
        sources: Sequence[SourceDocument],
        changes: DocumentChanges,
        chunking: BucketStep,
    ) -> None:
        self._lake = lake
        self._changes = changes
        self._sources = sources
        self._chunks = _chunks_by_document(lake)
        self._parsed = _documents_in(lake, "parsed_documents")
        self._rejected = _documents_in(lake, "rejected_documents")
        self._uncut = self._parsed - _done(lake, chunking)
        self.read = frozenset(source.document_id for source in sources if _is_read(source))
        self._guesses = self._estimated()

    def of(self, step: BucketStep, among: Set[str] | None = None) -> int:
        """Return the units that a step is for; ``among`` names the documents that count."""
        return self._size(step, self._asked(step, among))

    def new(self, step: BucketStep, among: Set[str] | None = None) -> int:
        """Return those of documents that are new, edited, moved or to parse again."""
        return self._size(step, self._asked(step, among) & self._changed(step))

    def left(self, step: BucketStep, among: Set[str] | None = None) -> int:
        """Return those of other documents that have no result: a build that was killed, an LLM's
        budget or its failures have left them, or ``graphwright retry`` has marked them.
        """
        unchanged = self._parsed - self._changes.work - self._changes.renamed
        documents = self._asked(step, among) & unchanged
        done = _done(self._lake, step)
        if step.unit_column == "document_id":
            return len(documents - done)
        cut = documents - self._uncut
        ids = (chunk for document in cut for chunk in self._chunks.get(document, ()))
        return sum(chunk not in done for chunk in ids) + self._size(step, documents & self._uncut)

    def _changed(self, step: BucketStep) -> Set[str]:
        work = self._changes.work
        return work if step.renames else work | self._changes.renamed

    def _asked(self, step: BucketStep, among: Set[str] | None) -> Set[str]:
        asked = step.documents(self._sources)
        if "source_documents" not in step.inputs:  # every document is a row of parsing
            asked &= self.read
        return asked if among is None else asked & among

    def _size(self, step: BucketStep, documents: Set[str]) -> int:
        if step.unit_column == "document_id":
            return len(documents)
        return sum(
            max(self._guesses.get(document, 0), len(self._chunks.get(document, ())))
            for document in documents
        )

    def _estimated(self) -> dict[str, int]:
        """Return about how many chunks documents have that were not cut as they are now."""
        moved = self._changes.renamed - self._chunks.keys() - self._rejected
        uncut = (self._changes.work | self._uncut | moved) & self.read
        cut = [source for source in self._sources if source.document_id in self._chunks]
        a_byte = _chunks_a_byte(cut, self._chunks)
        return {
            source.document_id: max(1, round(source.size * a_byte[_form(source)]))
            for source in self._sources
            if source.document_id in uncut
        }


def _is_read(source: SourceDocument) -> bool:
    """Say whether a reader looks into the document: what it finds there is not known."""
    return source.problem is None and source.size > 0 and find_format(source.format) is not None


def _form(source: SourceDocument) -> str:
    known = find_format(source.format)
    return source.format if known is None else known.name


def _chunks_a_byte(
    cut: Iterable[SourceDocument], chunks: Mapping[str, Sequence[str]]
) -> Mapping[str, float]:
    """Return the chunks that a byte of each format gives, by what those that were cut gave."""
    sizes, counts = Counter[str](), Counter[str]()
    for source in cut:
        sizes[_form(source)] += source.size
        counts[_form(source)] += len(chunks[source.document_id])
    of_text = {form: size for form, size in sizes.items() if form not in _BYTES_A_CHUNK}
    read = sum(of_text.values())
    plain = sum(counts[form] for form in of_text) / read if read else 1 / _CHARACTERS_A_CHUNK
    known = {form: counts[form] / size for form, size in sizes.items() if size}
    packed = {form: 1 / size for form, size in _BYTES_A_CHUNK.items()}
    return defaultdict(lambda: plain, {**packed, **known})


def _done(lake: Lake, step: BucketStep) -> set[str]:
    """Return the units that a step has a result for, whatever it was made from."""
    buckets = lake.buckets(step.outputs[0])
    return {unit for bucket in buckets for unit in known_units(step, lake, bucket)}


def _documents_in(lake: Lake, table: str) -> set[str]:
    return {document for (document,) in _rows(lake, table, "document_id")}


def _chunks_by_document(lake: Lake) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for document, chunk in _rows(lake, "chunks", "document_id", "chunk_id"):
        found.setdefault(document, []).append(chunk)
    return found


def _rows(lake: Lake, table: str, *columns: str) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for path in lake.paths(table):
        try:
            data = lake.read_file(table, path, columns)
        except LakeError:
            continue  # damaged: the build makes it again
        rows += zip(*(data[name].to_pylist() for name in columns), strict=True)
    return rows
