"""Contexts and entity cards as plain text for a terminal. Printing is the caller's."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from graphwright.graph.citation import Citation, Quote
from graphwright.graph.entity_card import EntityCard, Fact
from graphwright.graph.qualifiers import fact_line
from graphwright.retrieval.context import Context, ContextChunk, ContextRelation
from graphwright.tables import EntityMerge

WIDTH = 100
_CHUNK_CHARACTERS = 600
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""What steers a terminal; the name of a file, and so its address, may hold it."""


def render_context(context: Context, width: int = WIDTH) -> str:
    """Return the ranked evidence of a question: entities, facts, then passages, all cited."""
    lines = [f"Question: {context.query}", f"Strategy: {context.strategy}"]
    if context.entities:
        names = ", ".join(entity.name for entity in context.entities)
        lines += ["", *_wrap(f"Entities: {names}", width, 0)]
    if context.relations:
        lines += ["", "Facts"]
        for number, relation in enumerate(context.relations, start=1):
            lines += _relation(number, relation, width)
    lines += ["", "Passages" if context.chunks else "No passage was found."]
    for number, chunk in enumerate(context.chunks, start=1):
        lines += _chunk(number, chunk, width)
    return _printable(lines)


def render_entity(card: EntityCard, width: int = WIDTH) -> str:
    """Return an entity's card: what it is, its names, merges and facts with their quotes."""
    entity = card.entity
    lines = [
        f"{entity.name} ({entity.type})",
        f"  {entity.mention_count} mentions in {entity.document_count} documents "
        f"and {card.chunks} chunks",
    ]
    if entity.definition:
        lines += _wrap(entity.definition, width, 2)
    if card.homonyms:
        lines += _wrap(f"The name also stands for: {', '.join(card.homonyms)}", width, 2)
    lines += _section("Names", [_alias_line(card, i) for i in range(len(card.aliases))])
    lines += _section("Merges", [_merge_line(merge) for merge in card.merges])
    outgoing, incoming = card.facts
    lines += _facts("Facts about it", card.outgoing, outgoing, width)
    lines += _facts("Facts that lead to it", card.incoming, incoming, width)
    return _printable(lines)


def _printable(lines: Sequence[str]) -> str:
    return _CONTROL.sub("", "\n".join(lines)) + "\n"


def _relation(number: int, relation: ContextRelation, width: int) -> Iterator[str]:
    quotes = relation.quotes[:1]
    fact, detail = _fact(relation.text, quotes), _support(relation.support_count)
    detail += ", superseded" if relation.superseded else ""
    yield from _wrap(f"{number}. {fact}  [{detail}]", width, 1)
    yield from _quotes(quotes, width)


def _chunk(number: int, chunk: ContextChunk, width: int) -> Iterator[str]:
    yield f" {number}. {_source(chunk.citation)}"
    yield from _version(chunk.citation, width, 4)
    text = " ".join(chunk.text.split())
    yield from _wrap(textwrap.shorten(text, _CHUNK_CHARACTERS, placeholder=" ..."), width, 4)
    yield f"    {_address(chunk.citation)}"


def _facts(title: str, facts: Sequence[Fact], there_are: int, width: int) -> Iterator[str]:
    if facts:
        yield from ("", title)
    for fact in facts:
        relation = fact.relation
        detail = f"{_support(relation.support_count)}, confidence {relation.confidence:.2f}"
        detail += ", superseded" if relation.superseded else ""
        yield from _wrap(f"- {_fact(relation.text, fact.quotes)}  [{detail}]", width, 2)
        yield from _quotes(fact.quotes, width)
    if there_are > len(facts):
        yield f"  ... and {there_are - len(facts):,} more with less support"


def _fact(text: str, quotes: Sequence[Quote]) -> str:
    """Return a fact with what the best of its quotes adds to it."""
    return fact_line(text, quotes[0].qualifiers if quotes else ())


def _quotes(quotes: Sequence[Quote], width: int) -> Iterator[str]:
    """Yield quotes, each with what it alone adds; what the first adds is in the fact's line."""
    told: set[str] = set()
    for number, quote in enumerate(quotes):
        added = [text for text in quote.qualifiers if text.casefold() not in told]
        told.update(text.casefold() for text in added)
        yield from _quote(quote, added if number else [], width)


def _quote(quote: Quote, added: Sequence[str], width: int) -> Iterator[str]:
    yield from _wrap(f'"{" ".join(quote.text.split())}"', width, 5)
    if added:
        yield from _wrap(f"adds: {'; '.join(added)}", width, 5)
    yield from _wrap(f"{_source(quote.citation)}, {_address(quote.citation)}", width, 5)
    yield from _version(quote.citation, width, 5)
    yield f"     evidence {quote.evidence_id}"


def _version(citation: Citation, width: int, indent: int) -> list[str]:
    """Return what is to be told of the document's version, in brackets."""
    note = " ".join(citation.version_note.split())
    return _wrap(f"[{note}]", width, indent) if note else []


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def _alias_line(card: EntityCard, index: int) -> str:
    alias = card.aliases[index]
    return f"{alias.alias}  ({alias.tier}, {alias.mention_count} mentions)"


def _merge_line(merge: EntityMerge) -> str:
    verdict = "merged into" if merge.accepted else "kept apart from"
    return (
        f"{merge.alias_key} {verdict} {merge.target_key}  "
        f"({merge.tier}, {merge.score:.2f}: {merge.reason})"
    )


def _source(citation: Citation) -> str:
    return f"{citation.title} ({citation.locator})" if citation.locator else citation.title


def _address(citation: Citation) -> str:
    return f"{citation.uri} [{citation.start}:{citation.end}]"


def _support(count: int) -> str:
    return f"{count} sentence" + ("" if count == 1 else "s")


def _wrap(text: str, width: int, indent: int) -> list[str]:
    margin = " " * indent
    hanging = margin + "  "
    return textwrap.wrap(
        text,
        max(width, 40),
        initial_indent=margin,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
