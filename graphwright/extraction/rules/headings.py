"""Rules that take the heading above as their subject: the steps and the references of a manual.

A manual speaks to its reader: "Choose Save", "you can open the cockpit". Its reader is the same on
every page and names nothing; what the sentence is about is the task that the heading names. Which
heading that is, is decided here; where headings stand, by the parsers of ``graphwright.documents``.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.clauses import Clause, Origin
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.reading.targets import ADVISING, Target, advises, targets_of
from graphwright.extraction.reading.verbs import gerund, is_infinitive, particle
from graphwright.extraction.rules.candidate import LINEAR, Candidate, Predicate
from graphwright.extraction.rules.pointing import listed_title, titles_after_see
from graphwright.tables.documents import Block, BlockKind, ParsedDocument

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_LEADING = re.compile(
    r"(?:(?:step|chapter|section|part|appendix)\s+)?(?:\d+(?:\.\d+)*|[A-Z])[.):]\s+"
    r"|(?:step|chapter|section|part)\s+\d+\s*[:.-]\s*|how\s+(?:to|do i|can i)\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
HEADING_RULES = frozenset({"instruction", "instruction_preposition", "prerequisite", "reference"})
"""Rules whose subject is a heading."""

STEP_RULES = HEADING_RULES - {"reference"}
"""Rules that tell what is done or needed under a heading."""

_PREREQUISITES = frozenset({"prerequisites", "prerequisite", "requirements", "before you start"})
_OTHER_TEXTS = frozenset(
    {"related information", "related links", "related topics", "see also", "further reading"}
)
_LONGEST_LABEL = max(map(len, _OTHER_TEXTS)) + 2
_HAVING = frozenset({"have", "need", "own", "get", "require"})
_NEEDING = frozenset({"need", "require"})
_GOING_ON = frozenset({"follow", "proceed", "continue"})
"""Verbs that point at what stands below them: "To create a role, proceed as follows"."""

_MAIN = frozenset({"ROOT", "conj", "advcl", "xcomp", "pcomp"})
_MAY = frozenset({"can", "could", "may", "might"})
_LEARNING = frozenset({"learn", "find"})
_ASKING = frozenset({"must", "should", "shall"})
_COMPLEMENTS = ("xcomp", "ccomp", "oprd")
_NO_ACTS = ("stative_verbs", "negative_verbs", "pointing_verbs", "idle_verbs", "nonfactive_verbs")
_CLOSE = 2
"""Words between a verb and its preposition that still make one predicate."""

MAX_HEADING = 160
"""A heading with more characters is a sentence and names nothing."""

Span = tuple[int, int]


HeadingRule = Callable[[Reading, Span], Iterator[Candidate]]


class Headings:
    """Finds the heading that names what a block is about."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._text = parsed.text
        self._blocks = [
            b for b in parsed.blocks if b.kind in _HEADINGS and parsed.text[b.start : b.end].strip()
        ]
        self._starts = [block.start for block in self._blocks]
        self._labels = [b for b in parsed.blocks if b.kind in _HEADINGS or self._is_label(b)]
        self._label_starts = [block.start for block in self._labels]

    def above(self, offset: int) -> Span | None:
        """Return the characters of the nearest heading above an offset that names a topic."""
        position = bisect.bisect_left(self._starts, offset) - 1
        level = self._level_of_label(offset)
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
        return self._nearest(offset) in _PREREQUISITES

    def lists_texts(self, offset: int) -> bool:
        """Return whether the nearest label above an offset stands over titles of other texts.

        A label is a heading, or a paragraph that is written like one ("Related Information").
        """
        return self._nearest(offset) in _OTHER_TEXTS

    def _nearest(self, offset: int) -> str:
        position = bisect.bisect_left(self._label_starts, offset) - 1
        return "" if position < 0 else self._plain(self._labels[position])

    def _level_of_label(self, offset: int) -> int | None:
        """Return the level of a section that a paragraph opens: its titles belong to the page."""
        position = bisect.bisect_left(self._label_starts, offset) - 1
        if position < 0 or self._labels[position].kind in _HEADINGS:
            return None
        return min((block.level for block in self._blocks), default=0) + 1

    def _is_label(self, block: Block) -> bool:
        short = block.end - block.start <= _LONGEST_LABEL
        return short and block.kind == BlockKind.PARAGRAPH and self._plain(block) in _OTHER_TEXTS

    def _plain(self, block: Block) -> str:
        return self._text[block.start : block.end].strip(" :").lower()

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
            for target in targets_of(reading, clause):
                yield _step(reading, clause, heading, target.rule, target)
        elif _is_left_to_reader(reading, clause):
            for head in clause.subjects:
                yield _step(reading, clause, heading, "instruction", Target(head))


