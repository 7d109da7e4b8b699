"""Which groups see a document: the last rule that speaks of it decides.

The rules of a collection stand first, its own groups before its patterns; those of the sidecar
follow, in its order. So a later word may widen or narrow an earlier one, and never adds to it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence

from graphwright.documents.sources.patterns import compile_globs
from graphwright.ids import content_id
from graphwright.settings import EVERYBODY, NOBODY, Settings
from graphwright.tables import DocumentGroups, SourceDocument, UnusedGroupRule

_EVERY_PATH = "**"


@dataclasses.dataclass(frozen=True, slots=True)
class GroupRule:
    """Who sees the documents that a glob matches, of one collection or of all.

    ``place`` is where it stands. A glob with ``://`` is compared with addresses, any other with
    paths inside the collection.
    """

    place: str
    collection: str | None
    path: str
    groups: tuple[str, ...]


def settings_rules(settings: Settings) -> Iterator[GroupRule]:
    """Yield the rules of the collections, in their order."""
    for collection in settings.collections:
        place = f"collections, {collection.name}"
        if collection.groups:
            yield GroupRule(f"{place}: groups", collection.name, _EVERY_PATH, collection.groups)
        for number, pattern in enumerate(collection.group_patterns):
            named = f"{place}: group_patterns[{number}]"
            yield GroupRule(named, collection.name, pattern.path, pattern.groups)


def groups_of(
    documents: Iterable[SourceDocument], rules: Sequence[GroupRule], default: str
) -> tuple[list[DocumentGroups], list[UnusedGroupRule]]:
    """Return who sees each document, and the rules that speak of no document.

    ``default`` (everybody or nobody) is for documents that no rule speaks of.
    """
    matched: set[int] = set()
    compiled = [_Compiled.of(rule) for rule in rules]
    rows = []
    for document in documents:
        speaking = [number for number, rule in enumerate(compiled) if rule.speaks_of(document)]
        matched.update(speaking)
        rows.append(_row(document, rules[speaking[-1]] if speaking else None, default))
    unused = [rule for number, rule in enumerate(rules) if number not in matched]
    return rows, list({row.rule_id: row for row in map(_unused, unused)}.values())


@dataclasses.dataclass(frozen=True, slots=True)
class _Compiled:
    collection: str | None
    pattern: re.Pattern[str] | None
    of_address: bool

    @classmethod
    def of(cls, rule: GroupRule) -> _Compiled:
        pattern = None if rule.path == _EVERY_PATH else compile_globs([rule.path])[0]
        return cls(rule.collection, pattern, "://" in rule.path)

    def speaks_of(self, document: SourceDocument) -> bool:
        if self.collection not in (None, document.collection):
            return False
        name = document.uri if self.of_address else document.path
        return self.pattern is None or self.pattern.fullmatch(name) is not None


def _row(document: SourceDocument, rule: GroupRule | None, default: str) -> DocumentGroups:
    said = rule.groups if rule else (default,)
    return DocumentGroups(
        document_id=document.document_id,
        collection=document.collection,
        path=document.path,
        everybody=said == (EVERYBODY,),
        groups=() if said in ((EVERYBODY,), (NOBODY,)) else tuple(sorted(set(said))),
        said_by=rule.place if rule else "access.default",
    )


def _unused(rule: GroupRule) -> UnusedGroupRule:
    return UnusedGroupRule(
        rule_id=content_id("group rule", rule.place, rule.path),
        place=rule.place,
        collection=rule.collection,
        path=rule.path,
        groups=rule.groups,
        reason="it speaks of no document that was found",
        remedy="Correct the pattern, or remove it: it hides nothing and shows nothing.",
    )
