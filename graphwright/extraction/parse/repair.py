"""Repairs of parses that are wrong in a way that can be told from the parse alone.

Small models read "can create, edit, and delete subaccounts" as a verb joined to nouns, and "the
vault stores passwords" as one long name. Each repair rests on what English never does: a verb and a
noun are not joined by a comma, and a plural does not stand inside a name without its verb.
"""

from __future__ import annotations

import itertools

from graphwright.extraction.parse.attachment import (
    repair_added_denial,
    repair_amount_before_preposition,
    repair_asked_clause,
    repair_attachment,
    repair_clause_relative,
    repair_fronted_preposition,
    repair_joined_preposition,
    repair_preposition_before_aim,
    repair_preposition_behind_fronted,
    repair_purpose_of_object,
    repair_relative_of_plural,
    repair_such_as,
)
from graphwright.extraction.parse.bounds import repair_bound, repair_range, repair_upper_bound
from graphwright.extraction.parse.cell_ends import repair_end_of_cell
from graphwright.extraction.parse.compounds import (
    repair_end_of_name_read_as_verb,
    repair_illustration,
    repair_name_behind_several,
    repair_name_over_and,
    repair_name_over_comma,
    repair_name_with_as,
    repair_noun_read_as_participle,
    repair_object_of_passive,
    repair_right_read_as_act,
    repair_rights_that_are_had,
    repair_set,
)
from graphwright.extraction.parse.conditional_clauses import (
    repair_case_clause,
    repair_condition_read_as_root,
    repair_conditional_mark,
    repair_joined_condition,
    repair_order_behind_condition,
    repair_time_clause_read_as_content,
)
from graphwright.extraction.parse.copulas import (
    repair_helper_of_name,
    repair_subject_behind_quality,
)
from graphwright.extraction.parse.hyphens import (
    repair_hyphenated,
    repair_named_subject,
    repair_prefix_read_as_preposition,
)
from graphwright.extraction.parse.joined_clauses import (
    repair_content_without_that,
    repair_joined_over_bracket,
    repair_order_in_bracket,
    repair_participle_read_as_past,
    repair_spliced_clause,
    repair_subject_of_auxiliary,
    repair_subject_read_as_conjunct,
)
from graphwright.extraction.parse.last_nouns import (
    repair_name_over_bracket,
    repair_noun_read_as_adjective,
    repair_noun_read_as_clause,
    repair_noun_read_as_gerund,
    repair_noun_read_as_object_of_relative,
)
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.marks import repair_subject_before_mark
from graphwright.extraction.parse.needs import Repair, both, needs, shown
from graphwright.extraction.parse.orders import (
    repair_first_verb,
    repair_label,
    repair_later_order,
    repair_order,
    repair_remark,
    repair_unmarked_order,
)
from graphwright.extraction.parse.parallel_forms import (
    repair_clause_before_main,
    repair_joined_infinitive,
    repair_joined_owner,
    repair_noun_of_preposition,
    repair_plural_before_verb,
    repair_plural_behind_object,
    repair_plural_in_series,
    repair_singular_before_verb,
)
from graphwright.extraction.parse.participles import (
    repair_gerund_before_noun,
    repair_gerund_before_verb,
    repair_gerund_in_name,
    repair_gerund_in_relative,
    repair_joined_gerunds_before_noun,
    repair_led_relative,
    repair_means_read_as_clause,
    repair_participle_before_noun,
    repair_participle_behind_have,
    repair_participle_behind_to,
    repair_quality_read_as_perfect,
)
from graphwright.extraction.parse.plural_verbs import (
    make_verb,
    repair_agreement,
    repair_described_cell,
    repair_misread_subject,
    repair_number_sign,
    repair_numbered_subject,
    repair_plural_behind_governed,
    repair_plural_behind_name,
    repair_plural_verbs,
    repair_root,
)
from graphwright.extraction.parse.reduced_relatives import (
    repair_participle_over_main,
    repair_reduced_clause,
    repair_reduced_relative,
    repair_reduced_subject,
)
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Scope, Tree

_OF_NOUN = frozenset({"det", "compound", "amod", "nmod", "nummod", "poss", "prep", "punct"})
_JOINING = frozenset({",", "and", "or", "and/or"})
_SINGULAR = frozenset({"this", "that", "a", "an", "each", "every"})
_MISREAD = NOUN_TAGS | {"JJ", "VBD", "VBN"}