def _is_left_to_reader(reading: Reading, clause: Clause) -> bool:
    """Return whether a passive says what its reader can or has to do: "a key must be created"."""
    tree, verb = reading.tree, clause.verb
    if not clause.passive or clause.reader or not clause.subjects or tree.tag[verb] != "VBN":
        return False
    if tree.dep[clause.chain[0] if clause.chain else verb] != "ROOT":
        return False
    flags = reading.flags.of(clause)
    helpers = {tree.lower[child] for child in tree.within(verb, "aux")}
    if clause.chain:
        asked = {tree.lemma[above].lower() for above in clause.chain} <= words("duty_verbs")
    else:
        asked = not helpers.isdisjoint({"can"} | _ASKING if flags.condition is None else _ASKING)
    if not asked or flags.negated or any(tree.within(verb, "agent", *_COMPLEMENTS)):
        return False
    classes = ("light_verbs", *_NO_ACTS)
    if any(tree.lemma[verb].lower() in words(name) - {"use"} for name in classes):
        return False
    return all(_is_told_of(tree, head, verb) for head in clause.subjects)


def _is_told_of(tree: Tree, subject: int, verb: int) -> bool:
    """Return whether a passive is about a subject: no label before it, no "not more than"."""
    between = tree.words[subject + 1 : verb]
    label = ":" in between[1:] or (":" in between and tree.tag[subject + 2] in NOUN_TAGS)
    return (
        tree.tag[subject] in NOUN_TAGS
        and not label
        and ("not" not in tree.lower[tree.left[subject] : subject])
    )


