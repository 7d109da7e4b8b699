"""The step that says who may see which document."""

from __future__ import annotations

import functools
from pathlib import Path

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.documents.groups.rules import GroupRule, groups_of, settings_rules
from graphwright.documents.groups.sidecar import read_groups, sidecar_rules
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given
from graphwright.store.lake import Lake
from graphwright.tables import (
    DocumentGroups,
    SourceDocument,
    UnusedGroupRule,
    rows_of,
    table_of,
)

_READ = ("document_id", "collection", "path", "uri")


class GroupsStep(JointTablesStep):
    """Say who may see which document, and which rules of that speak of none."""

    code = Code((__name__,))
    name = "document_groups"
    inputs = ("source_documents",)
    outputs = ("document_groups", "unused_group_rules")
    unit = "documents"
    stale_reason = "its sidecar or settings changed, or documents did"

    @classmethod
    def of(cls, given: Given) -> GroupsStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        # The rules themselves are no cause: they would stand in the history, for all to read.
        self.causes = {f"code.{self.name}": version_of(self.code)}

    @functools.cached_property
    def _rules(self) -> list[GroupRule]:
        """All rules, in the order in which they speak. Raises ``SettingsError``."""
        named = self._settings.access.sidecar
        path = Path(named) if named else None
        return [*settings_rules(self._settings), *sidecar_rules(path, read_groups(path))]

    def key(self, lake: Lake) -> str:
        """Return the key of both tables. ``LakeError`` where what they are made from is absent."""
        documents = lake.read("source_documents", columns=_READ).to_pylist()
        rules = [repr(rule) for rule in self._rules]
        return fingerprint([self.causes, self._settings.access.default, rules, documents])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        documents = rows_of(SourceDocument, lake.read("source_documents"))
        rows, unused = groups_of(documents, self._rules, self._settings.access.default)
        return {
            "document_groups": table_of(DocumentGroups).from_rows(rows),
            "unused_group_rules": table_of(UnusedGroupRule).from_rows(unused),
        }