def repair(tree: Tree, first: int, last: int) -> None:
    """Apply every repair to the tokens of a scope, in place, before the tree is linked.

    One is asked only where the scope, as those before it left it, shows what it needs.
    """
    tags, relations = tree.tag[first:last], tree.dep[first:last]
    found = shown(tree, first, last)
    for one in REPAIRS:
        for need in one.needs:
            if need.isdisjoint(found):
                break
        else:
            one.mend(tree, first, last)
            if tags != tree.tag[first:last] or relations != tree.dep[first:last]:
                tags, relations = tree.tag[first:last], tree.dep[first:last]
                found = shown(tree, first, last)


@needs({"VB", "VBP"})
def repair_third_person(tree: Tree, first: int, last: int) -> None:
    """ "Supports private registries": a first verb that ends in "s" orders nobody."""
    while first < last and tree.words[first] in (":", "-"):  # "(label cut off): Supports ..."
        first += 1
    if first >= last or tree.tag[first] not in ("VB", "VBP") or tree.head[first] != first:
        return
    word = tree.lower[first]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        make_verb(tree, first)


@needs({"to"}, {"VB"}, both({"NNS"}, {"dobj"}))
def repair_noun_read_as_infinitive(tree: Tree, first: int, last: int) -> None:
    """ "Assign users to role collections": where the verb leads "to" something, a noun follows."""
    for index in range(first + 2, last - 1):
        to, noun, verb = index - 1, index + 1, tree.head[index]
        if tree.tag[index] != "VB" or tree.lower[to] != "to" or tree.tag[noun] != "NNS":
            continue
        if tree.dep[noun] != "dobj" or tree.head[noun] != index or verb >= to:
            continue
        if tree.tag[verb] in NOUN_TAGS:
            verb = tree.head[verb]
        if tree.lemma[verb].lower() in words("leading_verbs"):
            _lead_to_noun(tree, (first, last), index, verb)


@needs({"to"}, {"version"})
def repair_version(tree: Tree, first: int, last: int) -> None:
    """ "Migrate the rule to version v2": "version" before a number is no verb."""
    for word in range(first + 2, last - 1):
        to, number, verb = word - 1, word + 1, tree.head[word]
        if tree.lower[word] != "version" or tree.tag[word] != "VB" or tree.lower[to] != "to":
            continue
        counted = tree.words[number][-1].isdigit() and tree.head[number] == word
        if not counted or verb == word or verb >= to:
            continue
        _lead_to_noun(tree, (first, last), word, verb)
        tree.tag[number] = "NNP"


def _lead_to_noun(tree: Tree, scope: Scope, word: int, verb: int) -> None:
    """Make an infinitive a part of the name behind it: "to" before it leads there from a verb."""
    to, noun = word - 1, word + 1
    tree.tag[to], tree.dep[to], tree.head[to] = "IN", "prep", verb
    tree.tag[word], tree.dep[word], tree.head[word] = "NN", "compound", noun
    tree.dep[noun], tree.head[noun] = "pobj", to
    for other in range(*scope):
        if tree.head[other] == word and other != noun:
            tree.head[other] = verb


@needs(both(NOUN_TAGS, {"nsubj"}), both(NOUN_TAGS | {"JJ", "JJR"}, {"pobj"}))
def repair_name_in_object(tree: Tree, first: int, last: int) -> None:
    """ "used as the user identifier": a noun has no subject of its own, but a name before it."""
    for index in range(first, last - 1):
        noun = index + 1
        if tree.dep[index] != "nsubj" or tree.head[index] != noun or tree.dep[noun] != "pobj":
            continue
        if tree.tag[noun] in NOUN_TAGS | {"JJ", "JJR"} and tree.tag[index] in NOUN_TAGS:
            tree.dep[index] = "compound"
            tree.tag[noun] = tree.tag[noun] if tree.tag[noun] in NOUN_TAGS else "NN"
            for left in range(first, index):
                if tree.head[left] == index and tree.dep[left] == "det":
                    tree.head[left] = noun


@needs(both({"VBZ"}, {"pobj"}))
def repair_verb_read_as_object(tree: Tree, first: int, last: int) -> None:
    """ "The history of chess dates back": a finite verb is no object of a preposition."""
    for index in range(first + 3, last):
        prep = tree.head[index]
        if tree.tag[index] != "VBZ" or tree.dep[index] != "pobj" or tree.dep[prep] != "prep":
            continue
        noun, before = tree.head[prep], index - 1
        if tree.head[noun] != noun or tree.tag[noun] not in NOUN_TAGS or noun >= prep:
            continue
        if tree.head[before] != index or tree.tag[before] not in NOUN_TAGS:
            continue
        for left in range(prep + 1, index):
            if tree.head[left] == index:
                tree.head[left] = before
        for right in range(index + 1, last):
            if tree.head[right] == noun:
                tree.head[right] = index
        tree.dep[before], tree.head[before] = "pobj", prep
        tree.dep[noun], tree.head[noun] = "nsubj", index
        tree.dep[index], tree.head[index] = "ROOT", index
        return


