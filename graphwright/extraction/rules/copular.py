"""Rules over a clause with "be" or a like verb: copulas with nouns and adjectives.

Each function is a generator over one clause.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Voice
from graphwright.extraction.reading.clauses import leads_on
from graphwright.extraction.reading.complements import prepositions_of, subjects
from graphwright.extraction.reading.predicates import spanned, verb_predicate, written
from graphwright.extraction.reading.restrictive_clauses import is_superlative
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import is_infinitive
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Labels, Rule, Trait, reads
from graphwright.extraction.rules.proposal import clause_triple, clause_triples, proposes

COPULA = Rule(
    "copula",
    Family.COPULA,
    reads("Kyma is a managed runtime.", ("Kyma", "be", "managed runtime")),
    traits=frozenset({Trait.STATE, Trait.KIND}),
)

COPULA_OF = Rule(
    "copula_of",
    Family.COPULA,
    reads("Northwind is the owner of the brewery.", ("Northwind", "be owner of", "brewery")),
    traits=frozenset({Trait.STATE}),
)

COPULA_PREPOSITION = Rule(
    "copula_preposition",
    Family.COPULA,
    reads(
        "The connector is a bridge between the networks.",
        ("connector", "be bridge between", "networks"),
    ),
    traits=frozenset({Trait.STATE}),
)

POSSESSIVE_COPULA = Rule(
    "possessive_copula",
    Family.COPULA,
    reads("The owner of the brewery is Maria Lopez.", ("Maria Lopez", "be owner of", "brewery")),
    fitted_on=Labels.HAND_READ,
)


_DEFINITE = frozenset({"the", "its", "their", "these", "those"})
_CLAUSES = ("ccomp", "xcomp", "advcl", "acl", "relcl", "csubj")


@proposes(COPULA, COPULA_OF, COPULA_PREPOSITION, POSSESSIVE_COPULA)
def copulas(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "X is the owner of Y" -> (X, be owner of, Y); "X is a service" -> (X, be, service)."""
    tree, phrases = reading.tree, reading.phrases
    attr = next(iter(tree.within(clause.verb, "attr")), None)
    if attr is None or tree.has(clause.verb, "expl") or not phrases.is_nominal(attr):
        return
    first = phrases.of(attr).first
    if tree.lower[first - 2 : first] in (["at", "least"], ["at", "most"]):
        return  # "the version is at least 1.5 or 2.1"
    if _is_one_of_two(reading, clause, attr) or _stands_for_clause(tree, clause, attr):
        return
    whole = _sum_of(reading, clause, attr)
    if whole is not None:
        predicate = verb_predicate(tree, clause)
        for subject in subjects(reading, clause):
            yield clause_triple(reading, clause, COPULA, (subject, predicate, whole), clause.voice)
        return
    for head in phrases.conjuncts(attr):
        argument = phrases.of(head)
        if _is_no_kind(tree, argument) or _is_behind_of(tree, attr, head):
            continue
        owned = _relational_subject(reading, clause, head)
        if owned is not None:
            yield owned
            continue
        yield from _relational_attribute(reading, clause, head)
        first_of_all = tree.lower[head + 1 : head + 2] == ["of"] and is_superlative(tree, head)
        for found in clause_triples(reading, clause, COPULA, verb_predicate(tree, clause), [head]):
            if not (first_of_all or _repeats(tree, found.subject, found.object)):
                yield found
        for tail, complements in prepositions_of(reading, clause, head):
            if tail[0] >= argument.last:
                predicate = verb_predicate(
                    tree, clause, middle=tree.slice(argument.first, argument.last), tail=tail
                )
                yield from clause_triples(
                    reading, clause, COPULA_PREPOSITION, predicate, complements, avoid=argument
                )


def _is_behind_of(tree: Tree, attr: int, head: int) -> bool:
    """Return whether a joined plural belongs to the "of" before it: "is a set of A, B and C"."""
    one = any(tree.lower[det] in ("a", "an") for det in tree.within(attr, "det"))
    plural = tree.tag[head] in ("NNS", "NNPS") and tree.tag[attr] in ("NN", "NNP")
    return one and plural and any(tree.lower[i] == "of" for i in tree.within(attr, "prep"))


