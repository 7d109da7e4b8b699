"""The step that asks an LLM about names that a score leaves open, where the settings say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from graphwright.code_versions import Code, version_of
from graphwright.entities.verdict_groups import groups_by_verdict, open_pairs
from graphwright.settings import Settings
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import Given, StepReport, Work
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.steps.llm.prompt_sets import ENDPOINT
from graphwright.steps.llm.step import session_of
from graphwright.store.lake import Lake
from graphwright.store.queries import open_views
from graphwright.tables import (
    DecisionKind,
    EntityDecision,
    LlmNameGroup,
    LlmNameVerdict,
    NameGroup,
    NamePair,
    SeedAlias,
    rows_of,
    table_of,
)

if TYPE_CHECKING:
    from graphwright.llm.extractor import LlmExtractor
    from graphwright.llm.reading.name_verdicts import OpenPair

QUOTES = 2
"""Sentences that a model is shown of each name: the surest, of two documents where there are."""


class LlmNamesStep(WholeTablesStep):
    """Ask the LLM which open pairs of names are one, and join their groups; not by default.

    Answers are kept in the lake's cache: what was asked before costs nothing, so all pairs are gone
    through whenever a name, a pair or a decision has changed.
    """

    code = Code((__name__, "graphwright.llm.reading.name_verdicts"), ENDPOINT)
    name = "llm_name_verdicts"
    inputs = (
        *("resolved_triples", "sentences", "seed_concepts", "entity_decisions"),
        *("names", "name_pairs", "name_groups"),
    )
    outputs = ("llm_name_verdicts", "llm_name_groups")
    unit = "pairs"
    stale_reason = "it is not there, or of older input"
    technologies = ("openai",)

    @classmethod
    def of(cls, given: Given) -> LlmNamesStep:
        """Return the step for a lake and its settings.

        A view asks nothing: what was answered of all documents could tell of hidden ones.
        """
        asks = given.settings.entities.llm and given.view_of is None
        return cls(session_of(given), given.settings, asks=asks)

    def __init__(self, session: LlmSession, settings: Settings, *, asks: bool) -> None:
        self._session, self._buckets, self.asks = session, settings.buckets, asks
        self.causes = {"entities.llm": str(asks), f"code.{self.name}": version_of(self.code)}
        if asks:
            from graphwright.llm.versions import llm_versions  # noqa: PLC0415  # as PromptSets

            self.causes |= llm_versions(session.settings, "names")

    def key(self, lake: Lake) -> str:
        """Return the key of both tables: empty ones depend on nothing."""
        return super().key(lake) if self.asks else self.version

    def open_pairs(self, lake: Lake) -> list[NamePair]:
        """Return the pairs that are asked about, the likeliest first."""
        pairs = rows_of(NamePair, lake.read("name_pairs"))
        return open_pairs(pairs, rows_of(NameGroup, lake.read("name_groups")))

    def answered(self, lake: Lake) -> set[tuple[str, str]]:
        """Return the pairs with a verdict in the lake."""
        rows = lake.read("llm_name_verdicts").to_pylist()
        return {(row["name_key"], row["other_key"]) for row in rows if row["failure"] is None}

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Ask about each open pair; raises ``ExtractorError`` for what concerns every call."""
        report = StepReport()
        if not self.is_current(lake):
            self._make(lake, work, report)
        for table in self.outputs:
            report.count(table, None, lake.row_count(table))
        return report

    def _make(self, lake: Lake, work: Work, report: StepReport) -> None:
        key = self.key(lake)
        verdicts, final = self._asked(lake, work, report) if self.asks else ([], True)
        groups = _groups(lake, verdicts) if verdicts else []
        made: dict[str, pa.Table] = {
            "llm_name_verdicts": table_of(LlmNameVerdict).from_rows(verdicts),
            "llm_name_groups": table_of(LlmNameGroup).from_rows(groups),
        }
        for table in self.outputs:
            lake.write(table, made[table], key=key, causes=self.causes, complete=final)
        report.made, report.worked = True, len(verdicts)

    def _asked(
        self, lake: Lake, work: Work, report: StepReport
    ) -> tuple[list[LlmNameVerdict], bool]:
        from graphwright.llm.reading.name_verdicts import judge_pair  # noqa: PLC0415  # openai

        pairs = _shown(lake, self.open_pairs(lake))
        if not pairs:
            return [], True
        work.on_start(len(pairs))

        def batches() -> Iterator[list[Any]]:
            yield pairs

        def read_ahead(extractor: LlmExtractor, pair: Any) -> None:
            extractor.read(judge_pair, pair)

        rows: list[LlmNameVerdict] = []
        try:
            self._session.prepare(lake, work.run, self.name, batches, read_ahead)
            outcomes = self._session.extractor().read_many(judge_pair, pairs)
            for made in outcomes:
                rows.append(made.row)
                report.not_final += made.failure_may_pass
                work.on_progress(len(rows))
        finally:
            report.numbers |= self._session.finish(lake, work.run, self.name)
        return rows, not report.not_final


