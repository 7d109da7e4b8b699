"""Repairs of joined words whose forms do not fit: what English joins has one form.

A small parser joins "A, B drives and C drives" as a verb to nouns, an order to the condition before
it, and a bare verb to a finite one. Each repair rests on that and on agreement alone.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import FINITE_TAGS, NOUN_TAGS, Tree
from graphwright.language.plural_verbs import looks_like_both

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_GOVERNED = _SUBJECTS | {"dobj", "attr", "acomp", "ccomp", "xcomp", "aux", "auxpass", "neg", "prt",
                         "mark", "agent", "dative", "advcl", "advmod"}  # fmt: skip
_JOINED_CLAUSES = frozenset({"parataxis", "conj", "ccomp"})
_IN_NAME = frozenset({"compound", "amod", "nmod", "nummod", "det", "poss"})
_JOINS = frozenset({",", "and", "or", "and/or"})
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "your", "its", "their", "each", "every"})
_PERSONS = frozenset({"you", "we", "they", "it", "he", "she", "i"})
_STATES = frozenset({"be", "have"})


@needs({"VBZ"}, both({"VBZ"}, _JOINED_CLAUSES) | both({"NNS", "NNPS"}, {"conj"}))
def repair_plural_in_series(tree: Tree, first: int, last: int) -> None:
    """ "runs A networks, B drives, and C drives": a "verb" that governs nothing ends a name."""
    for word in range(first + 2, last):
        if tree.tag[word] == "VBZ" and _is_joined_to_plural(tree, first, last, word):
            _lower_series(tree, first, last, word)
        if tree.tag[word] != "VBZ" or tree.dep[word] not in _JOINED_CLAUSES:
            continue
        if not looks_like_both(tree.words[word]) or _governs(tree, first, last, word):
            continue
        start = _name_start(tree, first, word)
        noun = _joined_noun(tree, first, start, word)
        if noun is None or tree.lower[start - 1] not in _JOINS or tree.head[word] < first:
            continue
        goes_on = word + 1 < last and tree.lower[word + 1] in _JOINS | {".", ";", ":"}
        if goes_on or word + 1 == last:
            tree.tag[word], tree.dep[word], tree.head[word] = "NNS", "conj", noun


def _is_joined_to_plural(tree: Tree, first: int, last: int, word: int) -> bool:
    """Return whether "and" joins a noun to a "verb" without an object, as it does to nouns only."""
    if not looks_like_both(tree.words[word]) or tree.head[word] != word:
        return False
    below = [i for i in range(first, last) if tree.head[i] == word and i != word]
    joined = any(tree.dep[i] == "conj" and tree.tag[i] in ("NNS", "NNPS") for i in below)
    return joined and not any(tree.dep[i] in ("dobj", "attr", "aux") for i in below)


def _lower_series(tree: Tree, first: int, last: int, word: int) -> None:
    """Make a "verb" that heads its sentence one of the objects of the verb before it."""
    start = _series_start(tree, first, word)
    clauses = (i for i in range(first, start) if tree.head[i] == word and tree.dep[i] == "ccomp")
    verb = next(clauses, None)
    if verb is None or tree.words[start - 1] != ",":
        return
    objects = [i for i in range(verb, start) if tree.head[i] == verb and tree.dep[i] == "dobj"]
    if not objects or tree.tag[objects[-1]] != "NNS":
        return
    for index in range(first, last):
        if tree.head[index] == word and (index < start or tree.words[index] == "."):
            tree.head[index] = verb
        elif tree.head[index] == word and start <= index < word:
            tree.dep[index] = "compound"
    tree.dep[verb], tree.head[verb] = "ROOT", verb
    tree.tag[word], tree.dep[word], tree.head[word] = "NNS", "conj", objects[-1]


def _series_start(tree: Tree, first: int, word: int) -> int:
    """Return the first of the nouns right before a word."""
    start = word
    while start - 1 > first and tree.tag[start - 1] in NOUN_TAGS:
        start -= 1
    return start


def _governs(tree: Tree, first: int, last: int, word: int) -> bool:
    """Return whether a word has below it what only verbs have."""
    return any(tree.head[i] == word and tree.dep[i] in _GOVERNED for i in range(first, last))


def _name_start(tree: Tree, first: int, word: int) -> int:
    """Return the first token of the name that a word ends."""
    start = word
    while start - 1 > first and tree.dep[start - 1] in _IN_NAME and tree.tag[start - 1] != ",":
        start -= 1
    return start


def _joined_noun(tree: Tree, first: int, start: int, word: int) -> int | None:
    """Return the plural that a name is joined to, or that the verb above it governs."""
    above = tree.head[word]
    if tree.tag[above] == "NNS" and first <= above < start:
        return above
    objects = [
        i for i in range(above + 1, start) if tree.head[i] == above and tree.dep[i] == "dobj"
    ]
    noun = objects[-1] if objects else None
    close = noun is not None and tree.words[noun + 1] == "," and noun + 1 <= start - 1
    return noun if close and noun is not None and tree.tag[noun] == "NNS" else None


@needs({"VBZ"}, _SUBJECTS)
def repair_plural_before_verb(tree: Tree, first: int, last: int) -> None:
    """ "whether the entry fields take number ranges": of two "verbs" in "s", both are plurals.

    The second has neither subject nor object; the noun between them is the verb.
    """
    for word in range(first + 2, last - 2):
        if tree.tag[word] != "VBZ" or not looks_like_both(tree.words[word]):
            continue
        subject, verb = word - 1, word + 1
        if tree.head[subject] != word or tree.dep[subject] not in _SUBJECTS:
            continue
        object_ = _plural_behind(tree, first, last, word)
        if object_ is None or tree.tag[verb] != "NN" or not tree.words[verb].islower():
            continue
        _move_verb(tree, (first, last), word, verb, object_)


@needs(both({"VBZ"}, _JOINED_CLAUSES), both(NOUN_TAGS, {"dobj"}))
def repair_plural_behind_object(tree: Tree, first: int, last: int) -> None:
    """ "the fields take number ranges": a "verb" that governs nothing ends its object's name."""
    for word in range(first + 3, last):
        noun = word - 1
        verb = tree.head[noun]
        if tree.tag[word] != "VBZ" or tree.dep[word] not in _JOINED_CLAUSES:
            continue
        if tree.dep[noun] != "dobj" or tree.tag[noun] not in NOUN_TAGS or not first <= verb < noun:
            continue
        led = any(tree.head[i] == verb and tree.dep[i] in _SUBJECTS for i in range(first, verb))
        if not led or not looks_like_both(tree.words[word]) or _governs(tree, first, last, word):
            continue
        tree.tag[verb] = "VBP" if tree.tag[verb] in NOUN_TAGS else tree.tag[verb]
        tree.tag[word], tree.dep[word], tree.head[word] = "NNS", "dobj", verb
        tree.dep[noun], tree.head[noun] = "compound", word


