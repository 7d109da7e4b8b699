"""From extracted triples to named ones: coreference, normalised names, reasons of rejection.

Spans keep pointing at what the sentence says; only the names change. A triple that is no relation
stays a row, with the first reason that applies.
"""

from __future__ import annotations

import bisect
import dataclasses
import functools
import operator
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from graphwright.entities.normalise import display_name, normalise
from graphwright.extraction.restriction import (
    headings_of,
    is_own_condition,
    restriction_of,
    without_headings,
)
from graphwright.extraction.rules.declaration import Trait
from graphwright.extraction.rules.registry import names_of_rules
from graphwright.tables.language import CoreferenceMention
from graphwright.tables.triples import Layer, ResolvedTriple, Triple, TripleRejection

_FILE = Path(__file__).with_name("stop_words.yaml")

PRONOUN_FACTOR = 0.75
"""Confidence falls to this share for each pronoun that coreference named. Set by hand between
prose, where 8 of 10 are right, and documentation, where half of what the scores promise is
(``share_of_expected`` of ``resolved``, printed by ``benchmarks/fit_weights.py``)."""

NOMINAL_FACTOR = 0.9
"""The same for a nominal mention ("the company"), which is resolved only where safe."""

MIN_CHARACTERS = 2
MAX_CHARACTERS = 120
MAX_WORDS = 14
_ARTICLES = frozenset({"a", "an", "the"})
_POSSESSIVES = frozenset({"its", "their", "his", "her", "whose", "our", "my", "your"})


@dataclasses.dataclass(frozen=True)
class StopWords:
    """The word lists of ``stop_words.yaml``."""

    pronouns: frozenset[str]
    stop_words: frozenset[str]
    states: frozenset[str]


@functools.cache
def load_stop_words() -> StopWords:
    """Return the word lists that come with the package."""
    raw = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    names = ("pronouns", "stop_words", "states")
    return StopWords(*(frozenset(map(normalise, raw[name])) for name in names))


@dataclasses.dataclass(frozen=True, slots=True)
class _Name:
    """An argument after coreference."""

    text: str
    key: str
    resolved: bool
    factor: float


class _Mentions:
    """Finds the mention at a span; mentions of all chunks of the call, by chunk."""

    def __init__(self, mentions: Sequence[CoreferenceMention]) -> None:
        self._by_chunk = dict[str, list[CoreferenceMention]]()
        for mention in sorted(mentions, key=lambda m: (m.chunk_id, m.mention_start, m.mention_end)):
            self._by_chunk.setdefault(mention.chunk_id, []).append(mention)

    def covering(self, chunk_id: str, start: int, end: int) -> CoreferenceMention | None:
        """Return the mention that is the span, give or take a determiner, or None."""
        found = self._by_chunk.get(chunk_id)
        if not found:
            return None
        position = bisect.bisect_right(found, start, key=lambda m: m.mention_start)
        for mention in reversed(found[max(0, position - 4) : position]):
            inside = mention.mention_start <= start and end <= mention.mention_end
            if inside and _same(mention.mention, mention.mention_start, start, end):
                return mention
        return None


_NO_MENTIONS = _Mentions(())


def _same(text: str, offset: int, start: int, end: int) -> bool:
    """Return whether a span is the whole mention but for its determiner and white space."""
    before, after = text[: start - offset], text[end - offset :]
    return not after.strip() and normalise(before + "x") == "x"


def resolve_triples(
    triples: Sequence[Triple], mentions: Sequence[CoreferenceMention], threshold: float
) -> list[ResolvedTriple]:
    """Return one resolved triple for each triple, in order (Algorithm 1, lines 8 to 10, of SAP).

    ``mentions`` may be those of many chunks. Triples below ``threshold`` are rejected last, unless
    both extractors read the fact from one sentence and together reach it.
    """
    finder = _Mentions(mentions)
    resolved = [_resolve(triple, finder, threshold) for triple in triples]
    return _with_agreement(_with_shared_restrictions(resolved), threshold)


def agreed(rules: float, llm: float) -> float:
    """Return the score of a fact that both extractors read from one sentence.

    Noisy-or in which the weaker score counts by half; the SQL macro of this name says why.
    """
    return 1 - (1 - max(rules, llm)) * (1 - 0.5 * min(rules, llm))


