"""Why a document, an entity or a relation differs between two snapshots."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why something was added, removed or edited."""

    DOCUMENT_ADDED = "document_added"
    DOCUMENT_DELETED = "document_deleted"
    DOCUMENT_EDITED = "document_edited"
    DOCUMENT_MOVED = "document_moved"
    DOCUMENT_REJECTED = "document_rejected"  # It was read before and cannot be read any more.
    DOCUMENT_ACCEPTED = "document_accepted"  # It could not be read before.
    TITLE_CHANGED = "title_changed"  # Title or address differ, the bytes do not.
    ENTITY_MERGED = "entity_merged"
    MERGE_UNDONE = "merge_undone"
    SEED_CHANGED = "seed_changed"
    NAME_CHANGED = "name_changed"  # Another form is written most often now.
    TYPE_CHANGED = "type_changed"  # Its mentions vote for another type now.
    VERSION_CHANGED = "version_changed"
    SETTING_CHANGED = "setting_changed"
    NOT_KNOWN = "not_known"
