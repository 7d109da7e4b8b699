"""Every table, declared once, in the order in which the pipeline makes them."""

from __future__ import annotations

from graphwright.tables.declare import (
    Column,
    Reference,
    Table,
    col,
    declared_tables,
    rows_of,
    table,
    table_of,
    to_record,
)
from graphwright.tables.documents import (
    HAS_TEXT,
    NOTHING_STATED,
    Block,
    BlockKind,
    Cell,
    DocumentGroups,
    DocumentLink,
    DocumentStatus,
    DocumentVersion,
    LeftOut,
    Mark,
    MarkKind,
    ParsedDocument,
    Place,
    RejectedDocument,
    RejectedVersion,
    SourceDocument,
    StatedTicketLink,
    StatedVersion,
    TicketComment,
    TicketField,
    TicketRecord,
    UnusedGroupRule,
)
from graphwright.tables.entities import (
    Entity,
    EntityAlias,
    EntityMerge,
    EntityType,
    EntityTyping,
    MentionCount,
    MentionForm,
    RejectedTriple,
    Relation,
    RepeatedSentence,
    SeedAlias,
)
from graphwright.tables.graph import (
    DisagreementKind,
    EntityChunk,
    Evidence,
    ExtractorDisagreement,
    MentionReason,
    NameMention,
    PartialDocument,
)
from graphwright.tables.language import Annotation, CoreferenceFailure, CoreferenceMention
from graphwright.tables.text import Chunk, Sentence, SentenceFilter
from graphwright.tables.triples import (
    DependencyTriple,
    Layer,
    LlmEntity,
    LlmFailure,
    LlmFailureReason,
    LlmOutline,
    LlmTriple,
    ProcedureStep,
    Qualifier,
    RejectedLlmTriple,
    ResolvedTriple,
    StepAction,
    Triple,
    TripleRejection,
)
from graphwright.tables.vectors import (
    ChunkEmbedding,
    Embedding,
    EntityEmbedding,
    RelationEmbedding,
)

GROUPS = ("documents", "text", "language", "triples", "entities", "graph", "vectors")
"""The parts of the pipeline in order; each declares its tables in the module of that name."""

ROW_TYPES: dict[str, type] = {
    declared.name: row
    for row, declared in sorted(
        declared_tables().items(), key=lambda entry: GROUPS.index(entry[1].group)
    )
}
"""Name of a table to the dataclass of its rows, in the order of the pipeline."""

TABLES: dict[str, Table] = {name: table_of(row) for name, row in ROW_TYPES.items()}
"""Name to declaration, in the order of the pipeline."""

__all__ = [
    "GROUPS",
    "HAS_TEXT",
    "NOTHING_STATED",
    "ROW_TYPES",
    "TABLES",
    "Annotation",
    "Block",
    "BlockKind",
    "Cell",
    "Chunk",
    "ChunkEmbedding",
    "Column",
    "CoreferenceFailure",
    "CoreferenceMention",
    "DependencyTriple",
    "DisagreementKind",
    "DocumentGroups",
    "DocumentLink",
    "DocumentStatus",
    "DocumentVersion",
    "Embedding",
    "Entity",
    "EntityAlias",
    "EntityChunk",
    "EntityEmbedding",
    "EntityMerge",
    "EntityType",
    "EntityTyping",
    "Evidence",
    "ExtractorDisagreement",
    "Layer",
    "LeftOut",
    "LlmEntity",
    "LlmFailure",
    "LlmFailureReason",
    "LlmOutline",
    "LlmTriple",
    "Mark",
    "MarkKind",
    "MentionCount",
    "MentionForm",
    "MentionReason",
    "NameMention",
    "ParsedDocument",
    "PartialDocument",
    "Place",
    "ProcedureStep",
    "Qualifier",
    "Reference",
    "RejectedDocument",
    "RejectedLlmTriple",
    "RejectedTriple",
    "RejectedVersion",
    "Relation",
    "RelationEmbedding",
    "RepeatedSentence",
    "ResolvedTriple",
    "SeedAlias",
    "Sentence",
    "SentenceFilter",
    "SourceDocument",
    "StatedTicketLink",
    "StatedVersion",
    "StepAction",
    "Table",
    "TicketComment",
    "TicketField",
    "TicketRecord",
    "Triple",
    "TripleRejection",
    "UnusedGroupRule",
    "col",
    "rows_of",
    "table",
    "table_of",
    "to_record",
]
