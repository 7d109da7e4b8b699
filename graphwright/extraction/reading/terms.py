"""Terms that a text describes: before a colon or a dash, or in the item or heading above it."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import MAX_CELL_TOKENS
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.tables.documents import Block, BlockKind

_MAX_TERM_TOKENS = 6
_CLAUSAL = frozenset({"WRB", "WDT", "WP", "MD"})
_TERMS = frozenset({BlockKind.LIST_ITEM.value, BlockKind.HEADING.value})


def term_sign(reading: ScopeReading) -> int | None:
    """Return the colon or dash that ends a term at the start of the scope, or None."""
    end = min(reading.first + _MAX_TERM_TOKENS + 1, reading.last - 1)
    for index in range(reading.first + 1, end):
        if _is_sign(reading, index):
            return index if _is_term(reading, index) else None
    return None


def _is_sign(reading: ScopeReading, index: int) -> bool:
    """Return whether a token is a colon or a dash with spaces around it."""
    tree = reading.tree
    if tree.words[index] != "-":
        return tree.words[index] in (":", "–", "—")
    return tree.end[index - 1] < tree.start[index] and tree.end[index] < tree.start[index + 1]


def _is_term(reading: ScopeReading, sign: int) -> bool:
    """Return whether the words before the sign are a name: nouns, no clause, no full stop."""
    tree = reading.tree
    tags = tree.tag[reading.first : sign]
    if tags[0] in ("IN", "VB", "PRP", "TO", "WRB") or not _CLAUSAL.isdisjoint(tags[1:]):
        return False
    if any(word in (".", ",", ";") for word in tree.words[reading.first : sign]):
        return False
    named = any(tag in NOUN_TAGS or tag == "FW" for tag in tags) or sign - reading.first == 1
    return named and not any(tag in VERB_TAGS and tag not in ("VBG", "VBN") for tag in tags[1:])


def _ends_label(reading: ScopeReading, sign: int) -> bool:
    """Return whether a sign ends a label: a dash does so before a capital, or behind capitals."""
    tree = reading.tree
    begins = sign + 1 < reading.last and tree.words[sign + 1][0].isupper()
    return tree.words[sign] == ":" or begins or tree.words[sign - 1].isupper()


def clause_label(reading: ScopeReading, subject: int) -> Argument | None:
    """Return the label before the sign that starts a text, for a clause with a subject behind it.

    "Night watch: A guard closes the gate", "CLOSED — no guest may enter". What only leads on
    ("Note:") is none, nor is a participle, which is a condition.
    """
    sign = term_sign(reading)
    if sign is None or subject <= sign or not _ends_label(reading, sign):
        return None
    label = reading.phrases.trim(sign - 1, reading.first, sign)
    said = {word for word in reading.tree.lower[reading.first : sign] if word.isalpha()}
    leads = words("section_words", "vague_nouns", "remark_words")
    happens = reading.tree.tag[reading.first] == "VBG"
    return None if happens or said <= leads else label


def definition_root(reading: ScopeReading, sign: int) -> int | None:
    """Return the noun that heads the text after the sign, if it starts with a noun phrase."""
    tree, phrases = reading.tree, reading.phrases
    for index in range(sign + 1, min(sign + 9, reading.last)):
        if tree.tag[index] in VERB_TAGS and not phrases.is_nominal(index):
            return None
        inside = tree.dep[index] in ("compound", "nmod", "poss") and tree.head[index] > index
        if tree.tag[index] in NOUN_TAGS and not inside:
            return None if tree.dep[index] in ("nsubj", "nsubjpass") else index
    return None


def term_of(block: Block, blocks: Sequence[Block], text: str) -> Span | None:
    """Return the characters of the term that a block describes, or None.

    The term is the item that the block stands under, or the item or heading directly before it,
    if that is a name and no sentence.
    """
    above = block.parent if block.kind == BlockKind.LIST_ITEM.value else block.index - 1
    if above is None or above < 0 or blocks[above].kind not in _TERMS:
        return None
    found = text[blocks[above].start : blocks[above].end]
    name = found.rstrip(" \t\n:")
    if not name or name[-1] in ".!?;," or len(name.split()) > MAX_CELL_TOKENS or "\n" in name:
        return None
    return blocks[above].start, blocks[above].start + len(name)
