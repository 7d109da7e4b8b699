"""Rules that take the heading above as their subject: the steps and the references of a manual.

A manual speaks to its reader: "Choose Save", "you can open the cockpit". Its reader is the same on
every page and names nothing; what the sentence is about is the task that the heading names. Which
heading that is, is decided here; where headings stand, by the parsers of ``graphwright.documents``.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence

from graphwright.extraction.candidates import LINEAR, Candidate, Predicate
from graphwright.extraction.clauses import Clause, Origin
from graphwright.extraction.lexicon import words
from graphwright.extraction.phrases import Argument
from graphwright.extraction.pointing import titles_after_see
from graphwright.extraction.reading import (
    Reading,
    direct_objects,
    is_supplied,
    prepositions_of,
)
from graphwright.extraction.tree import Tree
from graphwright.extraction.verbs import gerund, is_infinitive, particle
from graphwright.tables.documents import Block, BlockKind, ParsedDocument

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_LEADING = re.compile(
    r"(?:(?:step|chapter|section|part|appendix)\s+)?(?:\d+(?:\.\d+)*|[A-Z])[.):]\s+"
    r"|(?:step|chapter|section|part)\s+\d+\s*[:.-]\s*|how\s+(?:to|do i|can i)\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
HEADING_RULES = frozenset({"instruction", "prerequisite", "reference"})
"""Rules whose subject is a heading."""

_PREREQUISITES = frozenset({"prerequisites", "prerequisite", "requirements", "before you start"})
_HAVING = frozenset({"have", "need", "own", "get", "require"})
_NEEDING = frozenset({"need", "require"})
_MAIN = frozenset({"ROOT", "conj", "advcl", "xcomp", "pcomp"})
_CLOSE = 2
"""Words between a verb and its preposition that still make one predicate."""

MAX_HEADING = 160
"""A heading with more characters is a sentence and names nothing."""

Span = tuple[int, int]


class Headings:
    """Finds the heading that names what a block is about."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._text = parsed.text
        self._blocks = [
            b for b in parsed.blocks if b.kind in _HEADINGS and parsed.text[b.start : b.end].strip()
        ]
        self._starts = [block.start for block in self._blocks]

    def above(self, offset: int) -> Span | None:
        """Return the characters of the nearest heading above an offset that names a topic."""
        position = bisect.bisect_left(self._starts, offset) - 1
        level: int | None = None
        for block in reversed(self._blocks[: position + 1]):
            if level is not None and block.level >= level:
                continue
            level = block.level
            span = self._topic(block)
            if span is not None:
                return span
        return None

    def states_prerequisites(self, offset: int) -> bool:
        """Return whether the nearest heading above an offset says "Prerequisites"."""
        position = bisect.bisect_left(self._starts, offset) - 1
        if position < 0:
            return False
        block = self._blocks[position]
        return self._text[block.start : block.end].strip(" :").lower() in _PREREQUISITES

    def _topic(self, block: Block) -> Span | None:
        """Return a heading without its number, or None where it names a part of any page."""
        text = self._text[block.start : block.end]
        leading = _LEADING.match(text)
        start = leading.end() if leading else 0
        end = len(text.rstrip(" \t\n.:?!"))
        found = _WORD.findall(text[start:end].lower())
        if not found or end - start > MAX_HEADING or words("section_words").issuperset(found):
            return None
        return block.start + start, block.start + end


