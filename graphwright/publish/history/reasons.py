"""Why a document, an entity, a relation, a state or an action differs between two snapshots."""

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
    STATE_FOUND = "state_found"
    STATE_GONE = "state_gone"  # No way leads there any more.
    STATE_MERGED = "state_merged"
    STATE_MERGE_UNDONE = "state_merge_undone"
    APPLICATION_REMOVED = "application_removed"  # The settings do not name it any more.
    PAGE_CHANGED = "page_changed"  # The page says something else under its old name.
    ACTION_FOUND = "action_found"
    ACTION_GONE = "action_gone"
    ACTION_LEADS_ELSEWHERE = "action_leads_elsewhere"
    OUTCOME_CHANGED = "outcome_changed"