def _resolve(triple: Triple, finder: _Mentions, threshold: float) -> ResolvedTriple:
    subject = _named(triple, triple.subject, triple.subject_start, triple.subject_end, finder)
    own_kind = triple.rule in names_of_rules(Trait.DESIGNATION)  # "the gate" of "the gate NORTH_1"
    found = _NO_MENTIONS if own_kind else finder
    object_ = _named(triple, triple.object, triple.object_start, triple.object_end, found)
    score = round(triple.confidence * subject.factor * object_.factor, 4)
    rejection = next(_reasons(triple, subject, object_, score, threshold), None)
    if subject.resolved:
        triple = dataclasses.replace(triple, qualifiers=without_headings(triple.qualifiers))
    values = dict(zip(_TRIPLE_FIELDS, _values_of(triple), strict=True))
    values["confidence"] = score
    owned = triple.rule in names_of_rules(Trait.OWNERSHIP)
    if triple.layer == Layer.CONTEXT and not owned and (subject.resolved or object_.resolved):
        values["layer"] = Layer.KNOWLEDGE.value  # what it points at has a name
    known = values["layer"] == Layer.KNOWLEDGE
    again = object_.resolved and object_.key in triple.predicate.split()  # "have access to" it
    if known and (again or _spelled(subject.key) == _spelled(object_.key)):
        values["layer"] = Layer.CONTEXT.value  # so with a cell that spells the name of its row
    return ResolvedTriple(
        **values,
        subject_name=subject.text,
        subject_key=subject.key,
        subject_resolved=subject.resolved,
        object_name=object_.text,
        object_key=object_.key,
        object_resolved=object_.resolved,
        restriction=restriction_of(triple),
        headings=headings_of(triple),
        rejection=None if rejection is None else rejection.value,
    )


def _with_shared_restrictions(resolved: list[ResolvedTriple]) -> list[ResolvedTriple]:
    """Restrict a fact that a sentence restricts in every reading of it.

    What one extractor or rule overlooks another has seen.
    """
    found: dict[tuple[object, ...], ResolvedTriple] = {}
    for triple in resolved:
        if triple.restriction is not None:
            other = found.setdefault(_fact(triple), triple)
            found[_fact(triple)] = min(triple, other, key=lambda one: one.restriction or "")
    return [
        _restricted_as(triple, found[_fact(triple)])
        if triple.restriction is None and _fact(triple) in found
        else triple
        for triple in resolved
    ]


def _with_agreement(resolved: list[ResolvedTriple], threshold: float) -> list[ResolvedTriple]:
    """Accept low scores that reach the threshold with those of the other extractor.

    Each keeps its own score: what the sentence counts for is decided where relations are made.
    """
    low = TripleRejection.LOW_CONFIDENCE.value
    best: dict[tuple[object, ...], dict[bool, float]] = defaultdict(dict)
    for triple in resolved:
        if triple.rejection in (None, low):
            scores, by_llm = best[_fact(triple)], triple.extractor == "llm"
            scores[by_llm] = max(scores.get(by_llm, 0.0), triple.confidence)
    surer = {
        fact
        for fact, scores in best.items()
        if len(scores) > 1 and agreed(scores[False], scores[True]) >= threshold
    }
    return [
        dataclasses.replace(triple, rejection=None)
        if triple.rejection == low and _fact(triple) in surer
        else triple
        for triple in resolved
    ]


def _restricted_as(triple: ResolvedTriple, other: ResolvedTriple) -> ResolvedTriple:
    return dataclasses.replace(triple, restriction=other.restriction, headings=other.headings)


def _fact(triple: ResolvedTriple) -> tuple[object, ...]:
    """Return what has to be the same where two triples state one fact."""
    modality = (triple.modality or "").lower()
    names = (triple.subject_key, triple.predicate, triple.object_key)
    return (triple.sentence_id, *names, triple.negated, modality)


_TRIPLE_FIELDS = tuple(field.name for field in dataclasses.fields(Triple))
_values_of = operator.attrgetter(*_TRIPLE_FIELDS)


def _named(triple: Triple, text: str, start: int, end: int, finder: _Mentions) -> _Name:
    mention = finder.covering(triple.chunk_id, start, end)
    if mention is None or mention.name_start == start:
        return _Name(display_name(text), normalise(text), resolved=False, factor=1.0)
    name = _antecedent(mention.name)
    factor = NOMINAL_FACTOR if mention.kind == "nominal" else PRONOUN_FACTOR
    return _Name(display_name(name), normalise(name), resolved=True, factor=factor)


def antecedent_key(name: str) -> str:
    """Return the key of what a pronoun stands for, of the name of its chain as written."""
    return normalise(_antecedent(name))


def _antecedent(name: str) -> str:
    """Return the name that a pronoun stands for: "the server" of "only the server's"."""
    name = _without_possessive(name)
    first, _, rest = name.partition(" ")
    return rest if rest and first.lower() in ("only", "even", "just", "not") else name