@needs(both({"VBZ"}, {"dobj", "pobj"}))
def repair_plural_object(tree: Tree, first: int, last: int) -> None:
    """ "Assign the restriction fields to X": what a verb or a preposition governs is a noun."""
    for index in range(first + 1, last):
        before = index - 1
        if tree.tag[index] != "VBZ" or tree.dep[index] not in ("dobj", "pobj"):
            continue
        governed = tree.tag[before] in VERB_TAGS and tree.head[index] == before
        if not tree.words[index].islower() or not (governed or tree.tag[before] in NOUN_TAGS):
            continue
        tree.tag[index] = "NNS"
        if tree.dep[before] == tree.dep[index] and tree.head[before] == tree.head[index]:
            tree.dep[before], tree.head[before] = "compound", index


@needs(both({"NNS"}, {"ccomp"}))
def repair_noun_read_as_content(tree: Tree, first: int, last: int) -> None:
    """ "Ships have one or more cargo holds": a noun that nothing makes a clause is an object."""
    for noun in range(first + 2, last):
        verb = tree.head[noun]
        if tree.dep[noun] != "ccomp" or tree.tag[noun] != "NNS" or verb >= noun:
            continue
        inside = range(first, last)
        below = {tree.dep[i] for i in inside if tree.head[i] == noun}
        taken = any(_is_object(tree, i, verb) for i in inside)
        acts = tree.lower[noun + 1 : noun + 2] == ["to"]  # "allows guests to enter"
        if tree.tag[verb] in VERB_TAGS and below <= _OF_NOUN and below and not (taken or acts):
            tree.dep[noun] = "dobj"


@needs(both({"VBG", "NN", "NNP"}, {"amod", "compound"}), both({"VBZ"}, {"ROOT"}))
def repair_gerund_subject(tree: Tree, first: int, last: int) -> None:
    """ "Storytelling relies on images": what modifies a finite verb like a noun is its subject."""
    for index in range(first, last - 1):
        verb = tree.head[index]
        if tree.dep[index] in ("amod", "compound") and tree.tag[index] in ("VBG", "NN", "NNP"):
            subjects = ("nsubj", "nsubjpass", "csubj", "expl")
            if verb == index + 1 and tree.tag[verb] == "VBZ" and tree.dep[verb] == "ROOT":
                inside = range(first, last)
                if not any(tree.head[i] == verb and tree.dep[i] in subjects for i in inside):
                    tree.tag[index], tree.dep[index] = "NN", "nsubj"


@needs(both({"VBG"}, {"csubj"}), {"is", "was"})
def repair_object_of_gerund_subject(tree: Tree, first: int, last: int) -> None:
    """ "Removing keys from a ring is easy": not the keys are, as "is" has one subject."""
    for verb in range(first + 2, last):
        if tree.lower[verb] not in ("is", "was") or tree.tag[first] != "VBG":
            continue
        noun = next((i for i in range(first + 1, verb) if tree.dep[i] == "nsubj"), None)
        if tree.dep[first] != "csubj" or tree.head[first] != verb or noun is None:
            continue
        if tree.head[noun] == verb and tree.tag[noun] in ("NNS", "NNPS"):
            tree.dep[noun], tree.head[noun] = "dobj", first


@needs(both({"RP"}, {"prep"}))
def repair_particle(tree: Tree, first: int, last: int) -> None:
    """ "Switch on the lamp": what is tagged as a part of the verb behind it is no preposition."""
    for index in range(first + 1, last):
        hung = tree.dep[index] == "prep" and tree.head[index] == index - 1
        if tree.tag[index] == "RP" and hung and tree.tag[index - 1] in VERB_TAGS:
            tree.dep[index] = "prt"