def _sum_of(reading: ScopeReading, clause: Clause, attr: int) -> Argument | None:
    """Return joined nouns that only together are what a definite noun is, or None.

    "The supported colours are red, green and blue", "the minimum size is 2 rooms and 1 kitchen":
    a list or amounts. With an article each is a kind of its own ("is a runtime and a framework").
    """
    tree = reading.tree
    heads = reading.phrases.conjuncts(attr)
    if len(heads) < 2 or len(clause.subjects) != 1 or tree.lemma[clause.verb] != "be":
        return None
    if "and" not in tree.lower[heads[0] : heads[-1]]:
        return None
    subject = clause.subjects[0]
    led = any(tree.lower[det] in _DEFINITE for det in tree.within(subject, "det", "poss"))
    if not led or any(tree.has(head, "det", "poss") for head in heads):
        return None
    many = tree.tag[subject] in ("NNS", "NNPS")
    counted = all(tree.has(head, "nummod") for head in heads)
    if not (many or counted):
        return None
    parts = [reading.phrases.full(head) for head in heads]
    return reading.phrases.trim(attr, parts[0].first, parts[-1].last)


def _stands_for_clause(tree: Tree, clause: Clause, attr: int) -> bool:
    """Return whether "it" stands for what follows: "it is a duty that the pilot signs the log"."""
    if [tree.lower[subject] for subject in clause.subjects] != ["it"]:
        return False
    if _is_cleft(tree, attr):
        return True
    below = (*tree.within(clause.verb, *_CLAUSES), *tree.within(attr, *_CLAUSES))
    return any(
        verb > attr
        and (
            is_infinitive(tree, verb)
            or any(tree.lower[word] == "that" for word in tree.within(verb, "mark"))
        )
        for verb in below
    )


def _is_cleft(tree: Tree, attr: int) -> bool:
    """Return whether "it" only leads to what does it: "it is our crew that keeps us afloat"."""
    led = any(
        tree.dep[word] in _LEADING
        and tree.dep[tree.head[word]] == "relcl"
        and tree.lower[word] == "that"
        for word in range(attr + 1, tree.right[attr])
    )
    ours = any(tree.tag[owner] == "PRP$" for owner in tree.within(attr, "poss"))
    return led and (ours or attr in tree.names)


def _is_one_of_two(reading: ScopeReading, clause: Clause, attr: int) -> bool:
    """Return whether two things together are what one is: "the key is the owner and the type".

    What one thing is by another measure too ("the largest ship and the flagship") are its kinds.
    """
    tree = reading.tree
    heads = reading.phrases.conjuncts(attr)
    single = len(clause.subjects) == 1 and tree.tag[clause.subjects[0]] == "NN"
    if not single or len(heads) < 2 or "and" not in tree.lower[heads[0] : heads[-1]]:
        return False
    led = ([tree.lower[d] for d in tree.within(head, "det")] == ["the"] for head in heads)
    last = tree.within(heads[-1], "amod")
    return all(led) and any(tree.lower[a] in words("distributing") | {"matching"} for a in last)


def _is_no_kind(tree: Tree, argument: Argument) -> bool:
    """Return whether a phrase says what happens or how much: "is polling", "is up to 7 deep"."""
    head = argument.head
    happens = tree.tag[head] == "VBG" and not tree.has(head, "det")
    if tree.tag[head] == "NN" and tree.lower[head].endswith("ing"):
        happens = tree.left[head] == head and tree.has(head, "prep")
    leads = tree.tag[argument.first] in ("IN", "TO")
    return happens or leads or "mark" in tree.dep[argument.first : head]


def _repeats(tree: Tree, subject: Argument, kind: Argument) -> bool:
    """Return whether a kind only repeats its subject: "the tax report is a report that ..."."""
    named = {tree.lemma[index].lower() for index in range(subject.first, subject.last)}
    return named.issuperset(tree.lemma[i].lower() for i in range(kind.first, kind.last))


def _relational_attribute(reading: ScopeReading, clause: Clause, attr: int) -> Iterator[Candidate]:
    """ "X is the owner of Y": the noun is part of the predicate."""
    tree, phrases = reading.tree, reading.phrases
    prep = next((p for p in tree.within(attr, "prep") if tree.lower[p] == "of"), None)
    inner = None if prep is None else tree.first(prep, "pobj")
    if prep is None or inner is None or not phrases.is_nominal(inner):
        return
    first = min(phrases.of(attr).first, attr)
    if prep != attr + 1:
        return
    predicate = verb_predicate(tree, clause, middle=tree.slice(first, attr + 1), tail=[prep])
    name = phrases.trim(attr, first, attr + 1)
    yield from clause_triples(
        reading, clause, COPULA_OF, predicate, phrases.conjuncts(inner), avoid=name
    )


