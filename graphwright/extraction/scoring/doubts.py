"""Signs that a triple is cut short, read off a wrong parse, or not meant to hold by its sentence.

Each is a name with a weight in ``weights.yaml``. The signs of what a triple is made of, and of what
says nothing, are in ``signs``, which yields these too.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.marked import is_marked
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.phrases import Argument, is_bare
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import Candidate

_DESCRIBING = frozenset({"relative", "participle"})
_LED = frozenset({"preposition", "object_preposition", "reader_act"})
_OF_VERB = _LED | {"object"}
_HELD = frozenset({"adjective_preposition", "of_relation", "purpose"})
_CLAUSAL = _OF_VERB | {"passive", "adjective_preposition", "complement", "enabling", "purpose"}
_SET_ASIDE = frozenset({"instead of", "rather than", "other than", "opposed to", "apart from"})
_ONE = frozenset({"a", "an", "each", "every", "this", "that"})
_NEGATIVE = frozenset({"not", "n't", "never"})
_JOINERS = frozenset({"for", "per", "of", "to"})
_QUOTES = frozenset({'"', "“", "‘", "`", "«"})
_COMPARING = frozenset({"JJR", "RBR"})
_SINGULAR = frozenset({"VBZ"})
_PLURAL = frozenset({"VBP"})
_NUMBERS = {"NN": _SINGULAR, "NNP": _SINGULAR, "NNS": _PLURAL, "NNPS": _PLURAL}
_NAMING = NOUN_TAGS | VERB_TAGS
_DEEP = 3
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))


def doubts(reading: Reading, candidate: Candidate) -> Iterator[str]:
    """Yield the names of the doubts that a candidate raises."""
    tree = reading.tree
    subject, object_ = candidate.subject, candidate.object
    pairs = ((object_, subject),) if candidate.place else ((object_, subject), (subject, object_))
    for argument, other in pairs:
        yield from _of_argument(tree, argument)
        if not is_marked(tree, argument) and _goes_on(
            tree, argument, other, candidate.predicate.anchor
        ):
            yield "name_goes_on"
    if _is_set_aside(tree, candidate):
        yield "set_aside"
    if _starts_as_order(tree, candidate):
        yield "starts_as_order"
    if candidate.rule in _LED:
        yield from _of_preposition(tree, candidate)
    if candidate.rule in _OF_VERB and _goes_on_with_phrase(tree, candidate.object.last, reading):
        yield "phrase_behind"
    yield from _of_bareness(tree, candidate)
    if tree.tag[candidate.predicate.anchor] in VERB_TAGS:
        yield from _of_clause(tree, candidate)
    if _is_late_pronoun(reading, candidate):
        yield "late_pronoun"


def _of_argument(tree: Tree, argument: Argument) -> Iterator[str]:
    """Yield what speaks against the edges of a name."""
    text = tree.slice(argument.first, argument.last)
    if any(text.count(opening) != text.count(closing) for opening, closing in _BRACKETS):
        yield "open_bracket"
    singular = any(tree.lower[child] in _ONE for child in tree.within(argument.head, "det"))
    if singular and tree.tag[argument.head] == "NNS" and argument.tokens > 1 and text.islower():
        yield "odd_plural"


def _goes_on(tree: Tree, argument: Argument, other: Argument, anchor: int) -> bool:
    """Return whether a name goes on behind it: "SAML" of "SAML 2.0", "SAP" of "SAP for Me"."""
    last, scope = argument.last, tree.scope[argument.head]
    if last + 1 >= len(tree.words) or tree.scope[last + 1] != scope:
        return False
    if anchor in (last, last + 1) or other.first <= last + 1 < other.last:
        return False
    word, behind = tree.words[last], tree.words[last + 1]
    if tree.tag[last] == "HYPH" or word in _QUOTES:
        return True
    if word == "or" and tree.tag[last + 1] in _COMPARING:  # "5 minutes or greater"
        return True
    if not tree.words[last - 1][0].isupper():
        return False
    joined = word in _JOINERS and behind[0].isupper()
    return joined or word[0].isupper() or tree.tag[last] == "CD"


def _is_set_aside(tree: Tree, candidate: Candidate) -> bool:
    """Return whether an argument is what is not meant: "use A instead of B"."""
    if candidate.place is None and _follows_aside(tree, candidate.subject):
        return True
    if any(candidate.predicate.text.endswith(pair) for pair in _SET_ASIDE):
        return False
    return _follows_aside(tree, candidate.object)


def _follows_aside(tree: Tree, argument: Argument) -> bool:
    first, scope = argument.first, tree.scope[argument.head]
    while first > scope and tree.tag[first - 1] in ("DT", "PRP$", "JJ"):
        first -= 1
    return first - 2 >= scope and " ".join(tree.lower[first - 2 : first]) in _SET_ASIDE


def _of_preposition(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield what the preposition tells that leads to the object."""
    preposition = candidate.predicate.text.rsplit(" ", 1)[-1]
    if candidate.rule == "preposition" and preposition == "in":
        yield "verb_in"
    if candidate.rule == "reader_act" and preposition == "with":
        yield "act_with"
    if preposition == "to" and tree.lower[candidate.object.first - 1] == "to":
        yield "directly_to"
    lemma = tree.lemma[candidate.predicate.anchor].lower()
    if candidate.rule == "reader_act" and preposition == "to" and not _brings(lemma):
        yield "act_to"


