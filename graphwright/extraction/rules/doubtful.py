"""Candidates that no sentence states: their words are cut, or belong to something else.

Each check rests on form alone. What only makes a triple less likely is a feature of the score.
"""

from __future__ import annotations

from graphwright.extraction.parse.hyphens import is_inside_word
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.reading.clause import Origin, Voice
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import is_infinitive
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.extraction.rules.torn_clauses import is_torn_clause
from graphwright.language.plural_verbs import looks_like_both

_ASKING = frozenset({"WDT", "WP", "WP$"})
_OF_VERB = frozenset({"acomp", "oprd", "xcomp", "ccomp"})
_LEADING = frozenset({"nsubj", "nsubjpass", "mark", "advmod", "aux", "cc", "expl"})
_DOERS = ("nsubj", "nsubjpass")
_JOINTS = frozenset({"and", "or", "but", "nor", "and/or"})
_POSSIBLE = frozenset({"possible", "potential", "likely", "probable"})
_ACTING = frozenset({Origin.INFINITIVE, Origin.CONJUNCT})
_MAX_STEPS = 6
_ACTED_ON = ("dobj", "dative", "ccomp", "xcomp", "prt")
_LEADING_VERBS = frozenset({"need", "have"})
_HELD = frozenset({"dobj", "pobj", "attr", "conj"})