@needs(both({"NNS"}, {"nsubj"}), {"VBP", "VB"}, _SINGULAR)
def repair_plural_subject(tree: Tree, first: int, last: int) -> None:
    """ "This library handles data creation": one library, so that "handles" is the verb."""
    for verb in range(first + 3, last - 1):
        plural = verb - 1
        if tree.tag[verb] not in ("VBP", "VB") or tree.head[plural] != verb:
            continue
        if tree.dep[plural] != "nsubj" or tree.tag[plural] != "NNS":
            continue
        object_ = next((i for i in range(verb + 1, last) if _is_object(tree, i, verb)), None)
        single = any(
            tree.head[i] in (plural, plural - 1) and tree.lower[i] in _SINGULAR
            for i in range(first, plural)
        )
        if single and object_ == verb + 1 and tree.tag[plural - 1] == "NN":
            _swap(tree, (first, last), verb, object_)
            return


@needs({"appos"}, {","})
def repair_introduced_subject(tree: Tree, first: int, last: int) -> None:
    """ "In the X, Y environment, the limit is 5": what no comma parts from its verb is the subject.

    The noun between the commas belongs to the words before it, not to the verb.
    """
    if first >= last or tree.tag[first] != "IN" or tree.dep[first] != "prep":
        return
    verb = tree.head[first]
    for noun in range(first + 1, last):
        before = tree.head[noun]
        if tree.dep[noun] != "appos" or tree.dep[before] not in ("nsubj", "nsubjpass"):
            continue
        if tree.head[before] != verb or not first < before < noun < verb:
            continue
        between = tree.words[before + 1 : noun]
        if "," not in between or "(" in between or "," in tree.words[noun:verb]:
            continue
        if "," in tree.words[first:before]:
            tree.dep[noun], tree.head[noun] = tree.dep[before], verb
            tree.dep[before], tree.head[before] = "dep", first
            return


def _is_object(tree: Tree, index: int, verb: int) -> bool:
    return tree.head[index] == verb and tree.dep[index] == "dobj"


def _swap(tree: Tree, scope: Scope, verb: int, object_: int) -> None:
    """Make the plural before a verb the verb; the verb becomes part of its object's name."""
    plural = verb - 1
    make_verb(tree, plural)
    tree.dep[plural], tree.head[plural] = tree.dep[verb], tree.head[verb]
    if tree.head[verb] == verb:
        tree.head[plural] = plural
    for index in range(*scope):
        if index < plural - 1 and tree.head[index] == plural:
            tree.head[index] = plural - 1
        elif index != plural and tree.head[index] == verb:
            tree.head[index] = plural
    tree.dep[plural - 1], tree.head[plural - 1] = "nsubj", plural
    tree.tag[verb], tree.dep[verb], tree.head[verb] = "NN", "compound", object_
    tree.dep[object_], tree.head[object_] = "dobj", plural


@needs(both({"VB", "VBP", "NN"}, {"conj"}), {"dobj"})
def repair_noun_read_as_verb(tree: Tree, first: int, last: int) -> None:
    """ "valves, actuators and flow meters": a bare verb joined to nouns is a part of a name."""
    for index in range(first + 1, last - 1):
        object_ = index + 1
        if tree.dep[index] != "conj" or tree.tag[index] not in ("VB", "VBP", "NN"):
            continue
        joined = tree.head[index]
        if tree.tag[index] == "NN" and tree.tag[joined] in VERB_TAGS:
            joined = index - 2
        if tree.tag[joined] not in NOUN_TAGS or tree.lower[index - 1] not in _JOINING:
            continue
        if tree.head[object_] != index or tree.dep[object_] != "dobj":
            continue
        for other in range(first, last):
            if tree.head[other] == index and other != object_:
                tree.head[other] = joined if other < index else object_
        tree.tag[index], tree.dep[index], tree.head[index] = "NN", "compound", object_
        tree.dep[object_], tree.head[object_] = "conj", joined


@needs(both(_MISREAD, {"conj"}), VERB_TAGS, {","})
def repair_series(tree: Tree, first: int, last: int) -> None:
    """Turn the misread verbs of a series into verbs joined to the first one, in place."""
    for index in range(first + 2, last):
        verb = tree.head[index]
        if tree.dep[index] != "conj" or verb != index - 2 or tree.words[index - 1] != ",":
            continue
        if tree.tag[verb] in VERB_TAGS and _is_misread(tree, index):
            _rebuild(tree, verb, index, last)


def _is_misread(tree: Tree, index: int) -> bool:
    return tree.tag[index] in _MISREAD and tree.words[index].islower()