def _brings(lemma: str) -> bool:
    """Return whether a verb brings its object to something; "choose the way to X" does not."""
    return lemma in words("verbs_with_to") or lemma in words("leading_verbs")


def _starts_as_order(tree: Tree, candidate: Candidate) -> bool:
    """Return whether a subject starts its sentence with a verb: "Display systems that use X"."""
    first = candidate.subject.first
    if candidate.rule not in _CLAUSAL or first != tree.scope[candidate.subject.head]:
        return False
    if tree.lower[first] not in words("first_orders") or is_marked(tree, candidate.subject):
        return False
    capital = tree.words[first].istitle() and tree.words[first + 1] != "-"
    return capital and tree.lower[first + 1] not in ("of", "case", "cases")


def _goes_on_with_phrase(tree: Tree, last: int, reading: Reading) -> bool:
    """Return whether a phrase follows the object, to which it may belong: "a key in the list"."""
    return last < reading.last and tree.tag[last] == "IN" and tree.lower[last] != "of"


def _of_bareness(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield whether one common noun stands where a rule needs a name."""
    object_ = candidate.object
    if candidate.rule == "copula":
        if any(tree.lower[child] == "the" for child in tree.within(object_.head, "det")):
            yield "definite_kind"
    elif candidate.rule in _HELD and is_bare(tree, candidate.subject):
        yield "bare_holder"
    elif candidate.rule == "reader_act" and all(
        is_bare(tree, argument) for argument in (candidate.subject, object_)
    ):
        yield "bare_act"


def _of_clause(tree: Tree, candidate: Candidate) -> Iterator[str]:
    """Yield what speaks against the verb, or against its sentence meaning it as a fact."""
    verb = candidate.predicate.anchor
    if _stands_under_denial(tree, verb):
        yield "under_denial"
    if tree.words[verb].isupper() and len(tree.words[verb]) > 1:
        yield "noun_as_verb"
    if candidate.rule in _OF_VERB - {"reader_act"} and _is_fronted(tree, candidate, verb):
        yield "fronted"
    if candidate.rule in ("object", "object_preposition") and is_deep(tree, verb):
        yield "deep_object"
    if candidate.origin in _DESCRIBING and _has_two_nouns(tree, candidate.subject.head, verb):
        yield "either_noun"


def _is_fronted(tree: Tree, candidate: Candidate, verb: int) -> bool:
    """Return whether a clause stands before a subject that does nothing: who does it is untold.

    "Upon running the request, the changes are applied": the changes run nothing.
    """
    if candidate.origin != "adverbial" or candidate.subject.first < verb:
        return False
    above = tree.head[tree.head[verb]] if tree.dep[verb] == "pcomp" else tree.head[verb]
    idle = tree.lemma[above].lower() in words("idle_verbs")
    return idle or tree.first(above, "auxpass", "nsubjpass") is not None


def _is_late_pronoun(reading: Reading, candidate: Candidate) -> bool:
    """Return whether a pronoun may stand for a noun of its own sentence as well as of the last.

    "It gives an overview" speaks of the text before; "if the app is changed, it ..." may not.
    """
    tree, subject = reading.tree, candidate.subject.head
    if candidate.place is not None or candidate.rule == "possessive":
        return False
    before = range(reading.first, subject)
    return tree.tag[subject] == "PRP" and any(tree.tag[word] in _NAMING for word in before)


def is_deep(tree: Tree, verb: int) -> bool:
    """Return whether a verb stands under 3 heads or more; "capable of storing" is one verb."""
    adjective = tree.head[tree.head[verb]]
    if tree.dep[verb] == "pcomp" and tree.dep[adjective] == "acomp":
        verb = tree.head[adjective]
    return tree.depth(verb) >= _DEEP


def _stands_under_denial(tree: Tree, verb: int) -> bool:
    """Return whether a verb above is denied: "Do not use a pattern that is shorter than"."""
    if tree.dep[verb] in ("aux", "auxpass"):
        verb = tree.head[verb]
    while tree.head[verb] != verb and not _holds_alone(tree, verb):
        joined = tree.dep[verb] == "conj"
        verb = tree.head[verb]
        if joined or tree.tag[verb] not in VERB_TAGS:
            continue
        if any(tree.lower[sign] in _NEGATIVE for sign in tree.within(verb, "neg")):
            return True
        if tree.lemma[verb].lower() in words("negative_verbs"):
            return True
    return False


def _holds_alone(tree: Tree, index: int) -> bool:
    """Return whether what is denied above says nothing of a part: a subject, "when ..."."""
    if tree.dep[index] in ("nsubj", "nsubjpass", "csubj"):
        return True
    marked = any(True for _ in tree.within(index, "mark", "advmod"))
    return tree.dep[index] == "advcl" and marked


def _has_two_nouns(tree: Tree, noun: int, verb: int) -> bool:
    """Return whether a clause may describe the noun before its noun just as well.

    "a formation in the cockpit that includes X": the number of both nouns fits the verb.
    """
    prep = tree.head[noun]
    higher = tree.head[prep]
    if tree.dep[noun] != "pobj" or tree.dep[prep] != "prep" or tree.tag[higher] not in NOUN_TAGS:
        return False
    helpers = [verb, *tree.within(verb, "aux", "auxpass")]
    finite = [tree.tag[word] for word in helpers if tree.tag[word] in _SINGULAR | _PLURAL]
    return not finite or finite[0] in _NUMBERS[tree.tag[higher]]