def _relational_subject(reading: ScopeReading, clause: Clause, attr: int) -> Candidate | None:
    """ "X's owner is Y", "the owner of X is Y" -> (Y, be owner of, X); "one of X is Y" alike.

    Y is a name: what is said of X's owner in other words ("the size of X is 5 GB") is a copula.
    """
    tree, phrases = reading.tree, reading.phrases
    if len(clause.subjects) != 1 or clause.chain or tree.lemma[clause.verb] != "be":
        return None
    subject = clause.subjects[0]
    one = tree.lower[subject] == "one"
    if not one and not (_is_owned(tree, subject) and _is_name(tree, attr)):
        return None
    owner = tree.first(subject, "poss")
    if owner is None:
        prep = next((p for p in tree.within(subject, "prep") if tree.lower[p] == "of"), None)
        owner = None if prep != subject + 1 else tree.first(prep, "pobj")
    if owner is None or not (phrases.is_nominal(owner) or tree.tag[owner] == "PRP$"):
        return None
    first = subject
    while first - 1 > owner and tree.dep[first - 1] in ("compound", "amod"):
        first -= 1
    if owner > subject:
        first = phrases.of(subject).first
    relation = tree.slice(first, subject + 1)
    text = "be one of" if one else f"be {relation} of"
    predicate = written(tree, text, (first, subject), clause.verb)
    rule = COPULA_OF if one else POSSESSIVE_COPULA
    triple = (phrases.of(attr), predicate, phrases.of(owner))
    return clause_triple(reading, clause, rule, triple, Voice.NONE)


def _is_owned(tree: Tree, index: int) -> bool:
    """Return whether a noun can belong to what follows "of": it counts nothing."""
    lemma = tree.lemma[index].lower()
    counts = lemma in ("none", "number") or lemma in words("counting_nouns")
    return tree.tag[index] in NOUN_TAGS and not counts


def _is_name(tree: Tree, index: int) -> bool:
    """Return whether a noun names one thing: no article counts it, it is a name or identifier."""
    if any(tree.lower[d] in ("a", "an", "one") for d in tree.within(index, "det", "nummod")):
        return False
    if index in tree.names or is_code(tree.words[index]):
        return True
    return tree.tag[index] in NAME_TAGS and tree.words[index][0].isalpha()


ADJECTIVE = Rule(
    "adjective",
    Family.COPULA,
    reads("The replica is immutable.", ("replica", "be", "immutable")),
    traits=frozenset({Trait.STATE}),
)

ADJECTIVE_PREPOSITION = Rule(
    "adjective_preposition",
    Family.COPULA,
    reads(
        "The service is available in the Frankfurt region.",
        ("service", "be available in", "Frankfurt region"),
    ),
    traits=frozenset({Trait.SUBJECT_OF_CLAUSE, Trait.HOLDER}),
)

COMPLEMENT = Rule(
    "complement",
    Family.COPULA,
    reads(
        "The board appointed Maria Lopez, and she was elected president.",
        ("she", "be elected", "president"),
    ),
    traits=frozenset({Trait.SUBJECT_OF_CLAUSE}),
)


_LEADING = frozenset({"nsubj", "nsubjpass", "dobj", "mark"})
_LESS = frozenset({"less", "least"})
_CHOOSING = frozenset({"choose", "select", "vote"})