def _rebuild(tree: Tree, verb: int, index: int, last: int) -> None:
    """Join each word of the series to the one before; the noun after the last is its object."""
    series = [index]
    position = index + 1
    while position < last and tree.lower[position] in _JOINING:
        while position < last and tree.lower[position] in _JOINING:
            position += 1
        if position >= last or not tree.words[position].islower():
            return
        series.append(position)
        position += 1
    object_ = _object_after(tree, series[-1], last)
    if len(series) < 2 or object_ is None:
        return
    for before, word in itertools.pairwise([verb, *series]):
        tree.tag[word], tree.dep[word], tree.head[word] = "VB", "conj", before
        tree.lemma[word] = tree.lower[word]
    tree.dep[object_], tree.head[object_] = "dobj", series[-1]
    for prep in range(object_ + 1, last):
        if tree.dep[prep] == "prep" and tree.head[prep] in (verb, *series[:-1]):
            tree.head[prep] = series[-1]


def _object_after(tree: Tree, word: int, last: int) -> int | None:
    """Return the noun that the word before it was taken to modify, or None."""
    noun = tree.head[word]
    acts = tree.dep[noun] in ("nsubj", "nsubjpass") and tree.head[noun] > noun
    if word < noun < last and tree.tag[noun] in NOUN_TAGS and not acts:
        return noun  # not "was sold, hired, or harbour boats were lent"
    return None


REPAIRS: tuple[Repair, ...] = (
    repair_quality_read_as_perfect,
    repair_end_of_cell,
    repair_name_over_bracket,
    repair_noun_read_as_participle,
    repair_right_read_as_act,
    repair_rights_that_are_had,
    repair_name_behind_several,
    repair_name_over_and,
    repair_name_over_comma,
    repair_end_of_name_read_as_verb,
    repair_illustration,
    repair_name_with_as,
    repair_hyphenated,
    repair_prefix_read_as_preposition,
    repair_named_subject,
    repair_helper_of_name,
    repair_subject_behind_quality,
    repair_subject_before_mark,
    repair_noun_read_as_adjective,
    repair_noun_read_as_gerund,
    repair_noun_read_as_clause,
    repair_noun_read_as_object_of_relative,
    repair_noun_read_as_infinitive,
    repair_version,
    repair_plural_in_series,
    repair_plural_before_verb,
    repair_plural_behind_object,
    repair_singular_before_verb,
    repair_clause_before_main,
    repair_joined_infinitive,
    repair_joined_owner,
    repair_number_sign,
    repair_numbered_subject,
    repair_misread_subject,
    repair_order,
    repair_remark,
    repair_third_person,
    repair_first_verb,
    repair_unmarked_order,
    repair_later_order,
    repair_label,
    repair_plural_behind_governed,
    repair_plural_behind_name,
    repair_agreement,
    repair_described_cell,
    repair_root,
    repair_numbered_subject,
    repair_participle_before_noun,
    repair_participle_behind_have,
    repair_participle_behind_to,
    repair_gerund_before_noun,
    repair_gerund_before_verb,
    repair_gerund_in_name,
    repair_joined_gerunds_before_noun,
    repair_gerund_in_relative,
    repair_means_read_as_clause,
    repair_led_relative,
    repair_participle_over_main,
    repair_reduced_relative,
    repair_reduced_subject,
    repair_reduced_clause,
    repair_series,
    repair_plural_verbs,
    repair_noun_read_as_verb,
    repair_name_in_object,
    repair_added_denial,
    repair_verb_read_as_object,
    repair_plural_object,
    repair_noun_read_as_content,
    repair_gerund_subject,
    repair_object_of_gerund_subject,
    repair_particle,
    repair_plural_subject,
    repair_introduced_subject,
    repair_content_without_that,
    repair_joined_over_bracket,
    repair_order_in_bracket,
    repair_subject_of_auxiliary,
    repair_participle_read_as_past,
    repair_subject_read_as_conjunct,
    repair_spliced_clause,
    repair_case_clause,
    repair_conditional_mark,
    repair_condition_read_as_root,
    repair_time_clause_read_as_content,
    repair_order_behind_condition,
    repair_set,
    repair_object_of_passive,
    repair_joined_preposition,
    repair_bound,
    repair_upper_bound,
    repair_range,
    repair_such_as,
    repair_amount_before_preposition,
    repair_attachment,
    repair_purpose_of_object,
    repair_noun_of_preposition,
    repair_relative_of_plural,
    repair_clause_relative,
    repair_fronted_preposition,
    repair_preposition_before_aim,
    repair_preposition_behind_fronted,
    repair_asked_clause,
    repair_joined_condition,
)
"""All repairs, in the order in which they are applied: each may rest on those before it."""
