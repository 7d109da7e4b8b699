"""What stands with a verb: its subjects, its objects, and the nouns of its prepositions."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.clause import Clause, Origin
from graphwright.extraction.reading.clauses import means_behind, means_of
from graphwright.extraction.reading.conditions import names_case
from graphwright.extraction.reading.denial import starts_set_aside
from graphwright.extraction.reading.quantities import end_of_range
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.verbs import leads_to_aim

_RELATIVE = frozenset({"WDT", "WP", "WRB"})


def subjects(reading: ScopeReading, clause: Clause) -> list[Argument]:
    """Return the subjects of a clause as arguments."""
    return [reading.phrases.of(head) for head in clause.subjects]


def direct_objects(reading: ScopeReading, clause: Clause) -> list[int]:
    """Return the heads of a clause's direct object: its own, a shared one, or a relative's noun."""
    tree, phrases = reading.tree, reading.phrases
    own = [child for child in tree.within(clause.verb, "dobj") if child > clause.verb]
    if own:
        heads = [h for h in phrases.conjuncts(own[-1]) if phrases.is_nominal(h)]
        return [meant for head in heads for meant in _meant(reading, head)]
    if clause.gap is not None and _object_is_missing(tree, clause):
        return [clause.gap]
    return _shared_object(reading, clause)


def _meant(reading: ScopeReading, head: int) -> list[int]:
    """Return what "nothing but" leaves, for any other head itself: "nothing but coins"."""
    tree = reading.tree
    but = next((prep for prep in tree.within(head, "prep") if tree.lower[prep] == "but"), None)
    coins = None if but != head + 1 else tree.first(but, "pobj")
    return [head] if coins is None else reading.phrases.conjuncts(coins)


def _object_is_missing(tree: Tree, clause: Clause) -> bool:
    verb = clause.verb
    if clause.passive or tree.has(verb, "attr", "acomp", "ccomp", "xcomp"):
        return False
    if any(tree.tag[child] == "WRB" for child in tree.within(verb, "advmod")):
        return False
    if tree.lemma[verb] == "be" and tree.has(verb, "prep"):
        return False  # "the share of time the lamp is on air"
    for prep in tree.within(verb, "prep"):
        inner = tree.first(prep, "pobj", "pcomp", "prep")
        if inner is None or tree.tag[inner] in _RELATIVE:
            return False
    return True


def _shared_object(reading: ScopeReading, clause: Clause) -> list[int]:
    """ "create and delete subaccounts": the object of the last verb belongs to the first too."""
    tree, verb = reading.tree, clause.verb
    fronted = ("prep", "advcl")  # "In the dock, welders cut and join the plates"
    below = tree.within(verb, *fronted, "attr", "acomp", "ccomp", "xcomp", "agent", "prt")
    if any(child > verb or tree.dep[child] not in fronted for child in below):
        return []
    for child in tree.within(verb, "conj"):
        between = set(tree.lower[verb + 1 : child])
        joined = reading.finder.of(child)
        if (
            joined is not None
            and between <= {",", "and", "or", "/"}
            and joined.origin != Origin.OWN
        ):
            return direct_objects(reading, joined)
    return []


def prepositions_of(
    reading: ScopeReading, clause: Clause, holder: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield (prepositions, heads of their objects) below a token."""
    tree, phrases = reading.tree, reading.phrases
    yield from _by_means(reading, clause, holder)
    yield from _behind_adverb(reading, holder)
    for prep in tree.within(holder, "prep", "dative"):
        if tree.lower[prep] == "but":
            continue  # "nothing but coins" is the object
        tail = [*_stranded_before(tree, clause, prep), prep]
        if _is_led_by_adverb(tree, holder, prep):
            tail = [prep - 1, prep]
        inner = tree.first(prep, "prep")
        if inner is not None and inner == prep + 1:
            tail.append(inner)
        complement = _over_joining_noun(tree, tail, tree.first(tail[-1], "pobj"))
        if complement is not None and _only_frames(tree, prep, complement):
            continue
        if complement is None:
            if clause.gap is not None and not tree.children[prep]:
                yield tail, [clause.gap]
            continue
        if tree.tag[complement] in _RELATIVE:
            if clause.gap is not None:
                yield tail, [clause.gap]
        elif tree.lower[prep] == "for" and phrases.joins_names(prep, complement):
            continue  # part of a name, wherever it is attached
        elif is_adverbial(tree, prep, complement):
            continue
        elif _relates(tree, clause, holder, prep):
            yield tail, phrases.conjuncts(complement)


def _only_frames(tree: Tree, prep: int, noun: int) -> bool:
    """Return whether a phrase is a condition, purpose or time: "in case of fire", "given a day".

    "In an attempt to slow the boat" is a purpose, "from 2007 to 2012" one time.
    """
    supposed = names_case(tree, prep) or tree.lower[prep] == "given"
    lasts = is_time(tree, noun) and end_of_range(tree, prep, noun + 1) is not None
    return supposed or lasts or leads_to_aim(tree, noun)


def _is_led_by_adverb(tree: Tree, holder: int, prep: int) -> bool:
    """Return whether an adverb makes a preposition with "of": "independently of X"."""
    adverb = prep - 1
    beside = tree.head[adverb] in (holder, prep) and tree.tag[adverb] == "RB"
    return tree.lower[prep] == "of" and beside and adverb != holder