def is_doubtful(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a candidate is read from words that do not belong together."""
    tree = reading.tree
    if any(_holds_verb(tree, argument) for argument in (found.subject, found.object)):
        return True
    return found.rule.family in (Family.VERB, Family.COPULA) and _is_misread(reading, found)


def _is_misread(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether what a clause says is read from words that do not belong together."""
    tree = reading.tree
    own = [found.object] if found.object_span is None else []
    own += [found.subject] if found.subject_span is None else []
    if any(argument.tokens == 1 and tree.tag[argument.head] in _ASKING for argument in own):
        return True  # "This tells who reads them."
    if any(_runs_over(tree, argument) or _lacks_type(tree, argument) for argument in own):
        return True
    if found.object_span is None and _lacks_complement(tree, found.object):
        return True
    anchor = found.predicate.anchor
    if _is_no_verb(tree, anchor) or _is_torn(tree, found):
        return True
    if any(check(reading, found) for check in _CHECKS_OF_READING):
        return True
    return _is_turned(tree, found.object) or any(check(tree, found) for check in _CHECKS_OF_TREE)


def _holds_verb(tree: Tree, argument: Argument) -> bool:
    """Return whether a finite verb is read as an adjective of a name: "determines needs"."""
    return any(
        tree.tag[index] == "VBZ" and tree.dep[index] == "amod" and tree.words[index].islower()
        for index in range(argument.first, argument.head)
    )


def _is_no_verb(tree: Tree, verb: int) -> bool:
    """Return whether a "verb" is the first part of a word, or the noun before the true verb.

    "Set to check-relevant"; "features for the cockpit apply", where nothing joins or leads "apply".
    """
    behind = verb + 1
    if tree.words[behind : behind + 1] == ["-"] and behind + 1 < len(tree.words):
        return is_inside_word(tree, behind)
    inside = verb > tree.scope[verb]
    if inside and tree.tag[verb] == "VBG" and tree.lower[verb - 1] in ("most", "least"):
        return True  # "the most contributing requests"
    if tree.tag[verb] != "VBZ" or not looks_like_both(tree.words[verb]):
        return False
    subject = tree.first(verb, "nsubj")
    bare = subject == verb - 1 and tree.tag[subject] == "NN" and not tree.children[subject]
    return bare and any(_is_main_verb(tree, later) for later in tree.within(verb, "advcl", "ccomp"))


def _is_main_verb(tree: Tree, verb: int) -> bool:
    """Return whether a plural verb has no subject of its own, and nothing that leads it."""
    below = {tree.dep[child] for child in tree.children[verb]}
    return tree.tag[verb] == "VBP" and below.isdisjoint(_LEADING)


def _is_of_value(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a clause tells what one of several values means.

    "Possible values: OPEN: The gate is open. SHUT: ..." says of no gate that it is open.
    """
    tree, first, verb = reading.tree, reading.first, found.predicate.anchor
    if ":" not in tree.words[first:verb]:
        return False
    before = [i for i in range(first, verb) if tree.words[i] == ":"]
    if len(before) < 2 or not any(tree.lower[i - 1] == "values" for i in before[:-1]):
        return False
    stops = [i for i in range(before[-1], verb) if tree.words[i] in (".", ";", "!", "?")]
    return not stops


def _is_possible_reason(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a clause only may be why something is so: "Possible causes: The gate is"."""
    tree, verb = reading.tree, found.predicate.anchor
    return ":" in tree.words[reading.first + 2 : verb] and any(
        tree.words[colon] == ":"
        and tree.lower[colon - 1] in words("reason_nouns")
        and tree.lower[colon - 2] in _POSSIBLE
        for colon in range(reading.first + 2, verb)
    )


def _is_pointed(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether an order in brackets is told of a noun outside: "the safe (see Keys) is"."""
    tree, verb = reading.tree, found.predicate.anchor
    bare = tree.tag[verb] in ("VB", "VBP") and tree.words[verb - 1] == "("
    return bare and verb > tree.scope[verb] and found.subject.head < verb


def _is_aside(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a subject stands in a remark in brackets, outside of which is its verb.

    "Use a crane (see Cranes for Harbours) to lift boxes": no harbour lifts.
    """
    tree, subject = reading.tree, found.subject
    if found.subject_span is not None or "(" not in tree.words[reading.first : subject.first]:
        return False
    opened = [i for i in range(reading.first, subject.first) if tree.words[i] in ("(", ")")]
    closed = [i for i in range(subject.last, reading.last) if tree.words[i] in ("(", ")")]
    if not opened or not closed or tree.words[opened[-1]] == ")" or tree.words[closed[0]] == "(":
        return False
    alone = opened[-1] + 1 == subject.first and closed[0] == subject.last
    return not alone and not opened[-1] < found.predicate.anchor < closed[0]


def _is_asked_for(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a question is told: "Find out which gate keeper stores the key"."""
    tree, subject = reading.tree, found.subject
    before = subject.first - 1
    if found.subject_span is not None or before < reading.first or tree.lower[before] != "which":
        return False
    above = tree.head[before]
    asks = tree.dep[above] == "ccomp" and above == tree.head[subject.head]
    return asks or (tree.dep[before] == "det" and above == subject.head)


def _is_asked(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a parser gave a passive two subjects: one of them is asked for, or no subject.

    "Check which keys are assigned to him", "the number of the safe the key is assigned to".
    """
    tree, verb = reading.tree, found.predicate.anchor
    if tree.dep[verb] == "auxpass":
        verb = tree.head[verb]
    own = list(tree.within(verb, "nsubjpass"))
    if len(own) < 2 or any(index in tree.names for index in own):
        return False
    return tree.tag[own[0]] in _ASKING or tree.has(own[1], "det")


def _is_narrowed(reading: ScopeReading, found: Candidate) -> bool:
    """Return whether a denial reaches a clause behind its verb: "no key exists that fits"."""
    if not found.flags.negated:
        return False
    tree = reading.tree
    below = tree.within(found.predicate.anchor, "ccomp")
    return any(tree.tag[i] == "WDT" for clause in below for i in tree.within(clause, *_DOERS))


def _is_torn(tree: Tree, found: Candidate) -> bool:
    """Return whether a condition ends at the wrong place.

    More must follow "once you set it for A, B or"; and a condition with a comma inside but none
    before the subject has swallowed its first words: "if a text is read, an object of type X is".
    """
    texts = [found.flags.condition] if found.flags.condition else []
    conditions = [q for q in found.flags.qualifiers if q.kind == "condition"]
    texts += [one.text for one in conditions]
    if not texts:
        return False
    if any(text.split()[-1].lower() in _JOINTS for text in texts if text.split()):
        return True
    if any(text.lower() == "in case" for text in texts):
        return True  # what the case is stands elsewhere
    if found.subject_span is not None:
        return False
    subject = range(tree.left[found.subject.head], found.subject.head + 1)
    return any(
        tree.end[word - 1] == one.end and tree.words[word - 1] != ","
        for one in conditions
        if "," in one.text
        for word in subject
        if word > tree.scope[word]
    )


def _runs_over(tree: Tree, argument: Argument) -> bool:
    """Return whether a span runs over the start of another phrase.

    "In the ledger the clerk ..." is read as one name; so is "aware against which version".
    """
    for index in range(argument.first + 1, argument.head + 1):
        if index in tree.names:
            continue
        if tree.tag[index] in _ASKING:
            return True
        if tree.lower[index] == "the" and tree.tag[index - 1] in NOUN_TAGS:
            return True
    return False


def _lacks_type(tree: Tree, argument: Argument) -> bool:
    """Return whether a span ends before the name of a type: "a ship of type | Brigg"."""
    behind = argument.last
    if behind >= len(tree.words) or not tree.words[behind][0].isupper():
        return False
    return tree.lower[behind - 2 : behind] == ["of", "type"]


def _lacks_complement(tree: Tree, object_: Argument) -> bool:
    """Return whether a noun says nothing without the words behind it, which are cut off.

    "With the ability to scale", "a copy of" a name that is too long to hold.
    """
    behind = object_.last
    if behind >= len(tree.words):
        return False
    part = tree.lower[object_.head] == "part" and tree.lower[behind] == "of"
    if not is_bare(tree, object_) and not part:
        return False
    possible = tree.lower[object_.head] in words("possibility_nouns")
    if possible and any(
        is_infinitive(tree, verb) for verb in tree.within(object_.head, "acl", "relcl")
    ):
        return True
    of = tree.lower[behind] == "of" and tree.head[behind] == object_.head
    return of and tree.lemma[object_.head].lower() in words("counting_nouns")


def _opens_with_verb(tree: Tree, found: Candidate) -> bool:
    """Return whether the "subject" is the verb that opens a sentence: "Provide limited access".

    So is a quality before what it is said of: "Specific to the harbour is the tide".
    """
    subject = found.subject
    if found.subject_span is not None or subject.tokens > 1:
        return False
    if subject.first != tree.scope[subject.head] or subject.head in tree.names:
        return False
    quality = tree.tag[subject.head] == "JJ" and tree.tag[subject.last : subject.last + 1] == ["IN"]
    return quality or tree.lower[subject.head] in words("opening_verbs")


def _is_aim_of_name(tree: Tree, found: Candidate) -> bool:
    """Return whether what a thing is for is read as what its name is for: "a clerk called X to"."""
    head = tree.head[found.predicate.anchor]
    named = tree.tag[head] == "VBN" and tree.has(head, "oprd")
    led = found.predicate.text.split()[:2] == ["be", tree.lower[head]]
    naming = tree.lower[head] in ("called", "named", "titled", "entitled", "dubbed")
    return named and led and naming and found.predicate.anchor != head


def _is_compared(tree: Tree, found: Candidate) -> bool:
    """Return whether an object is only what another is compared with.

    "Takes more time than the ferry", "works the same way as the ferry", "takes less time compared
    to the ferry".
    """
    if found.rule.family is not Family.VERB or not found.predicate.tail:
        return False
    prep = found.predicate.tail[-1]
    if tree.lower[prep] in ("to", "with") and tree.lower[prep - 1] == "compared":
        return found.predicate.anchor != prep - 1
    noun = prep - 1
    if noun <= tree.scope[prep] or tree.tag[noun] not in NOUN_TAGS:
        return False
    same = any(tree.lower[word] == "same" for word in tree.within(noun, "amod"))
    return tree.lower[prep] == "than" or (tree.lower[prep] == "as" and same)


def _is_used_to(tree: Tree, found: Candidate) -> bool:
    """Return whether a thing uses nothing to do something: "The key used to open the door"."""
    verb = found.predicate.anchor
    if tree.lemma[verb].lower() != "use":
        verb = tree.head[verb]
    if tree.lemma[verb].lower() != "use" or found.voice is not Voice.ACTIVE:
        return False
    return found.predicate.text.startswith("use to ") and not tree.has(verb, "dobj")


def _is_told_to_act(tree: Tree, found: Candidate) -> bool:
    """Return whether an object is wanted only for what it is to do: "requires clerks to sign"."""
    verb, noun = found.predicate.anchor, found.object
    if tree.lemma[verb].lower() not in words("demanding_verbs") or found.voice is Voice.PASSIVE:
        return False
    if not found.rule.has(Trait.TRANSITIVE) or tree.dep[noun.head] not in ("dobj", "nsubj"):
        return False
    acts = tree.within(verb, "xcomp", "ccomp")
    return any(is_infinitive(tree, act) and act <= noun.last + 1 for act in acts)


def _is_turned(tree: Tree, object_: Argument) -> bool:
    """Return whether an adjective says into what an object is turned: "keep the code clean"."""
    state, verb = object_.last, tree.head[object_.head]
    if state >= len(tree.words) or tree.tag[state] not in ("JJ", "JJR"):
        return False
    verb = tree.head[state] if verb == state else verb  # "code" as the subject of "clean"
    kept = tree.lemma[verb].lower() in words("naming_verbs")
    below = tree.head[state] == verb and tree.dep[state] in _OF_VERB
    return kept and (below or tree.head[state] == object_.head)


def _is_to_come(tree: Tree, found: Candidate) -> bool:
    """Return whether an infinitive only says what an object is for: "a key to open the door".

    That is read as a purpose of the verb above it; a label with an infinitive tells what it does.
    """
    verb, noun = found.predicate.anchor, found.subject.head
    if _is_of_kind(tree, found):
        return True
    if found.origin is not Origin.INFINITIVE or tree.tag[verb] not in VERB_TAGS:
        return False
    led = found.predicate.text.startswith("be to ") and found.rule.has(Trait.VERB_COMPLEMENT)
    there = tree.has(tree.head[noun], "expl")  # "there is no proof to support it"
    return led and tree.dep[noun] in _HELD and not there


def _is_of_kind(tree: Tree, found: Candidate) -> bool:
    """Return whether an infinitive says what a kind is for: "The hall is a place to eat or rest".

    It stands behind what the subject is said to be, so "is to rest" is no plan of the hall.
    """
    verb = found.predicate.anchor
    for _ in range(_MAX_STEPS if found.origin is Origin.CONJUNCT else 0):
        verb = tree.head[verb] if tree.dep[verb] == "conj" else verb
    above = tree.head[verb]
    led = tree.dep[verb] == "xcomp" and tree.lemma[above] == "be" and is_infinitive(tree, verb)
    return led and any(above < kind < verb for kind in tree.within(above, "attr"))


def _is_told_of(tree: Tree, doer: int) -> bool:
    """Return whether a noun names who acts, unlike "the following configuration"."""
    ahead = any(tree.lower[word] in words("directions") for word in tree.children[doer])
    return tree.tag[doer] in NOUN_TAGS and not ahead


def _leads_from_means(tree: Tree, verb: int, means: int) -> bool:
    """Return whether what a means is used for leads to a verb: "uses a map to find out how to"."""
    for _ in range(_MAX_STEPS):
        above = tree.head[verb]
        if tree.dep[verb] not in ("xcomp", "ccomp") or above >= verb:
            return False
        if tree.lemma[above] in words("means_verbs") and means in tree.within(above, "dobj"):
            return any(_is_told_of(tree, doer) for doer in tree.within(above, "nsubj"))
        verb = above
    return False


def _is_done_by_another(tree: Tree, found: Candidate) -> bool:
    """Return whether a means is read as what acts: "the clerk uses a key to open the gate".

    The clerk opens it; nor does what only informs print: "uses details to print badges".
    """
    verb, noun = found.predicate.anchor, found.subject.head
    for _ in range(_MAX_STEPS if found.origin is Origin.CONJUNCT else 0):
        verb = tree.head[verb] if tree.dep[verb] == "conj" else verb  # "to open it and lock it"
    if found.origin is Origin.CONTROL and _leads_from_means(tree, verb, noun):
        return True
    above = tree.head[verb]
    if found.origin not in _ACTING or tree.lemma[above] not in words("means_verbs"):
        return False
    acts = tree.tag[above] != "VBG" and is_infinitive(tree, verb)
    if acts and any(_is_told_of(tree, doer) for doer in tree.within(above, "nsubj")):
        return True
    informs = tree.lemma[noun].lower() in words("container_nouns", "vague_nouns")
    return informs and found.origin is Origin.INFINITIVE


_CHECKS_OF_READING = (
    _is_of_value, _is_possible_reason, _is_pointed, _is_aside, _is_asked,
    _is_asked_for, _is_narrowed,
)  # fmt: skip


def _is_command(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause is a line for a terminal: "cf push app", with a name that pushes."""
    name, verb = found.subject, found.predicate.anchor
    starts = name.first == tree.scope[verb] or tree.words[name.first - 1] == ":"
    bare = tree.tag[name.head] in ("NN", "NNP") and tree.lower[verb] == tree.lemma[verb]
    alone = name.tokens == 1 and verb == name.last and tree.words[name.head].islower()
    return starts and bare and alone and not tree.has(verb, "aux")


def _leaves_open(tree: Tree, found: Candidate) -> bool:
    """Return whether a clause leaves open what a thing is: "which is whether a pump or a tap"."""
    between = tree.lower[found.predicate.anchor + 1 : found.object.first]
    return found.rule.family is Family.COPULA and "whether" in between


def _acts_on_nothing(tree: Tree, found: Candidate) -> bool:
    """Return whether a verb that acts on something has nothing to act on: "chooses by hand".

    What it does act on stands elsewhere: "the keys that the clerk chooses by hand". A verb that
    only leads another acts on nothing: "For boats, the gate needs to be open".
    """
    verb = found.predicate.anchor
    if found.voice is not Voice.ACTIVE or not found.rule.has(Trait.PREPOSITIONAL):
        return False
    if found.rule.has(Trait.OBJECT_IN_PREDICATE):
        return False
    if tree.has(verb, *_ACTED_ON):
        return tree.lemma[verb].lower() in _LEADING_VERBS and tree.has(verb, "xcomp")
    told = any(qualifier.kind == "object" for qualifier in found.flags.qualifiers)
    told = told or found.predicate.text.endswith(" between")  # "contains between two and ten"
    return not told and tree.lemma[verb].lower() in words("acting_verbs")


def _counts_up_to(tree: Tree, found: Candidate) -> bool:
    """Return whether a preposition only bounds a number: "adds up to ten keys to the ring"."""
    tail = found.predicate.tail
    if not found.predicate.text.endswith(" up to") or not tail:
        return False
    return tree.tag[tail[-1] + 1 : tail[-1] + 2] == ["CD"] and not tree.has(tail[-1] + 1, "pobj")


_CHECKS_OF_TREE = (
    _is_command, _acts_on_nothing, _counts_up_to, _leaves_open, _opens_with_verb, _is_aim_of_name,
    _is_compared, _is_used_to, _is_told_to_act, _is_to_come, _is_done_by_another, is_torn_clause,
)  # fmt: skip