def instructions(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "Choose Save" under "Post an Invoice" -> (Post an Invoice, involve choosing, Save)."""
    for clause in reading.clauses:
        if _instructs(reading, clause):
            for target in _targets(reading, clause):
                yield _step(reading, clause, heading, "instruction", target)


def prerequisites(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "You have the role" under "Prerequisites" of "Deploy" -> (Deploy, require, role)."""
    for clause in reading.clauses:
        if reading.tree.lemma[clause.verb].lower() in words("pointing_verbs"):
            continue
        flags = reading.flags.of(clause)
        if flags.negated or flags.condition is not None:
            continue
        if clause.reader and _is_main(reading, clause):
            for target in _targets(reading, clause):
                yield _step(reading, clause, heading, "prerequisite", target)
            for role in reading.tree.within(clause.verb, "attr"):
                yield _step(reading, clause, heading, "prerequisite", ((), role))


def _targets(reading: Reading, clause: Clause) -> Iterator[tuple[Sequence[int], int]]:
    """Yield (prepositions, head) of what the reader acts on: the objects, else a complement."""
    heads = direct_objects(reading, clause)
    if heads and not is_supplied(reading.tree, clause.verb):
        yield from (((), head) for head in heads)
        return
    if any(reading.tree.within(clause.verb, "dobj", "ccomp", "xcomp", "attr", "acomp")):
        return
    for tail, complements in prepositions_of(reading, clause, clause.verb):
        if tail[0] == clause.verb + 1 or tail[0] == clause.verb + 2:
            yield from ((tail, head) for head in complements)
            return


def _instructs(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause tells the reader to do something, or that he may."""
    if not clause.reader or not _is_main(reading, clause):
        return False
    tree = reading.tree
    lemma = tree.lemma[clause.verb].lower()
    if lemma in _NEEDING and any(tree.within(clause.verb, "dobj")):
        return not reading.flags.of(clause).negated
    classes = ["stative_verbs", "negative_verbs", "pointing_verbs"]
    if clause.origin is not Origin.READER:
        classes.append("idle_verbs")
    if any(tree.within(clause.verb, "ccomp", "xcomp")):
        classes.append("nonfactive_verbs")
    if any(lemma in words(name) for name in classes):
        return False
    return not reading.flags.of(clause).negated


def _is_main(reading: Reading, clause: Clause) -> bool:
    """Return whether the reader's clause is the sentence's own, its purpose or its means."""
    tree, verb = reading.tree, clause.verb
    if clause.passive or clause.gap is not None:
        return False
    chain = {tree.lemma[above].lower() for above in clause.chain if not _urges(tree, above)}
    if not chain <= words("duty_verbs") or tree.dep[verb] not in _MAIN:
        return False
    condition = reading.flags.of(clause).condition
    if condition is not None and _starts_condition(tree, clause):
        return False
    if tree.dep[verb] == "pcomp":
        return tree.lower[tree.head[verb]] == "by"
    if tree.dep[verb] in ("advcl", "xcomp"):
        return is_infinitive(tree, verb)
    return tree.tag[verb] in ("VB", "VBP", "VBN")


def _urges(tree: Tree, verb: int) -> bool:
    """Return whether a verb only urges the reader to do what follows: "make sure to"."""
    return any(tree.lower[child] in ("sure", "certain") for child in tree.within(verb, "acomp"))


def _starts_condition(tree: Tree, clause: Clause) -> bool:
    """Return whether a clause is itself the condition: "if you want ..."."""
    above: Clause | None = clause
    while above is not None:
        if tree.first(above.verb, "mark") is not None:
            return True
        above = above.above
    return False


def _step(
    reading: Reading, clause: Clause, heading: Span, rule: str, target: tuple[Sequence[int], int]
) -> Candidate:
    tree, verb = reading.tree, clause.verb
    tail, head = target
    lemma = tree.lemma[verb].lower()
    needed = lemma in _NEEDING or (rule == "prerequisite" and lemma in _HAVING)
    doing = "" if needed else gerund("be" if tree.dep[head] == "attr" else lemma)
    leading = "require" if needed or rule == "prerequisite" else "involve"
    parts = (leading, doing, particle(tree, verb), *(tree.lower[index] for index in tail))
    text = " ".join(part for part in parts if part)
    last = max([verb, *tree.within(verb, "prt"), *tail])
    last = last if last - verb <= _CLOSE else verb
    return Candidate(
        rule,
        Argument(verb, verb, verb + 1),
        Predicate(text, tree.start[verb], tree.end[last], verb),
        reading.phrases.of(head),
        extractor=LINEAR,
        flags=reading.flags.of(clause),
        place=heading,
    )


def references(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "See Posting Invoices" under "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    tree = reading.tree
    for see, title in titles_after_see(reading):
        predicate = Predicate("refer to", tree.start[see], tree.end[see], see)
        place = Argument(see, see, see + 1)
        yield Candidate("reference", place, predicate, title, extractor=LINEAR, place=heading)