@proposes(ADJECTIVE, ADJECTIVE_PREPOSITION, COMPLEMENT)
def adjectives(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "X is available in Y" -> (X, be available in, Y); "X is read-only" -> (X, be, read-only)."""
    tree = reading.tree
    lemma = tree.lemma[clause.verb]
    made = lemma in words("naming_verbs") or lemma in _CHOOSING
    named = ("oprd", "dobj") if clause.passive and made else ("oprd",)  # "was chosen captain"
    for head in tree.within(clause.verb, "acomp", *named):
        if tree.dep[head] == "oprd" and not made:
            continue  # "each time" and the like
        if reading.phrases.is_nominal(head) and tree.dep[head] in named:
            predicate = verb_predicate(tree, clause, tail=tuple(tree.within(clause.verb, "as")))
            yield from clause_triples(reading, clause, COMPLEMENT, predicate, [head])
            continue
        found = False
        for holder in (head, clause.verb):
            for tail, complements in prepositions_of(reading, clause, holder):
                if tail[0] < head:
                    continue
                found = True
                middle = _with_degree(tree, head, tail[0])
                predicate = verb_predicate(tree, clause, middle=middle, tail=tail)
                yield from clause_triples(
                    reading, clause, ADJECTIVE_PREPOSITION, predicate, complements
                )
        if not found:
            yield from _bare_adjective(reading, clause, head)


def _with_degree(tree: Tree, adjective: int, prep: int) -> str:
    """Return an adjective, in a comparison with its degree: "more efficient" than.

    "Less" turns it in any place. A participle has its particle: "locked up" in.
    """
    degree, behind = adjective - 1, adjective + 1
    compared = tree.lower[prep] == "than" and tree.tag[degree] == "RBR"
    compared = compared or _lessens(tree, degree, adjective)
    last = behind + (behind in tree.within(adjective, "prt"))
    return tree.slice(degree if compared else adjective, last).lower()


def _lessens(tree: Tree, index: int, adjective: int) -> bool:
    """Return whether a word takes from an adjective what it says: "is less secure"."""
    return tree.lower[index] in _LESS and tree.head[index] == adjective


def _belongs(tree: Tree, index: int, adjective: int) -> bool:
    """Return whether a token is a part of the adjective before it ("read-" of "read-only")."""
    part = tree.tag[index] == "HYPH" or tree.dep[index] in ("compound", "npadvmod", "punct")
    return part and tree.head[index] == adjective


def _is_denied_with(reading: ScopeReading, clause: Clause, index: int) -> bool:
    """Return whether an adverb is what a denial denies: "is not publicly accessible"."""
    tree = reading.tree
    adverb = tree.tag[index] == "RB" and tree.dep[index] == "advmod" and index + 1 < len(tree.words)
    close = adverb and tree.head[index] == index + 1 and tree.lower[index].endswith("ly")
    return close and reading.flags.of(clause).negated


def _bare_adjective(reading: ScopeReading, clause: Clause, head: int) -> Iterator[Candidate]:
    tree = reading.tree
    if tree.has(head, "xcomp", "ccomp", "advcl", "prep"):
        return
    predicate = verb_predicate(tree, clause)
    told = subjects(reading, clause)
    if any(tree.lower[word] == "mutually" for word in tree.within(head, "advmod")):
        # None of "A and B are mutually exclusive" is so by itself.
        told = [subject for subject in told if not _is_one_of_joined(tree, subject)]
    for adjective in [head, *tree.within(head, "conj")]:
        if tree.tag[adjective] not in ("JJ", "VBN", "VBG") or any(
            tree.within(adjective, "agent", "prep")
        ):
            continue  # "is specific and determined by X" says more than that
        first = adjective
        while first - 1 > clause.verb and (
            _belongs(tree, first - 1, adjective)
            or _lessens(tree, first - 1, adjective)
            or _is_denied_with(reading, clause, first - 1)
        ):
            first -= 1
        object_ = reading.phrases.trim(adjective, first, adjective + 1)
        for subject in told:
            yield clause_triple(
                reading, clause, ADJECTIVE, (subject, predicate, object_), Voice.NONE
            )


def _is_one_of_joined(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument is one of several joined nouns, and does not name them all."""
    whole = any(tree.dep[index] == "cc" for index in range(argument.first, argument.last))
    joined = tree.dep[argument.head] == "conj" or tree.has(argument.head, "conj")
    return joined and not whole


STATE = Rule(
    "state",
    Family.COPULA,
    reads("The old landscape has been deprecated.", ("old landscape", "be", "deprecated")),
    traits=frozenset({Trait.STATE, Trait.PARTICIPLE_STATE}),
)


def _leads_to_act(tree: Tree, prep: int, verb: int) -> bool:
    """Return whether a state only leads to an act with an object: no "recalled for overheating"."""
    acts = tree.within(prep, "pcomp") if leads_on(tree, prep, verb) else ()
    return any(tree.has(act, "dobj") for act in acts)


@proposes(STATE)
def states(reading: ScopeReading, clause: Clause) -> Iterator[Candidate]:
    """ "The environment is deprecated" -> (environment, be, deprecated), if that is all."""
    tree, verb = reading.tree, clause.verb
    helper = tree.first(verb, "auxpass")
    if helper is None or not clause.passive or clause.chain or tree.tag[verb] != "VBN":
        return
    if tree.has(verb, "agent", "dobj", "oprd", "xcomp", "ccomp", "npadvmod", "prt"):
        return
    if any(tree.lower[adverb] != "longer" for adverb in tree.within(verb, "advmod")):
        return
    if any(True for _ in prepositions_of(reading, clause, verb)):
        return
    if any(_leads_to_act(tree, prep, verb) for prep in tree.within(verb, "prep")):
        return  # "is aimed at saving fuel" says more than that
    predicate = spanned(tree, "be", [helper], helper)
    state = Argument(verb, verb, verb + 1)
    for subject in subjects(reading, clause):
        yield clause_triple(reading, clause, STATE, (subject, predicate, state), Voice.NONE)