def _without_possessive(name: str) -> str:
    for ending in ("'s", "’s", "'", "’"):
        if name.endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def _reasons(
    triple: Triple, subject: _Name, object_: _Name, score: float, threshold: float
) -> Iterator[TripleRejection]:
    """Yield the reasons why a triple is no relation; the first is the one that it is told with."""
    lists = load_stop_words()
    keys = (subject.key, object_.key)
    if triple.rule in names_of_rules(Trait.NAMELESS):
        yield TripleRejection.NAMELESS
    if any(_is_pronoun(key, lists) for key in keys):
        yield TripleRejection.UNRESOLVED_PRONOUN
    if min(map(len, keys)) < MIN_CHARACTERS:
        yield TripleRejection.TOO_SHORT
    if _has_stop_word(triple, keys, lists) and not _tells_in_cell(triple, keys, lists):
        yield TripleRejection.STOP_WORD
    of_heading = triple.rule in names_of_rules(Trait.HEADING_SUBJECT)
    if _is_long(object_.key) or (not of_heading and _is_long(subject.key)):
        yield TripleRejection.TOO_LONG
    if _is_same(triple, subject.key, object_.key):
        yield TripleRejection.SELF_RELATION
    if is_own_condition(triple):
        yield TripleRejection.SUPPOSED
    if not _spans_fit(triple):
        yield TripleRejection.NOT_VERBATIM
    if score < threshold:
        yield TripleRejection.LOW_CONFIDENCE


def _is_same(triple: Triple, subject: str, object_: str) -> bool:
    """Return whether a triple tells of a name only that name: "user id" is no news of "userid".

    A cell may spell the identifier of its row: "HostName | Description: Host name".
    """
    cell = triple.rule in names_of_rules(Trait.CELL)
    if cell and any(sign.isupper() or sign == "_" for sign in triple.subject[1:]):
        return subject == object_
    return _letters(subject) == _letters(object_)


def _letters(key: str) -> str:
    """Return a key without its spaces."""
    return key.replace(" ", "")


def _spelled(key: str) -> str:
    """Return a key without its spaces and articles: "is a night guard" spells "IsNightGuard"."""
    return "".join(word for word in key.split(" ") if word not in _ARTICLES)


def _is_pronoun(key: str, lists: StopWords) -> bool:
    return key in lists.pronouns or key.split(" ", 1)[0] in _POSSESSIVES


def _says_nothing(key: str, lists: StopWords) -> bool:
    return key in lists.stop_words or not _has_words(key)


def _has_stop_word(triple: Triple, keys: tuple[str, str], lists: StopWords) -> bool:
    """Return whether an end says nothing, and no clause behind the object says which it is.

    "reduces the time that is needed to fire a kiln" tells something of a time.
    """
    narrowed = any(
        qualifier.kind == "limit"
        and qualifier.start <= triple.object_end + 1  # a clause right behind it, or around it
        and triple.object_end < qualifier.end
        for qualifier in triple.qualifiers
    )
    told = keys[:1] if narrowed and _has_words(keys[1]) else keys
    return any(_says_nothing(key, lists) for key in told)


def _tells_in_cell(triple: Triple, keys: tuple[str, str], lists: StopWords) -> bool:
    """Return whether a cell says with its header how something is: "Fax | Necessity: Optional".

    A row of a table with a heading may be of any name: "CONTEXT" of an interface's parameters.
    """
    subject, object_ = keys
    if triple.rule not in names_of_rules(Trait.CELL) or not _has_words(subject):
        return False
    placed = any(qualifier.kind == "table" for qualifier in triple.qualifiers)
    named = placed or subject not in lists.stop_words
    told = object_ not in lists.stop_words and _has_words(object_)
    return named and (object_ in lists.states or (told and placed))


def _has_words(key: str) -> bool:
    return key[:1].isalnum() or any(sign.isalnum() for sign in key)


def _is_long(key: str) -> bool:
    return len(key) > MAX_CHARACTERS or key.count(" ") >= MAX_WORDS


def _spans_fit(triple: Triple) -> bool:
    """Return whether every span is as long as its text; only a predicate may have no words."""
    spans = (
        (triple.subject, triple.subject_start, triple.subject_end),
        (triple.predicate_text, triple.predicate_start, triple.predicate_end),
        (triple.object, triple.object_start, triple.object_end),
    )
    fit = all(0 <= start <= end and len(text) == end - start for text, start, end in spans)
    return fit and bool(triple.subject and triple.object and triple.predicate)
