"""Contexts and entity cards as plain text for a terminal. Printing is the caller's."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from graphwright.display.printable import one_line, prose, shortened
from graphwright.graph.citation import Citation, Quote
from graphwright.graph.entity_card import EntityCard, Fact, Procedure
from graphwright.graph.qualifiers import fact_line
from graphwright.retrieval.context import Context, ContextChunk, ContextRelation
from graphwright.retrieval.explanation import DEEPEST, ChunkReason, FactReason, ListedScore
from graphwright.tables import (
    Entity,
    EntityBroader,
    EntityMerge,
    Layer,
    ProcedureStep,
    Relation,
)

WIDTH = 100
_CHUNK_CHARACTERS = 600
_LOCATOR_CHARACTERS = 200
_NAME_CHARACTERS = 200
_ASKED_CHARACTERS = 80


def render_context(
    context: Context, width: int = WIDTH, *, scores: bool = False, explain: bool = False
) -> str:
    """Return the ranked evidence of a question: entities, facts, then passages, all cited.

    ``scores`` shows what each was ranked by, and the confidence of facts; ``explain`` says why each
    is there, where the strategy tells.
    """
    lines = [f"Question: {prose(context.query)}", f"Strategy: {context.strategy}"]
    if context.unknown:
        unknown = ", ".join(_cut(name) for name in context.unknown)
        lines += ["", *_wrap(f"The graph knows nothing of: {unknown}", width, 0)]
    if context.entities:
        names = ", ".join(
            _name(entity.name) + (f" ({entity.score:.2f})" if scores else "")
            for entity in context.entities
        )
        lines += ["", *_wrap(f"Entities: {names}", width, 0)]
    if context.relations:
        lines += ["", "Facts"]
        for number, relation in enumerate(context.relations, start=1):
            lines += _relation(number, relation, width, scores=scores)
            lines += _why_fact(relation.why, width) if explain else ()
    lines += ["", "Passages" if context.chunks else "No passage was found."]
    for number, chunk in enumerate(context.chunks, start=1):
        lines += _chunk(number, chunk, width, scores=scores)
        lines += _why_chunk(chunk.why, width) if explain else ()
    return _page(lines)


def render_entity(card: EntityCard, width: int = WIDTH) -> str:
    """Return an entity's card: what it is, its names, merges and facts with their quotes."""
    entity = card.entity
    lines = [
        f"{_name(entity.name)} ({_type(entity)})",
        f"  {entity.mention_count} mentions in {entity.document_count} documents "
        f"and {card.chunks} chunks{_other_mentions(entity)}",
    ]
    if entity.definition:
        lines += _wrap(prose(entity.definition), width, 2)
    if card.homonyms:
        lines += _wrap(
            f"The name also stands for: {', '.join(map(_name, card.homonyms))}", width, 2
        )
    above = [f"{_name(one.broader)}  ({_declared(one)})" for one in card.broader]
    lines += _section("Broader, as the seed file says", above)
    below = [f"{_name(one.entity)}  ({_declared(one)})" for one in card.narrower]
    lines += _section("Narrower, as the seed file says", below)
    lines += _section("Names", [_alias_line(card, i) for i in range(len(card.aliases))])
    lines += _section("Merges", [_merge_line(merge) for merge in card.merges])
    for procedure in card.procedures:
        lines += _procedure(procedure, width)
    if card.tasks > len(card.procedures):
        lines.append(f"  ... and {card.tasks - len(card.procedures):,} more ways to do it")
    outgoing, incoming = card.facts
    lines += _facts("Facts about it", card.outgoing, outgoing, width)
    lines += _facts("Facts that lead to it", card.incoming, incoming, width)
    if card.other_facts:
        left_out = f"{card.other_facts:,} facts of steps and references: see --navigation"
        lines += ["", *_wrap(left_out, width, 0)]
    lines += _mentions(card)
    return _page(lines)


