"""Signs: what speaks for or against a candidate triple, read off its words and their parse.

What each is worth is data (``weights.yaml``), summed up in ``scoring``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.marked import is_marked
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, PRONOUN_TAGS, Tree
from graphwright.extraction.reading.gerunds import is_gerund
from graphwright.extraction.reading.phrases import Argument, is_bare
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import DEPENDENCY, Candidate
from graphwright.extraction.scoring.confidence import NAMELESS_RULES
from graphwright.extraction.scoring.cuts import cuts
from graphwright.extraction.scoring.doubts import doubts, is_deep
from graphwright.extraction.scoring.noun_doubts import noun_doubts

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")  # 1024 is a size
_SIGNS = frozenset({"(", ")", "[", "]", ":", ";", ",", "|", "→", "{", "}", "=", "?", "!"})
_ARGUMENT_TAGS = NOUN_TAGS | PRONOUN_TAGS | {"CD", "FW", "ADD", "$"}
_BREAKS = frozenset({">", "|", ":", "→", "=>", "=", "{", "}"})
_STEPS = frozenset({"instruction"})
_OWNING = frozenset({"possessive", "of_relation"})
_THIS = frozenset({"this", "these", "that", "those", "such", "another"})
_STATES = frozenset({"copula", "copula_of", "copula_preposition", "adjective", "state"})
_DESCRIBING = frozenset({"relative", "participle", "infinitive"})
_PAIRING = ("between", "among")
_SHORT_HEADING = 12
_SUPPOSING = frozenset({"if", "whether"})
_WITH_OBJECT = frozenset({"object", "purpose"})
_CLAUSES_OF_LAYOUT = frozenset({"list_member", "list_clause", "term_clause"})


def signs_of(reading: Reading, candidate: Candidate) -> tuple[str, ...]:
    """Return what speaks for or against a candidate: its rule, its origin and its features."""
    seen = dict.fromkeys(features(reading, candidate))
    return f"rules.{candidate.rule}", f"origins.{candidate.origin}", *seen


def features(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield the names of the features that a candidate has (keys of ``features``)."""
    yield from candidate.marks
    if candidate.place is None:
        yield from _argument(reading, candidate.subject, "subject", 5)
    if candidate.rule not in NAMELESS_RULES:
        yield from _argument(reading, candidate.object, "object", 6)
    yield from _flags(candidate)
    if candidate.flags.negated and _is_partly_denied(reading, candidate):
        yield "partly_denied"
    if _announces(reading, candidate):
        yield "announces"
    if candidate.predicate.text.endswith(_PAIRING):
        yield "half_pair"
    yield from _of_sentence(reading, candidate)
    yield from _empty(reading, candidate)
    yield from doubts(reading, candidate)
    yield from cuts(reading, candidate)
    yield from noun_doubts(reading, candidate)
    if candidate.extractor == DEPENDENCY or candidate.rule in _CLAUSES_OF_LAYOUT:
        yield from _verb(reading.tree, candidate)