def _plural_behind(tree: Tree, first: int, last: int, word: int) -> int | None:
    """Return the second "verb" in "s" behind a bare name of at most three nouns."""
    for index in range(word + 2, min(word + 4, last)):
        if tree.tag[index] == "VBZ" and looks_like_both(tree.words[index]):
            free = not _governs(tree, first, last, index) or tree.head[word] == index
            named = all(tree.tag[i] in NOUN_TAGS for i in range(word + 1, index))
            return index if free and named else None
    return None


def _move_verb(tree: Tree, scope: tuple[int, int], word: int, verb: int, object_: int) -> None:
    """Make ``word`` the subject of ``verb`` and ``object_`` its object."""
    above, dep = tree.head[word], tree.dep[word]
    if above == object_:
        above, dep = tree.head[object_], tree.dep[object_]
    for index in range(*scope):
        if tree.head[index] in (word, object_) and index not in (word - 1, verb):
            tree.head[index] = verb
    root = above in (word, object_, verb)
    tree.tag[verb], tree.dep[verb], tree.head[verb] = "VBP", dep, verb if root else above
    tree.tag[word], tree.dep[word], tree.head[word] = "NNS", "nsubj", verb
    tree.dep[word - 1], tree.head[word - 1] = "compound", word
    tree.tag[object_], tree.dep[object_], tree.head[object_] = "NNS", "dobj", verb
    for index in range(verb + 1, object_):
        tree.dep[index], tree.head[index] = "compound", object_


@needs({"VBP", "VB"}, both(NOUN_TAGS, _SUBJECTS), _ARTICLES, {"dobj"})
def repair_singular_before_verb(tree: Tree, first: int, last: int) -> None:
    """ "If you delete the old ABC trust setting": one thing does not agree with "trust".

    The "verb" belongs to the name of its object, which is what the verb before it acts on.
    """
    for word in range(first + 2, last - 1):
        subject, object_ = word - 1, word + 1
        if tree.tag[word] not in ("VBP", "VB") or tree.head[subject] != word:
            continue
        if tree.dep[subject] not in _SUBJECTS or not _is_one(tree, first, subject):
            continue
        if tree.head[object_] != word or tree.dep[object_] != "dobj":
            continue
        acting = _acting_verb(tree, first, last, word)
        if acting is None or not tree.words[word].islower():
            continue
        _into_name(tree, (first, last), word, acting)


