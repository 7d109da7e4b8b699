"""The step that finds which documents are copies or versions of one another."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.documents.sources.formats import TICKET
from graphwright.documents.versions.copies import Pieces, pieces_of, words_of
from graphwright.documents.versions.file_names import NamedVersion, read_path
from graphwright.documents.versions.sidecar import SidecarEntry, read_sidecar, sidecar_entries
from graphwright.documents.versions.successors import Known, dated, families_of
from graphwright.documents.versions.table import Texts, version_rows
from graphwright.ids import fingerprint, sha256_bytes
from graphwright.settings import Settings, VersionSettings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given, table_digest
from graphwright.steps.kept_pieces import KeptPieces
from graphwright.store.lake import Lake
from graphwright.tables import (
    DocumentVersion,
    RejectedVersion,
    StatedVersion,
    rows_of,
    table_of,
)

_NAMES = ("document_id", "collection", "path", "uri", "title")


class VersionsStep(JointTablesStep):
    """Find the documents that are copies or versions of one another, and what no longer holds."""

    code = Code((__name__,))
    name = "document_versions"
    inputs = ("parsed_documents",)
    outputs = ("document_versions", "rejected_versions")
    stale_reason = "its sidecar or settings changed, or documents did"

    @classmethod
    def of(cls, given: Given) -> VersionsStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        rules = settings.versions
        self._rules, self._buckets = rules, settings.buckets
        self._sidecar_path = Path(rules.sidecar) if rules.sidecar else None
        said = rules.model_dump(mode="json", exclude={"sidecar"})
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            **{f"versions.{name}": str(value) for name, value in said.items()},
        }

    @functools.cached_property
    def _sidecar(self) -> bytes:
        """The sidecar's content, read once. Raises ``SettingsError``."""
        return read_sidecar(self._sidecar_path)

    def key(self, lake: Lake) -> str:
        """Return the key of both tables. ``LakeError`` where what they are made from is absent."""
        name = self._sidecar_path.name if self._sidecar_path else ""
        digest = table_digest(lake, "parsed_documents", self._buckets)
        return fingerprint([self.causes, name, sha256_bytes(self._sidecar), digest])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        known = [
            one for bucket in range(self._buckets) for one in _known(lake, bucket, self._rules)
        ]
        families = families_of(known)
        texts = self._texts(lake, dated(families))
        rows, rejected = version_rows(known, families, self._entries(), texts)
        return {
            "document_versions": table_of(DocumentVersion).from_rows(rows),
            "rejected_versions": table_of(RejectedVersion).from_rows(rejected),
        }

    def _entries(self) -> list[SidecarEntry]:
        return sidecar_entries(self._sidecar_path, self._sidecar)

    def _texts(self, lake: Lake, of_words: frozenset[str]) -> Texts:
        """Return what is compared; texts are in memory one bucket at a time."""
        kept, pieces = KeptPieces(lake), dict[str, Pieces]()
        words = dict[str, frozenset[str]]()
        for bucket in range(self._buckets):
            found = kept.read(bucket)
            if found is None:
                found = {document: pieces_of(text) for document, text in _texts(lake, bucket)}
                kept.keep(bucket, found)
            pieces |= found
            if not of_words.isdisjoint(found):
                texts = _texts(lake, bucket)
                words |= {one: words_of(text) for one, text in texts if one in of_words}
        kept.drop_others(self._buckets)
        return Texts(pieces, words)


def _known(lake: Lake, bucket: int, rules: VersionSettings) -> Iterator[Known]:
    columns = (*_NAMES, "format", "stated_version")
    found = lake.read("parsed_documents", bucket, columns).combine_chunks()
    stated = rows_of(StatedVersion, pa.Table.from_struct_array(found["stated_version"]))
    formats = found["format"].to_pylist()
    for row, form, said in zip(found.select(_NAMES).to_pylist(), formats, stated, strict=True):
        # A ticket's key is no file's name: REL-20240102 takes the place of no REL-20240101.
        own = NamedVersion((row["path"],)) if form == TICKET.name else None
        yield Known(**row, stated=said, named=own or read_path(row["path"], rules))


def _texts(lake: Lake, bucket: int) -> Iterator[tuple[str, str]]:
    for batch in lake.read("parsed_documents", bucket, ("document_id", "text")).to_batches(256):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)