def prerequisites(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "You have the role" under "Prerequisites" of "Deploy" -> (Deploy, require, role)."""
    for clause in reading.clauses:
        if reading.tree.lemma[clause.verb].lower() in words("pointing_verbs"):
            continue
        flags = reading.flags.of(clause)
        free = flags.condition is not None or flags.modality in _MAY
        if flags.negated or free or reading.tree.dep[clause.verb] == "advcl":
            continue  # what the reader may do, or wants to reach, is not required
        if clause.reader and _is_main(reading, clause):
            roles = map(Target, reading.tree.within(clause.verb, "attr"))
            for target in (*targets_of(reading, clause), *roles):
                yield _step(reading, clause, heading, "prerequisite", target)


def _instructs(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause tells the reader to do something, or that he may."""
    if not clause.reader or not _is_main(reading, clause):
        return False
    tree = reading.tree
    lemma = tree.lemma[clause.verb].lower()
    flags = reading.flags.of(clause)
    if flags.negated:
        return False
    if lemma in _NEEDING and any(tree.within(clause.verb, "dobj")):
        return True
    if advises(tree, clause.verb):
        return not any(tree.within(clause.verb, "dobj"))
    classes = ["stative_verbs", "negative_verbs", "pointing_verbs"]
    shown = flags.modality in _MAY and lemma in words("finding_verbs")  # "here you can view X"
    if clause.origin is not Origin.READER and not shown:
        classes.append("idle_verbs")
    if any(tree.within(clause.verb, "ccomp", "xcomp")):
        classes.append("nonfactive_verbs")
    return not any(lemma in words(name) for name in classes)


def _is_advised(tree: Tree, clause: Clause) -> bool:
    """Return whether the writer advises a clause: "we recommend that you create X"."""
    above = clause.above
    asked = above is not None and tree.dep[clause.verb] in ("ccomp", "xcomp")
    return above is not None and asked and advises(tree, above.verb)


def _is_main(reading: Reading, clause: Clause) -> bool:
    """Return whether the reader's clause is the sentence's own, its purpose or its means."""
    tree, verb = reading.tree, clause.verb
    within_relative = clause.above is not None and clause.above.gap is not None
    if clause.passive or clause.gap is not None or within_relative:
        return False
    chain = {tree.lemma[above].lower() for above in clause.chain if not _urges(tree, above)}
    if not (chain <= words("duty_verbs") | ADVISING or _is_taught(tree, clause)):
        return False
    condition = reading.flags.of(clause).condition
    if condition is not None and _starts_condition(tree, clause):
        return False
    if _is_advised(tree, clause):
        return tree.tag[verb] in ("VB", "VBP", "VBG")
    return tree.dep[verb] in _MAIN and _is_bare_form(tree, verb)


def _is_taught(tree: Tree, clause: Clause) -> bool:
    """Return whether the page teaches what the reader does: "Learn how to create a key"."""
    how = any(tree.lower[child] == "how" for child in tree.within(clause.verb, "advmod"))
    return how and {tree.lemma[above].lower() for above in clause.chain} <= _LEARNING


def _is_bare_form(tree: Tree, verb: int) -> bool:
    """Return whether a verb has the form of an order, of a purpose or of a means.

    What another text is about is no step here: "To create a role, see Creating Roles".
    """
    pointed = tree.lemma[tree.head[verb]].lower() in words("pointing_verbs") - _GOING_ON
    if tree.dep[verb] == "advcl" and pointed:
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
        mark = tree.first(above.verb, "mark")
        if mark is not None and tree.lower[mark] != "that":
            return True
        above = above.above
    return False


def _step(reading: Reading, clause: Clause, heading: Span, rule: str, target: Target) -> Candidate:
    tree, verb = reading.tree, clause.verb
    last = max([verb, *tree.within(verb, "prt")])
    if target.last is not None and target.last - verb <= _CLOSE:
        last = target.last
    parts = (_doing(tree, clause, rule, target), particle(tree, verb), target.words)
    text = " ".join(part for part in parts if part)
    return Candidate(
        rule,
        Argument(verb, verb, verb + 1),
        Predicate(text, tree.start[verb], tree.end[last], verb),
        reading.phrases.of(target.head),
        extractor=LINEAR,
        flags=reading.flags.of(clause),
        place=heading,
    )


def _doing(tree: Tree, clause: Clause, rule: str, target: Target) -> str:
    """Return how a step's predicate starts: "involve choosing", "require", "recommend using"."""
    lemma = tree.lemma[clause.verb].lower()
    if advises(tree, clause.verb):
        return lemma
    if lemma in _NEEDING or (rule == "prerequisite" and lemma in _HAVING):
        return "require"
    leading = "require" if rule == "prerequisite" else "involve"
    if _is_advised(tree, clause) and clause.above is not None:
        leading = tree.lemma[clause.above.verb].lower()
    return f"{leading} {gerund('be' if tree.dep[target.head] == 'attr' else lemma)}"


def references(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "See Posting Invoices" under "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    tree = reading.tree
    for see, title in titles_after_see(reading):
        predicate = Predicate("refer to", tree.start[see], tree.end[see], see)
        place = Argument(see, see, see + 1)
        yield Candidate("reference", place, predicate, title, extractor=LINEAR, place=heading)


def listings(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "Posting Invoices" under "See Also" of "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    title = listed_title(reading)
    if title is not None:
        start, first = reading.tree.start[reading.first], reading.first
        predicate = Predicate("refer to", start, start, first)
        place = Argument(first, first, first + 1)
        yield Candidate("reference", place, predicate, title, extractor=LINEAR, place=heading)
