"""Candidates whose clause a parser put together from two, or hung on a word that takes none.

Each check rests on form alone; ``doubtful`` asks them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.clause import Origin, Voice
from graphwright.extraction.reading.remarks import is_remark
from graphwright.extraction.reading.verbs import is_infinitive
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Trait

_SUBJECTS = ("nsubj", "nsubjpass")
_LEADING = frozenset({"mark", "expl", "cc"})
_FRAMING = frozenset({"for", "in", "with", "at", "on", "from", "by"})
_ADDING = frozenset({"and", "or", "as"})
_CLAUSE_VERBS = (
    "attribution_verbs", "nonfactive_verbs", "idle_verbs", "finding_verbs", "telling_verbs",
    "ensuring_verbs", "bare_infinitive_verbs", "causing_verbs", "gerund_verbs",
)  # fmt: skip
"""Lists of verbs below which a clause may stand without "that"."""


def is_torn_clause(tree: Tree, found: Candidate) -> bool:
    """Return whether the subject, the object or the verb of a candidate is another clause's."""
    return any(check(tree, found) for check in _CHECKS)


def _ends_torn_name(tree: Tree, found: Candidate) -> bool:
    """Return whether a subject is the end of a name: "the Harbour Guild, Night Watch office".

    A noun has no subject of its own: what the parser took for one is the start of the name.
    """
    subject = found.subject
    if found.subject_span is not None:
        return False
    return any(
        tree.dep[child] in _SUBJECTS and "," in tree.words[child + 1 : subject.first]
        for word in range(subject.first, subject.last)
        for child in tree.children[word]
        if tree.tag[word] in NOUN_TAGS
    )


def _is_framed_order(tree: Tree, found: Candidate) -> bool:
    """Return whether an order is told of the noun in front: "For guests, cook before noon"."""
    verb, first = found.predicate.anchor, tree.scope[found.subject.head]
    if found.subject_span is not None or found.subject.first != first + 1 or verb <= first:
        return False
    bare = tree.tag[verb] in ("VB", "VBP") and not tree.has(verb, "aux", "auxpass")
    return bare and tree.lower[first] in _FRAMING and tree.words[verb - 1] == ","