def _groups(lake: Lake, verdicts: Sequence[LlmNameVerdict]) -> list[LlmNameGroup]:
    seeds = rows_of(SeedAlias, lake.read("seed_concepts"))
    decisions = rows_of(EntityDecision, lake.read("entity_decisions"))
    declared: dict[str, tuple[str | None, str | None]] = {
        one.name_key: (None, one.other) for one in decisions if one.kind == DecisionKind.TYPE
    }
    declared |= {seed.alias_key: (seed.key, seed.type) for seed in seeds}
    pairs = rows_of(NamePair, lake.read("name_pairs"))
    apart = [
        NamePair(one.name_key, one.other_key, "decision", 0, "decision", "", None)
        for one in decisions
        if one.kind == DecisionKind.CANNOT_LINK
    ]
    mentions = {row["key"]: row["mentions"] for row in lake.read("names").to_pylist()}
    groups = rows_of(NameGroup, lake.read("name_groups"))
    return groups_by_verdict(verdicts, [*pairs, *apart], groups, declared, mentions)


def _shown(lake: Lake, pairs: Sequence[NamePair]) -> list[OpenPair]:
    """Return the pairs with names as they are written and sentences that hold them."""
    from graphwright.llm.reading.name_verdicts import OpenPair  # noqa: PLC0415  # openai

    if not pairs:
        return []
    keys = sorted({key for pair in pairs for key in (pair.name_key, pair.other_key)})
    read = ("names", "resolved_triples", "sentences")
    with open_views({name: lake.sound_paths(name) for name in read}) as connection:
        connection.register("asked", pa.table({"key": keys}))
        forms = dict(connection.execute(_FORMS).fetchall())
        quotes: dict[str, list[str]] = {}
        for key, text in connection.execute(_QUOTES, {"most": QUOTES}).fetchall():
            quotes.setdefault(key, []).append(text)

    def of(key: str) -> tuple[str, tuple[str, ...]]:
        return forms.get(key, key), tuple(quotes.get(key, ()))

    shown = []
    for pair in pairs:
        (name, said), (other, other_said) = of(pair.name_key), of(pair.other_key)
        both = pair.name_key, pair.other_key, pair.score
        shown.append(OpenPair(*both, name, other, said, other_said))
    return shown


_FORMS = "SELECT key, form FROM names SEMI JOIN asked USING (key)"

_QUOTES = """
WITH said AS (
    SELECT subject_key AS key, sentence_id, document_id, confidence
    FROM resolved_triples
    WHERE rejection IS NULL AND subject_key IN (SELECT key FROM asked)
    UNION ALL
    SELECT object_key, sentence_id, document_id, confidence
    FROM resolved_triples
    WHERE rejection IS NULL AND object_key IN (SELECT key FROM asked)
),
best AS (
    SELECT key, sentence_id, document_id, max(confidence) AS confidence
    FROM said GROUP BY key, sentence_id, document_id
),
by_document AS (
    SELECT *, row_number() OVER (
        PARTITION BY key, document_id ORDER BY confidence DESC, sentence_id
    ) AS place
    FROM best
),
chosen AS (
    SELECT *, row_number() OVER (
        PARTITION BY key ORDER BY place, confidence DESC, sentence_id
    ) AS number
    FROM by_document
)
SELECT chosen.key, sentences.text
FROM chosen
JOIN sentences USING (sentence_id)
WHERE chosen.number <= $most
ORDER BY chosen.key, chosen.number
"""