def _of_sentence(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield what is told by the words at the edges of the sentence, by its length and code."""
    tree, end = reading.tree, reading.tree.words[reading.last - 1]
    if end == "?":
        yield "question"
    if end == ":" and candidate.rule != "list_kind":
        yield "colon_end"
    if end[-1].isalnum() and candidate.extractor == DEPENDENCY:
        yield "no_stop"
    told = candidate.place is None and candidate.origin != "reader"
    if told and tree.lower[reading.first] in _SUPPOSING:
        yield "starts_if"
    yield from reading.shape
    if candidate.place is not None and candidate.place[1] - candidate.place[0] < _SHORT_HEADING:
        yield "short_heading"


def _is_partly_denied(reading: Reading, candidate: Candidate) -> bool:
    """Return whether only that all are meant is denied: "not all users have", "is not always"."""
    tree, total = reading.tree, words("total_words")
    for sign in tree.within(candidate.predicate.anchor, "neg"):
        if any(word in total for word in tree.lower[sign + 1 : sign + 2]):
            return True
    if candidate.place is not None:
        return False
    for argument in (candidate.subject, candidate.object):
        if tree.tag[argument.head] not in NOUN_TAGS:
            continue
        first = reading.phrases.full(argument.head).first
        if not total.isdisjoint(tree.lower[first : argument.first + 1]):
            return True
    return False


def _announces(reading: Reading, candidate: Candidate) -> bool:
    """Return whether an argument only stands for the list that the sentence leads to."""
    tree = reading.tree
    heads = [candidate.object.head] + ([] if candidate.place else [candidate.subject.head])
    ahead = any(tree.lower[c] in words("directions") for head in heads for c in tree.children[head])
    listed = candidate.rule in _CLAUSES_OF_LAYOUT | {"table_cell", "list_kind"}
    return ahead and tree.words[reading.last - 1] == ":" and not listed


def _empty(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield why a triple may say nothing although its sentence says it."""
    tree, subject, object_ = reading.tree, candidate.subject, candidate.object
    if candidate.rule == "state" and is_bare(tree, subject):
        yield "bare_state"
    if candidate.rule in _STEPS and _is_headline(reading):
        yield "headline"
    if candidate.rule in _STEPS and is_bare(tree, object_):
        shown = words("interface_verbs") | words("finding_verbs")
        lemma = tree.lemma[candidate.predicate.anchor].lower()
        yield "bare_step" if lemma in shown else "bare_work"
    if candidate.rule in _OWNING:
        if _is_vague(tree, object_.head):
            yield "vague_owned"
        elif is_bare(tree, object_):
            yield "bare_owned"
    elif candidate.place is None and is_bare(tree, subject) and is_bare(tree, object_):
        yield "bare_both"
    if candidate.origin in _DESCRIBING and is_bare(tree, subject):
        yield "bare_described"
    told = [subject, object_]
    if candidate.rule == "object_preposition":  # "maintain application and service availability"
        told += map(reading.phrases.of, tree.within(candidate.predicate.anchor, "dobj"))
    if any(_is_joined_to_name(reading, argument) for argument in told):
        yield "bare_joined"
    if is_bare(tree, object_) and any(tree.within(object_.head, "acl", "relcl", "appos")):
        yield "bare_goes_on"
    elif is_bare(tree, object_) and _has_phrase_behind(tree, candidate):
        yield "bare_with_phrase"


def _is_joined_to_name(reading: Reading, argument: Argument) -> bool:
    """Return whether half a name may stand alone: "test" of "the test and productive system"."""
    tree, head = reading.tree, argument.head
    if argument.tokens > 1 or tree.tag[head] not in ("NN", "NNS", "JJ", "VBG"):
        return False
    for other in reading.phrases.conjuncts(head)[1:]:  # "the day, month and year components"
        name = reading.phrases.of(other)
        if name.tokens > 1 and tree.lower[name.first - 1] in ("and", "or"):
            return True
    return False


def _has_phrase_behind(tree: Tree, candidate: Candidate) -> bool:
    """Return whether a preposition follows the object directly: "provide access" to something."""
    prep, object_ = candidate.object.last, candidate.object.head
    if prep >= len(tree.dep) or tree.dep[prep] != "prep" or tree.lower[prep] == "of":
        return False
    return tree.head[prep] == object_ or tree.head[object_] == tree.head[prep]


def _is_headline(reading: Reading) -> bool:
    """Return whether a sentence without a stop has capitals like the title of another text."""
    words_ = reading.tree.words[reading.first : reading.last]
    long = [word for word in words_[1:] if word[0].isalpha() and len(word) > 3]
    order = words_[0].lower() in words("interface_verbs")
    return (
        bool(long)
        and not order
        and words_[-1][-1].isalnum()
        and all(word[0].isupper() for word in long)
    )


def _argument(reading: Reading, argument: Argument, side: str, longest: int) -> Iterator[str]:
    tree, head = reading.tree, argument.head
    tag = tree.tag[head]
    if tag in PRONOUN_TAGS and argument.tokens == 1:
        yield f"pronoun_{side}"
    elif (
        tag not in _ARGUMENT_TAGS
        and not reading.phrases.inside_quote(head)
        and not is_gerund(tree, head)
    ):
        yield "adjective_object" if side == "object" and tag in ("JJ", "VBN") else f"odd_{side}"
    marked = is_marked(tree, argument)
    if marked:
        yield f"marked_{side}"
    yield from _weight_of_name(tree, argument, side)
    if any(tree.lower[child] in _THIS for child in tree.within(head, "det", "predet")):
        yield f"this_{side}"
    if argument.tokens > longest:
        yield f"long_{side}"
    if tag == "CD" and argument.tokens == 1:
        yield f"year_{side}" if _YEAR.fullmatch(tree.words[head]) else f"number_{side}"
    if tag in NAME_TAGS:
        yield f"name_{side}"
    if not marked and not _SIGNS.isdisjoint(tree.words[argument.first : argument.last]):
        yield "stranded_sign"
    if any(tree.lower[child] in words("directions") for child in tree.children[head]):
        yield "points_ahead"
    if not marked and _is_cut(tree, argument):
        yield "cut_name"
    if tree.dep[head] == "conj" and tree.has_finite_verb(tree.head[head] + 1, head):
        yield "joined_across_verb"
    if any(tree.lower[child] == "or" for child in tree.within(head, "cc")):
        yield "disjunction"


def _weight_of_name(tree: Tree, argument: Argument, side: str) -> Iterator[str]:
    """Yield whether an argument names nothing in particular."""
    tag = tree.tag[argument.head]
    if tag not in NAME_TAGS and _is_vague(tree, argument.head):
        alone = argument.tokens == 1 or tree.lower[argument.head] in ("one", "ones")
        yield f"vague_{side}" if alone else f"vague_head_{side}"
    elif is_bare(tree, argument) or (argument.tokens == 1 and tag == "VBG"):
        yield f"bare_{side}"


def _is_vague(tree: Tree, head: int) -> bool:
    return not words("vague_nouns").isdisjoint((tree.lemma[head].lower(), tree.lower[head]))


def _is_cut(tree: Tree, argument: Argument) -> bool:
    """Return whether the name seems to go on beside its span."""
    scope = tree.scope[argument.head]
    before, after = argument.first - 1, argument.last
    if after < len(tree.tag) and tree.scope[after] == scope and tree.tag[after] in NOUN_TAGS:
        return tree.dep[tree.head[after]] != "relcl" and tree.dep[after] != "dobj"
    return before >= scope and tree.tag[before] in NOUN_TAGS and tree.dep[before] != "pobj"


def _flags(candidate: Candidate) -> Iterator[str]:
    flags = candidate.flags
    if flags.modality is not None:
        yield "modal"
    if flags.negated:
        yield "negated"
    if flags.condition is not None:
        yield "conditional"


def _verb(tree: Tree, candidate: Candidate) -> Iterator[str]:
    verb = candidate.predicate.anchor
    if abs(candidate.object.head - verb) > 10:
        yield "far_object"
    if verb < candidate.object.head and tree.has_finite_verb(verb + 1, candidate.object.first):
        yield "crosses_verb"
    if "(" in tree.words[min(candidate.subject.first, verb) : candidate.object.last]:
        yield "bracket_between"
    yield from _kind_of_verb(tree, candidate, verb)
    yield from _around_arguments(tree, candidate)
    if candidate.predicate.text.startswith(("be to ", "be for ")):
        yield "intended"
    if candidate.origin in _DESCRIBING and tree.dep[candidate.subject.head] == "pobj":
        yield "nested_noun"
    if not _BREAKS.isdisjoint(_between(tree, candidate)):
        yield "broken_by_sign"
    if _has_phrase_between(tree, verb, candidate.object.first):
        yield "second_phrase"
    if candidate.origin == "own" and candidate.rule not in _CLAUSES_OF_LAYOUT:
        yield from _own_subject(tree, candidate)


def _around_arguments(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield what the words directly beside subject and object tell."""
    subject, object_ = candidate.subject, candidate.object
    if candidate.place is None:
        if tree.dep[subject.head] == "conj" or any(tree.within(subject.head, "conj")):
            yield "joined_subject"
        if subject.first == tree.scope[subject.head] and tree.tag[subject.head] not in NAME_TAGS:
            yield "first_subject"
    after = tree.lower[object_.last] if object_.last < len(tree.lower) else ""
    if after == "to" and tree.scope[object_.last] == tree.scope[object_.head]:
        yield "goes_on_to"
    behind_to = candidate.predicate.text.endswith(" to") and tree.lower[object_.first - 1] == "to"
    if behind_to and is_bare(tree, object_):
        yield "bare_after_to"


def _kind_of_verb(tree: Tree, candidate: Candidate, verb: int) -> Iterator[str]:
    """Yield what a verb is and where in its sentence it stands."""
    lemma = tree.lemma[verb].lower()
    if is_deep(tree, verb):
        yield "deep"
    if _stands_under(tree, verb, _SUPPOSING):
        yield "supposed"
        if candidate.rule in _STATES:
            yield "supposed_state"
    elif _stands_under(tree, verb, words("condition_marks")):
        yield "circumstance"
    if candidate.rule in _WITH_OBJECT and lemma in words("light_verbs"):
        yield "light_verb"
    if tree.tag[verb] in NOUN_TAGS or _is_label(tree, verb):
        yield "noun_as_verb"
    if lemma in words("pointing_verbs") and candidate.rule != "copula":
        yield "pointing"
    if lemma in words("telling_verbs"):
        yield "tells"
    if lemma == "base" and candidate.origin == "participle":
        yield "based"


def _stands_under(tree: Tree, verb: int, marks: frozenset[str]) -> bool:
    """Return whether a verb stands in a clause with one of the marks ("if"): it states no fact."""
    while True:
        joined = tree.within(verb, "mark", "advmod")
        if any(tree.lower[mark] in marks and mark < verb for mark in joined):
            return True
        if tree.head[verb] == verb or tree.dep[verb] == "relcl":
            return False
        verb = tree.head[verb]


def _own_subject(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield what is odd about a subject that stands beside its verb."""
    verb, subject = candidate.predicate.anchor, candidate.subject.head
    if abs(subject - verb) > 10:
        yield "far_subject"
    if _disagrees(tree, subject, verb):
        yield "no_agreement"
    if candidate.voice == "active" and candidate.object.head < verb:
        yield "wrong_side"
    if candidate.subject.last < verb and tree.words[candidate.subject.last] == ",":
        yield "comma_after_subject"


def _has_phrase_between(tree: Tree, first: int, last: int) -> bool:
    """Return whether two phrases start between a word and an argument: the second may be the
    first's and not the word's ("install the tool in the folder of X with the key").
    """
    inside = range(first + 1, last) if tree.scope[first] == tree.scope[last] else ()
    return sum(tree.dep[i] == "prep" and tree.lower[i] != "of" for i in inside) > 1


def _between(tree: Tree, candidate: Candidate) -> list[str]:
    """Return the words between subject, predicate and object that belong to none of them."""
    subject, object_ = candidate.subject, candidate.object
    ends = (subject.last, object_.last, candidate.predicate.anchor + 1)
    starts = (subject.first, object_.first, candidate.predicate.anchor)
    return tree.words[min(ends) : max(starts)]


def _is_label(tree: Tree, verb: int) -> bool:
    """Return whether a "verb" is written as the label of a button or field."""
    return (
        tree.words[verb][0].isupper()
        and verb > tree.scope[verb]
        and (tree.words[verb - 1][-1].isalnum())
    )


def _disagrees(tree: Tree, subject: int, verb: int) -> bool:
    if tree.dep[subject] != "nsubj" or tree.head[subject] != verb:
        return False
    if any(tree.within(verb, "aux")) or any(tree.within(subject, "conj")):
        return False
    tag = tree.tag[verb]
    return (tag == "VBZ" and tree.tag[subject] == "NNS") or (
        tag == "VBP" and tree.tag[subject] == "NN"
    )