def _is_content_of_act(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause stands below a verb that tells, sees or allows nothing.

    "Carry the bag as well as the guest books to the hall": no guest books anything.
    """
    verb = found.predicate.anchor
    if tree.dep[verb] == "auxpass":
        verb = tree.head[verb]
    above, first = tree.head[verb], tree.left[verb]
    if tree.dep[verb] != "ccomp" or not above < first or tree.tag[above] not in ("VB", "VBP"):
        return False
    if first != found.subject.first and first + 1 != found.subject.first:
        return False
    led = any(tree.dep[child] in _LEADING for child in tree.children[verb] if child < verb)
    beside = above == first - 1 or tree.lower[first - 1] in _ADDING
    acts = tree.dep[above] == "conj" or tree.has(above, *_SUBJECTS, "aux")
    return beside and acts and not led and not _takes_clause(tree, above)


def _takes_clause(tree: Tree, verb: int) -> bool:
    """Return whether what stands below a verb may be what somebody says, sees, lets or wants."""
    lemma = tree.lemma[verb].lower()
    return lemma == "mean" or any(lemma in words(name) for name in _CLAUSE_VERBS)


def _is_object_behind_aim(tree: Tree, found: Candidate) -> bool:
    """Return whether an infinitive parts a verb from its object: "has to go there to see a | hall".

    In English the object stands right behind its verb; what follows the infinitive is of that.
    """
    object_, verb = found.object.head, tree.head[found.object.head]
    direct = found.rule.has(Trait.TRANSITIVE) and tree.dep[object_] == "dobj"
    if not direct or found.object_span is not None or found.voice is Voice.PASSIVE:
        return False
    below = tree.within(verb, "xcomp", "advcl")
    return any(verb < act < object_ and is_infinitive(tree, act) for act in below)


def _has_own_gerund(tree: Tree, found: Candidate) -> bool:
    """Return whether a noun in front of a participle is a part of the condition before it.

    "If you sail to Bergen, Norway using a chart, ...": Norway uses none.
    """
    verb = found.predicate.anchor
    own = found.origin is Origin.OWN and tree.tag[verb] == "VBG" and tree.dep[verb] == "advcl"
    if not own or tree.has(verb, "aux", "auxpass", "mark"):
        return False
    return any(
        tree.tag[clause] in VERB_TAGS and tree.has(clause, "mark")
        for clause in tree.within(verb, "advcl")
        if clause < verb
    )


def _is_yet_to_be(tree: Tree, found: Candidate) -> bool:
    """Return whether a fragment says what is still to be done: "Records of the hall to be sold"."""
    verb = found.predicate.anchor
    if tree.dep[verb] == "auxpass":
        verb = tree.head[verb]
    if tree.dep[verb] != "ROOT" or not is_infinitive(tree, verb):
        return False
    passive = tree.has(verb, "auxpass") and tree.has(verb, *_SUBJECTS)
    return passive and not any(tree.tag[word] == "MD" for word in tree.within(verb, "aux"))


def _is_in_remark(tree: Tree, found: Candidate) -> bool:
    """Return whether an object stands in a remark, and its verb outside."""
    outside = found.object_span is None and found.predicate.anchor < found.object.first
    return outside and is_remark(tree, found.predicate.anchor, found.object.first)


def _is_behind_bracket(tree: Tree, found: Candidate) -> bool:
    """Return whether the verb stands in brackets and its object outside: "(Open A) To see B"."""
    verb, object_ = found.predicate.anchor, found.object
    if found.object_span is not None or not verb < object_.first:
        return False
    if ")" not in tree.words[verb : object_.first]:
        return False
    first = tree.scope[verb]
    signs = [sign for sign in tree.words[first:verb] if sign in ("(", ")")]
    closed = [sign for sign in tree.words[verb : object_.first] if sign in ("(", ")")]
    return signs[-1:] == ["("] and closed[:1] == [")"]


def _runs_over_lines(tree: Tree, found: Candidate) -> bool:
    """Return whether a verb starts a line of a cell that its subject does not stand in.

    "Rules | Allowed characters: a to z" in two lines is no sentence.
    """
    verb, subject = found.predicate.anchor, found.subject
    if found.subject_span is not None or not subject.last <= verb:
        return False
    between = tree.text[tree.end[subject.last - 1] - tree.offset : tree.start[verb] - tree.offset]
    return "\n" in between and not between.strip() and tree.words[verb][0].isupper()


def _runs_over_end(tree: Tree, found: Candidate) -> bool:
    """Return whether a sentence ends between a subject and its verb.

    "Rules; Sealed: No; Allowed signs" is a list, "The form is: a/b. Set the sail" two sentences.
    """
    verb, subject = found.predicate.anchor, found.subject
    if found.subject_span is not None or subject.last > verb:
        return False
    between = tree.words[subject.last : verb]
    if ";" in between and found.origin is Origin.OWN:
        return "(" not in between
    return any(
        tree.words[word - 1][-1] in ".!?" and tree.words[word][0].isupper()
        for word in range(subject.last + 1, found.object.first)
        if tree.tag[word] == "VB" and word not in tree.names
    )


def _starts_with_label(tree: Tree, found: Candidate) -> bool:
    """Return whether a dash parts a label from the subject: "Open - The gate" of "Open - The gate
    is up".

    A name may hold one too: "Pilot Boat - Crew Plan".
    """
    subject = found.subject
    if found.subject_span is not None or subject.first in tree.names:
        return False
    dash = next((i for i in range(subject.first + 1, subject.last - 1) if _is_dash(tree, i)), None)
    if dash is None:
        return False
    behind = dash + 1
    return dash == subject.first + 1 or tree.tag[behind] == "DT" or tree.words[behind].islower()


def _is_dash(tree: Tree, index: int) -> bool:
    """Return whether a token is a dash with spaces around it."""
    if tree.words[index] not in ("-", "–", "—"):
        return False
    return tree.end[index - 1] < tree.start[index] and tree.end[index] < tree.start[index + 1]


_CHECKS = (
    _runs_over_lines, _runs_over_end, _starts_with_label,
    _ends_torn_name, _is_framed_order, _is_content_of_act, _is_object_behind_aim,
    _has_own_gerund, _is_yet_to_be, _is_in_remark, _is_behind_bracket,
)  # fmt: skip