def _stranded_before(tree: Tree, clause: Clause, prep: int) -> list[int]:
    """Return the preposition of a passive verb that has no noun: "thought of as", "paid for by"."""
    before = prep - 1
    alone = clause.passive and clause.gap is None and before > clause.verb
    if not alone or tree.dep[before] != "prep" or tree.children[before]:
        return []
    joins = tree.head[before] == tree.head[prep] and tree.tag[before] == "IN"
    detached = words("detached_prepositions") - {"as", "of"}
    return [before] if joins and tree.lower[prep] not in detached else []


def _by_means(
    reading: ScopeReading, clause: Clause, holder: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the means that "using" or "by using" introduces below a token."""
    tree, phrases = reading.tree, reading.phrases
    if "using" not in tree.words_around(holder):
        return
    for using in tree.within(holder, "advcl", "acl", "xcomp"):
        means = means_of(tree, using)
        if means is not None:
            yield [using], phrases.conjuncts(means)
    for by in tree.within(holder, "prep", "agent"):
        by_means = means_behind(tree, by)
        if by_means is not None and starts_set_aside(tree, by):
            continue  # "instead of using a key"
        if by_means is not None and (clause.passive or clause.reader):
            yield [by, by_means[0]], phrases.conjuncts(by_means[1])


def is_adverbial(tree: Tree, prep: int, noun: int) -> bool:
    """Return whether a noun makes an adverb with its preposition: "by default", "in this case".

    "to the event", "for the service instance" and "in events" name something.
    """
    if tree.lower[prep] not in words("adverbial_prepositions"):
        return False
    named = tree.has(noun, "compound", "nmod", "poss")
    return tree.lower[noun] in words("adverbial_nouns") and not named


def _over_joining_noun(tree: Tree, tail: list[int], noun: int | None) -> int | None:
    """Return the noun behind "on top of" and the like, whose words join the preposition."""
    if noun != tail[-1] + 1 or tree.lower[noun] not in words("joining_nouns"):
        return noun
    of = next((prep for prep in tree.within(noun, "prep") if tree.lower[prep] == "of"), None)
    inner = None if of != noun + 1 else tree.first(of, "pobj")
    if of is None or inner is None:
        return noun
    tail.extend((noun, of))
    return inner


def _behind_adverb(reading: ScopeReading, holder: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield what hangs on an adverb directly behind a verb: "dates back to the Romans"."""
    tree, phrases = reading.tree, reading.phrases
    for adverb in tree.within(holder, "advmod", "prt"):
        prep = adverb + 1
        if adverb != holder + 1 or prep not in tree.children[adverb]:
            continue
        complement = tree.first(prep, "pobj") if tree.dep[prep] == "prep" else None
        plain = tree.tag[adverb] in ("RB", "RP") and tree.lower[prep] not in words(
            "detached_prepositions"
        )
        compared = tree.tag[adverb] == "RBR" and tree.lower[prep] == "than"
        if complement is not None and (plain or compared):
            manner = tree.lower[adverb].endswith("ly") and tree.lower[prep] != "of"
            tail = [prep] if manner else [adverb, prep]  # "independently of" is one
            yield tail, phrases.conjuncts(complement)


def _relates(tree: Tree, clause: Clause, holder: int, prep: int) -> bool:
    """Return whether a preposition relates what follows it to the clause."""
    word = tree.lower[prep]
    if word == "than":
        return _compares(tree, holder)
    if word == "in" and tree.lemma[holder].lower() == "base":  # "In X, Y is based on Z"
        return all(tree.lower[other] not in ("on", "upon") for other in tree.within(holder, "prep"))
    if word == "of" and prep == holder + 1 and tree.dep[holder] == "acomp":
        return True  # "independent of"
    return word not in words("detached_prepositions") or _is_role(tree, clause, prep)


def _compares(tree: Tree, holder: int) -> bool:
    """Return whether a word is, or has, a comparative: "larger", "more efficient"."""
    return tree.tag[holder] == "JJR" or any(
        tree.tag[child] in ("JJR", "RBR") for child in tree.within(holder, "advmod", "amod")
    )


def _is_role(tree: Tree, clause: Clause, prep: int) -> bool:
    """Return whether "as" or "of" follows its verb ("used as", "consist of"), and is no remark."""
    if tree.lower[prep] not in ("as", "of") or tree.head[prep] != clause.verb:
        return False
    before = tree.lower[prep - 1]
    return prep > clause.verb and before not in (",", "such") and not clause.reader


def is_supplied(tree: Tree, verb: int) -> bool:
    """Return whether a verb's object receives something: "provide users with access"."""
    if tree.lemma[verb].lower() not in words("supplying_verbs"):
        return False
    holders = [verb, *tree.within(verb, "dobj")]
    return any(
        tree.lower[prep] == "with" and prep > verb
        for holder in holders
        for prep in tree.within(holder, "prep")
    )


def is_time(tree: Tree, head: int) -> bool:
    """Return whether a noun is part of a date or time."""
    return tree.label[head] in ("DATE", "TIME")