def _is_one(tree: Tree, first: int, noun: int) -> bool:
    """Return whether an article leads a noun that is no plural: "the old ABC"."""
    if tree.lower[noun].endswith("s") or tree.tag[noun] not in NOUN_TAGS:
        return False
    return any(tree.head[i] == noun and tree.lower[i] in _ARTICLES for i in range(first, noun))


def _acting_verb(tree: Tree, first: int, last: int, word: int) -> int | None:
    """Return the verb before a name that has no object yet, above or below its "verb"."""
    verbs = [tree.head[word], *(i for i in range(first, word) if tree.head[i] == word)]
    start = min((i for i in range(first, word) if tree.head[i] == word - 1), default=word - 1)
    for verb in verbs:
        if tree.tag[verb] not in FINITE_TAGS | {"VB", "VBG"} or verb != start - 1:
            continue
        if not any(tree.head[i] == verb and tree.dep[i] == "dobj" for i in range(first, last)):
            return verb
    return None


def _into_name(tree: Tree, scope: tuple[int, int], word: int, acting: int) -> None:
    """Make a "verb" a part of its object's name, and that the object of the verb before."""
    subject, object_ = word - 1, word + 1
    if tree.head[acting] == word:
        tree.dep[acting], tree.head[acting] = tree.dep[word], tree.head[word]
        if tree.head[word] == word:
            tree.head[acting] = acting
    for index in range(*scope):
        if tree.head[index] == subject and index < subject:
            tree.head[index] = object_
        elif tree.head[index] == word and index not in (subject, object_, acting):
            tree.head[index] = acting
    tree.tag[word], tree.dep[word], tree.head[word] = "NN", "compound", object_
    tree.dep[subject], tree.head[subject] = "compound", object_
    tree.dep[object_], tree.head[object_] = "dobj", acting


@needs(both(FINITE_TAGS | {"VB"}, {"conj"}), {","})
def repair_clause_before_main(tree: Tree, first: int, last: int) -> None:
    """ "When the job has ended, delete the file": no word joins an order to its condition.

    A clause with a mark in front and a verb that only a comma parts from it: the verb is the
    main one, with a pronoun behind the comma as its subject.
    """
    for main in range(first + 3, last):
        clause = tree.head[main]
        if tree.dep[main] != "conj" or tree.tag[main] not in FINITE_TAGS | {"VB"}:
            continue
        if not first < clause < main or not _is_marked(tree, first, clause):
            continue
        if any(tree.dep[i] == "cc" and tree.head[i] == clause for i in range(clause, main)):
            continue
        comma = next((i for i in range(clause, main) if tree.words[i] == ","), None)
        person = None if comma is None else _person(tree, comma + 1, main)
        if comma is None or (person is None and not _is_order(tree, first, last, comma, main)):
            continue
        tree.dep[main], tree.head[main] = tree.dep[clause], tree.head[clause]
        if tree.head[main] == clause:
            tree.head[main] = main
        tree.dep[clause], tree.head[clause] = "advcl", main
        for index in range(comma, last):
            if tree.head[index] == clause and index != main:
                tree.head[index] = main
        if person is not None:
            tree.dep[person], tree.head[person] = "nsubj", main
        return


def _is_marked(tree: Tree, first: int, clause: int) -> bool:
    """Return whether a word that starts a condition or a time stands in front of a clause.

    In front of it stands at most a bracket: "(Optional) When the job has ended, ...".
    """
    starts = words("condition_marks", "time_marks")
    for index in range(first, clause):
        if tree.head[index] == clause and tree.lower[index] in starts:
            return index == first or tree.words[index - 1] == ")"
    return False


def _person(tree: Tree, index: int, main: int) -> int | None:
    """Return the pronoun that starts a main clause, or None."""
    found = index < main and tree.lower[index] in _PERSONS and tree.tag[index] == "PRP"
    return index if found else None


def _is_order(tree: Tree, first: int, last: int, comma: int, main: int) -> bool:
    """Return whether a bare verb behind a comma orders something: it has no subject."""
    own = any(tree.head[i] == main and tree.dep[i] in _SUBJECTS for i in range(first, last))
    return not own and tree.tag[main] in ("VB", "VBP") and main - comma <= 2