def _type(entity: Entity) -> str:
    """Return what an entity is, and by what it is known."""
    source = f", {prose(entity.type_source)}" if entity.type_source else ""
    return prose(entity.type) + source


def _declared(broader: EntityBroader) -> str:
    return prose(f"{broader.source}, {broader.place}")


def _other_mentions(entity: Entity) -> str:
    """Return how often steps and references name an entity, which its mentions leave out."""
    count = entity.procedure_count + entity.navigation_count
    return f", {count} more in steps and references" if count else ""


def _page(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _name(text: str) -> str:
    return shortened(prose(text), _NAME_CHARACTERS)


def _cut(name: str) -> str:
    name = prose(name)
    return name if len(name) <= _ASKED_CHARACTERS else f"{name[:_ASKED_CHARACTERS]} ..."


def _relation(number: int, relation: ContextRelation, width: int, *, scores: bool) -> Iterator[str]:
    quotes, detail = relation.quotes[:1], _support(relation.support_count)
    if scores:
        detail += f", confidence {relation.confidence:.2f}, score {relation.score:.2f}"
    detail += _marks(relation)
    yield from _wrap(f"{number}. {_fact(relation.sentence, quotes)}  [{detail}]", width, 1)
    yield from _quotes(quotes, width)


def _chunk(number: int, chunk: ContextChunk, width: int, *, scores: bool) -> Iterator[str]:
    score = f"  [score {chunk.score:.4f}]" if scores else ""
    yield f" {number}. {_source(chunk.citation)}{score}"
    yield from _version(chunk.citation, 4)
    text = textwrap.shorten(prose(chunk.text), _CHUNK_CHARACTERS, placeholder=" ...")
    yield from _wrap(text, width, 4)
    yield f"    {_address(chunk.citation)}"


def _rank(listed: ListedScore) -> str:
    return f"beyond {DEEPEST}" if listed.rank is None else str(listed.rank)


def _why_chunk(why: ChunkReason | None, width: int) -> list[str]:
    """Return a passage's rank in each list, and the way that the walk took to it."""
    if why is None:
        return []
    told = [f"{name} {_rank(one)} ({one.score:.3f})" for name, one in why.scores.items()]
    if why.entity is not None:
        source = f'the name "{why.seed}"' if why.seed else f'"{why.title}"' if why.title else ""
        told.append(f'from {source or "elsewhere"} by "{why.entity}"')
    if why.fact is not None:
        told.append(f'its fact "{why.fact}" is nearer')
    if why.linked_from is not None:
        told.append(f'linked from "{why.linked_title}"')
    return _wrap(f"why: {prose('; '.join(told))}", width, 4)


def _why_fact(why: FactReason | None, width: int) -> list[str]:
    """Return what of the question a fact holds, and where it is stated."""
    if why is None:
        return []
    told = [f"nearness {why.cosine:.3f}{' (by its words)' if why.estimated else ''}"]
    told += [f"stated in passage {why.passage}"] if why.passage else []
    elsewhere = why.first_document and not why.passage
    told += ["stated elsewhere in the first document"] if elsewhere else []
    told += [f"about {', '.join(why.names)}"] if why.names else []
    told += [f"holds {', '.join(why.words)}"] if why.words else []
    told += [f"holds a {why.answers}"] if why.answers else []
    return _wrap(f"why: {prose('; '.join(told))}", width, 5)


def _marks(relation: ContextRelation | Relation) -> str:
    """Return what sets a fact apart from others: that it is superseded, or no knowledge."""
    superseded = ", superseded" if relation.superseded else ""
    return superseded if relation.layer == Layer.KNOWLEDGE else f"{superseded}, {relation.layer}"


def _facts(title: str, facts: Sequence[Fact], there_are: int, width: int) -> Iterator[str]:
    if facts:
        yield from ("", title)
    for fact in facts:
        relation = fact.relation
        detail = f"{_support(relation.support_count)}, confidence {relation.confidence:.2f}"
        detail += _marks(relation)
        yield from _wrap(f"- {_fact(fact.sentence, fact.quotes)}  [{detail}]", width, 2)
        yield from _quotes(fact.quotes, width)
    if there_are > len(facts):
        yield f"  ... and {there_are - len(facts):,} more with less support"


def _procedure(procedure: Procedure, width: int) -> Iterator[str]:
    """Yield the steps of a task in order, those inside another behind it and further in."""
    yield from ("", f"Steps in {_source(procedure.citation)}")
    for step in procedure.steps:
        depth = step.number.count(".")
        said = prose(step.text)
        added = _added_condition(step)
        when = f" [{prose(added)}]" if added else ""
        yield from _wrap(f"{step.number}. {said}{when}", width, 2 + 3 * depth)
        if step.result is not None and step.result not in step.text:
            yield from _wrap(f"result: {prose(step.result)}", width, 5 + 3 * depth)
    yield f"    {_address(procedure.citation)}"


def _added_condition(step: ProcedureStep) -> str:
    """Return the condition of a step that its text does not tell itself, or nothing."""
    told = (step.condition or "").lower() in step.text.lower()
    return "" if told else step.condition or ""


def _mentions(card: EntityCard) -> Iterator[str]:
    """Yield where the entity is mentioned or named, with the reason."""
    if card.mentions:
        yield from ("", f"Mentioned in {card.passages:,} passages")
    for mention in card.mentions:
        yield f"  {mention.reason}: {_source(mention.citation)}"
        yield f"    {_address(mention.citation)}"
    if card.passages > len(card.mentions):
        yield f"  ... and {card.passages - len(card.mentions):,} more"


def _fact(text: str, quotes: Sequence[Quote]) -> str:
    """Return a fact with what the best of its quotes adds to it."""
    return prose(fact_line(text, quotes[0].qualifiers if quotes else ()))


def _quotes(quotes: Sequence[Quote], width: int) -> Iterator[str]:
    """Yield quotes, each with what it alone adds; what the first adds is in the fact's line."""
    told: set[str] = set()
    for number, quote in enumerate(quotes):
        added = [text for text in quote.qualifiers if text.casefold() not in told]
        told.update(text.casefold() for text in added)
        yield from _quote(quote, added if number else [], width)


def _quote(quote: Quote, added: Sequence[str], width: int) -> Iterator[str]:
    yield from _wrap(f'"{prose(quote.text)}"', width, 5)
    if added:
        yield from _wrap(f"adds: {prose('; '.join(added))}", width, 5)
    # Never wrapped: what a name holds must not begin a line.
    yield f"     {_source(quote.citation)}, {_address(quote.citation)}"
    yield from _version(quote.citation, 5)
    yield f"     evidence {quote.evidence_id}"


def _version(citation: Citation, indent: int) -> list[str]:
    """Return what is to be told of the document's version, in brackets and never wrapped."""
    note = prose(citation.version_note)
    return [f"{' ' * indent}[{note}]"] if note else []


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def _alias_line(card: EntityCard, index: int) -> str:
    alias = card.aliases[index]
    return f"{_name(alias.alias)}  ({alias.tier}, {alias.mention_count} mentions)"


def _merge_line(merge: EntityMerge) -> str:
    verdict = "merged into" if merge.accepted else "kept apart from"
    return (
        f"{_name(merge.alias_key)} {verdict} {_name(merge.target_key)}  "
        f"({merge.tier}, {merge.score:.2f}: {prose(merge.reason)})"
    )


def _source(citation: Citation) -> str:
    title, locator = shortened(one_line(citation.title)), one_line(citation.locator)
    return f"{title} ({shortened(locator, _LOCATOR_CHARACTERS)})" if locator else title


def _address(citation: Citation) -> str:
    return f"{one_line(citation.uri)} [{citation.start}:{citation.end}]"


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
