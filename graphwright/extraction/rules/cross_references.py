"""Rules over sentences that point the reader at another text: "see Posting Invoices".

Such a sentence says that the heading above it refers to the text, and may say what that is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cross_references import listed_title, referred_titles
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.reading.predicates import Predicate, unwritten, written
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import gerund, is_infinitive
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes

_REFER = "refer to"
_ABOUT = frozenset({"about", "on", "regarding", "concerning"})


REFERENCE = Rule(
    "reference",
    Family.HEADING,
    reads(
        "# Ledger Accounts\nFor more information, see Posting Invoices.",
        ("Ledger Accounts", "refer to", "Posting Invoices"),
    ),
    traits=frozenset({Trait.HEADING_SUBJECT, Trait.NAVIGATION}),
)


@proposes(REFERENCE)
def references(reading: ScopeReading, heading: Span) -> Iterator[Candidate]:
    """ "See Posting Invoices" under "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    tree = reading.tree
    for see, title in referred_titles(reading):
        predicate = written(tree, _REFER, (see, see), see)
        yield _reference(predicate, title, heading)


@proposes(REFERENCE)
def listed_references(reading: ScopeReading, heading: Span) -> Iterator[Candidate]:
    """ "Posting Invoices" under "See Also" of "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    title = listed_title(reading)
    if title is not None:
        predicate = unwritten(reading.tree, reading.first, _REFER, reading.first)
        yield _reference(predicate, title, heading)


def _reference(predicate: Predicate, title: Argument, heading: Span) -> Candidate:
    pointer = predicate.anchor
    subject = Argument(pointer, pointer, pointer + 1)
    return Candidate(REFERENCE, subject, predicate, title, subject_span=heading)


TOPIC = Rule(
    "topic",
    Family.HEADING,
    reads(
        "For more information about role collections, see Building Roles.",
        ("Building Roles", "be about", "role collections"),
    ),
    traits=frozenset({Trait.NAVIGATION}),
)


@proposes(TOPIC)
def topics(reading: ScopeReading) -> Iterator[Candidate]:
    """ "For more information about roles, see Role Setup" -> (Role Setup, be about, roles)."""
    tree = reading.tree
    pointed = list(referred_titles(reading))
    for see, title in pointed:
        if see == reading.first or tree.words[see - 1] != ",":
            continue
        if sum(other == see for other, _ in pointed) > 1:
            return  # which of the texts is about it?
        for tokens, doing, head in _topic_of(reading, see):
            text = f"be about {doing}".rstrip()
            predicate = written(tree, text, (tokens[0], tokens[-1]), see)
            for argument in reading.phrases.joined(head):
                if argument.last <= see and not _is_same(tree, title, argument, doing):
                    yield Candidate(TOPIC, title, predicate, argument)
        return


def _is_same(tree: Tree, title: Argument, topic: Argument, doing: str) -> bool:
    """Return whether a title only repeats what it is said to be about."""
    about = f"{doing} {tree.slice(topic.first, topic.last)}".strip().lower()
    return tree.slice(title.first, title.last).lower() == about


def _topic_of(reading: ScopeReading, see: int) -> Iterator[tuple[Sequence[int], str, int]]:
    """Yield (tokens of the predicate, what is done, head) of the first topic before "see"."""
    tree = reading.tree
    for index in range(reading.first, see):
        if tree.lower[index] in _ABOUT and tree.lemma[tree.head[index]] in words("pointed_nouns"):
            inner = tree.first(index, "pobj", "pcomp")
            yield from _subject_matter(reading, [index], inner)
            return
        if index == reading.first + 1 and is_infinitive(tree, index):
            yield from _subject_matter(reading, [index], index)
            return


def _subject_matter(
    reading: ScopeReading, tokens: list[int], inner: int | None
) -> Iterator[tuple[Sequence[int], str, int]]:
    """Yield what a text is about: a noun, or an activity with its object."""
    tree = reading.tree
    if inner is None:
        return
    if tree.tag[inner] in NOUN_TAGS:
        yield tokens, "", inner
    elif tree.tag[inner] in ("VB", "VBG"):
        object_ = tree.first(inner, "dobj")
        lemma = tree.lemma[inner].lower()
        done = lemma not in words("idle_verbs", "metadiscourse_verbs")
        if done and object_ is not None and reading.phrases.is_nominal(object_):
            particles = [p for p in tree.within(inner, "prt") if inner < p < object_]
            doing = " ".join([gerund(lemma), *(tree.lower[p] for p in particles)])
            yield sorted({*tokens, inner, *particles}), doing, object_