@needs(both({"VB", "VBP", "VBD"}, {"conj"}))
def repair_joined_infinitive(tree: Tree, first: int, last: int) -> None:
    """ "is your right to hold and sell a share": a bare verb is joined to a bare verb.

    An infinitive is joined to one: "lets the clerk open the hall, and also to clean it".
    So is one behind a relative clause with "be" where an order or a modal leads the sentence:
    "You can check the jobs that are late and restart the server".
    """
    for word in range(first + 3, last):
        above = tree.head[word]
        if tree.dep[word] != "conj" or not first <= above < word:
            continue
        if _is_unmarked(tree, word) and tree.tag[above] == "VB" and tree.lower[above - 1] != "did":
            tree.tag[word] = "VB"  # "to put up the tent, put out the fire"
        disagrees = tree.tag[word] == "VBP" and tree.tag[above] == "VBZ"
        disagrees = disagrees or (_is_unmarked(tree, word) and tree.tag[above] == "VBZ")
        if tree.tag[word] != "VB" and not disagrees:
            continue
        if tree.tag[above] not in FINITE_TAGS - {"MD"} or _is_led(tree, first, last, word):
            continue
        holder = _infinitive_between(tree, above, word)
        other = disagrees or tree.tag[above] == "VBZ" or tree.lemma[above] in _STATES
        if holder is None and other and tree.dep[above] == "relcl":
            holder = _bare_above(tree, first, above)
        if holder is None:
            continue
        tree.tag[word], tree.head[word] = "VB", holder
        for index in range(above + 1, word):
            if tree.dep[index] == "cc" and tree.head[index] == above:
                tree.head[index] = holder


def _is_unmarked(tree: Tree, word: int) -> bool:
    """Return whether a past form may be a bare verb: "read", "set"."""
    return tree.tag[word] == "VBD" and tree.lower[word] in words("unmarked_verbs")


def _is_led(tree: Tree, first: int, last: int, word: int) -> bool:
    leads = _SUBJECTS | {"aux"}
    return any(
        tree.head[i] == word and tree.dep[i] in leads and tree.tag[i] != "TO"
        for i in range(first, last)
    )


def _infinitive_between(tree: Tree, above: int, word: int) -> int | None:
    """Return the infinitive that stands between a verb and what was joined to it."""
    found = None
    for index in range(above + 1, word - 1):
        if tree.lower[index] == "to" and tree.dep[index] == "aux" and tree.head[index] > index:
            found = tree.head[index] if tree.head[tree.head[index]] < word else found
    return found if found is not None and found < word and tree.tag[found] == "VB" else None


def _bare_above(tree: Tree, first: int, relative: int) -> int | None:
    """Return the bare verb whose object a relative clause describes, if a modal or order leads."""
    noun = tree.head[relative]
    verb = tree.head[noun]
    if tree.dep[noun] != "dobj" or tree.tag[verb] != "VB" or not first <= verb < noun:
        return None
    return verb


@needs({"to"}, both(NOUN_TAGS, {"dobj"}))
def repair_noun_of_preposition(tree: Tree, first: int, last: int) -> None:
    """ "display all changes to catalogs": what no verb takes belongs to the noun before it."""
    for prep in range(first + 2, last - 1):
        verb, noun = tree.head[prep], prep - 1
        if tree.dep[prep] != "prep" or tree.lower[prep] != "to" or tree.tag[noun] not in NOUN_TAGS:
            continue
        if tree.dep[noun] != "dobj" or tree.head[noun] != verb:
            continue
        lemma = tree.lemma[verb].lower()
        taken = words("verbs_with_to", "leading_verbs", "light_verbs")
        if lemma not in taken and tree.lemma[noun].lower() in words("nouns_with_to"):
            tree.head[prep] = noun


@needs(both(NOUN_TAGS, {"conj"}))
def repair_joined_owner(tree: Tree, first: int, last: int) -> None:
    """ "a sign of our trust and our care": what has the same owner is joined, not the "sign"."""
    for joined in range(first + 4, last):
        noun = tree.head[joined]
        if tree.dep[joined] != "conj" or tree.tag[joined] not in NOUN_TAGS or noun >= joined:
            continue
        owner = _owner(tree, noun + 1, joined, joined)
        inner = next(
            (
                i
                for i in range(noun + 2, joined)
                if tree.dep[i] == "pobj" and tree.lower[tree.head[i]] == "of"
            ),
            None,
        )
        if owner is None or inner is None or tree.head[tree.head[inner]] != noun:
            continue
        begins = tree.lower[tree.head[inner] + 1] == owner
        if begins and _owner(tree, first, noun, noun) is None:
            tree.head[joined] = inner
            for joint in range(inner, joined):
                if tree.dep[joint] == "cc" and tree.head[joint] == noun:
                    tree.head[joint] = inner


def _owner(tree: Tree, first: int, last: int, noun: int) -> str | None:
    """Return the pronoun that says whose a noun is: "our"."""
    own = (i for i in range(first, last) if tree.head[i] == noun and tree.tag[i] == "PRP$")
    return next((tree.lower[i] for i in own), None)
