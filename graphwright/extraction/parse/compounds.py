"""Repairs of names that a small parser takes for two things: "the access token".

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, VERB_TAGS, Tree

_PAST = frozenset({"VBN", "VBD"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "compound"})
_HEADED = frozenset({"dobj", "pobj", "nsubj", "nsubjpass", "attr", "conj", "appos", "ROOT"})
_SUBJECT_PLACES = frozenset({"nsubj", "nsubjpass"})
_DOUBLED = _SUBJECT_PLACES | {"dobj", "pobj"}
"""Places in a clause of which a verb or preposition has one each."""

_BELOW_VERB = frozenset({"advcl", "xcomp", "ccomp", "acl", "dep"})
_LEAST_JOINED = 4
"""Words of a name with "and", with that."""

_MAX_STEPS = 8
"""So many steps a phrase goes up at most."""

_SEVERAL = frozenset({"these", "those", "several", "few", "many", "both"})
_DETERMINING = frozenset({"DT", "PRP$", "POS", "CC", "JJ"})


@needs(_PAST)
def repair_noun_read_as_participle(tree: Tree, first: int, last: int) -> None:
    """ "Get the access token": a past form that is its own lemma is no verb, with few exceptions.

    Behind a noun it ends the name that this noun starts.
    """
    for word in range(first + 1, last):
        if tree.tag[word] not in _PAST or tree.lemma[word] != tree.words[word]:
            continue
        noun, plain = word - 1, tree.words[word].islower() and tree.words[word].isalpha()
        if not plain or tree.tag[noun] not in NOUN_TAGS:
            continue
        if tree.lower[word] not in words("unmarked_verbs", "unmarked_participles"):
            _end_name(tree, (first, last), noun, word)


@needs({"access"}, {"read", "write"})
def repair_right_read_as_act(tree: Tree, first: int, last: int) -> None:
    """ "logs for changes or read access": without "to" or a helper, that is a right."""
    for word in range(first + 1, last - 1):
        access, joint, noun = word + 1, word - 1, word - 2
        if tree.lower[word] not in ("read", "write") or tree.lower[access] != "access":
            continue
        behind = tree.head[access]  # "read access", "read access logging"
        if tree.dep[access] == "compound" and access < behind and tree.head[behind] == word:
            tree.dep[access], tree.head[access] = "compound", behind
            access = behind
        if tree.tag[word] not in VERB_TAGS or tree.head[access] != word:
            continue
        joined = tree.dep[word] == "conj" and tree.tag[joint] == "CC"
        if joined and noun > first and tree.tag[noun] in NOUN_TAGS:
            tree.dep[access], tree.head[access] = "conj", noun
            tree.tag[word], tree.dep[word], tree.head[word] = "NN", "compound", access


@needs({"access"}, {"read"}, {"write"})
def repair_rights_that_are_had(tree: Tree, first: int, last: int) -> None:
    """ "The clerk has read and write access": two rights that he has, and no act of his."""
    for have in range(first, last - 4):
        act, joint, other, access = range(have + 1, have + 5)
        if tree.lower[have] not in ("has", "have", "had") or tree.lower[access] != "access":
            continue
        rights = {tree.lower[act], tree.lower[other]}
        if rights != {"read", "write"} or tree.head[have] != act or tree.tag[joint] != "CC":
            continue
        above = tree.head[act]
        if act < above <= access:
            continue
        tree.dep[have], tree.head[have] = tree.dep[act], have if above == act else above
        for index in range(first, last):
            if index != have and tree.head[index] in (act, other):
                tree.head[index] = have
        tree.dep[access], tree.head[access] = "dobj", have
        for word, dep in ((act, "compound"), (joint, "cc"), (other, "compound")):
            tree.dep[word], tree.head[word] = dep, access
        tree.tag[act] = tree.tag[other] = "NN"


@needs({"as"}, {"service", "code"})
def repair_name_with_as(tree: Tree, first: int, last: int) -> None:
    """ "Harbour Kit as a Service runs", "Infrastructure as Code": that is one name."""
    for as_ in range(first + 1, last - 1):
        noun, end = as_ - 1, as_ + 1 + (tree.words[as_ + 1] == "a")
        if tree.words[as_] != "as" or end >= last or tree.words[end] not in ("Service", "Code"):
            continue
        if tree.tag[noun] not in NOUN_TAGS or not tree.words[noun][0].isupper():
            continue
        if noun in tree.names or end in tree.names or is_above(tree, end, noun):
            continue
        take_name(tree, first, last, noun, end)
        for word in range(as_, end):
            tree.tag[word], tree.dep[word], tree.head[word] = "NN", "compound", end


@needs(_SEVERAL, both({"NNS"}, {"dobj"}))
def repair_name_behind_several(tree: Tree, first: int, last: int) -> None:
    """ "the depth of these harbour view points": behind "these" a name in the plural follows.

    What was read as a verb stands between the noun that "these" was given to and a plural.
    """
    for verb in range(first + 2, last - 1):
        noun, object_ = verb - 1, verb + 1
        if tree.tag[verb] not in ("VB", "VBP") or tree.head[object_] != verb:
            continue
        if tree.tag[noun] not in ("NN", "NNP") or tree.tag[object_] != "NNS":
            continue
        if any(tree.head[i] == verb and i != object_ for i in range(first, verb)):
            continue
        several = (i for i in range(first, noun) if tree.head[i] == noun)
        if tree.dep[object_] == "dobj" and any(tree.lower[i] in _SEVERAL for i in several):
            tree.tag[verb], tree.dep[verb] = "NN", "compound"
            lemma = tree.lemma[object_]
            take_name(tree, first, last, noun, object_)
            tree.tag[object_], tree.lemma[object_], tree.head[verb] = "NNS", lemma, object_


def _end_name(tree: Tree, scope: tuple[int, int], noun: int, word: int) -> None:
    """Make a word the head of the name that the noun before it starts, or a part of the next."""
    head = tree.head[word]
    if head == word + 1 and tree.tag[head] in NOUN_TAGS:
        tree.tag[word], tree.dep[word] = "NN", "compound"
        if tree.head[noun] == word:
            tree.dep[noun] = "compound"
        return
    object_ = _object_behind(tree, scope, word)
    if object_ is None and word + 1 < scope[1] and tree.tag[word + 1] in NOUN_TAGS:
        return
    if tree.head[noun] == word and tree.dep[noun] in _SUBJECTS:
        _as_object(tree, scope, noun, word)
    elif tree.dep[noun] in _HEADED and not is_above(tree, word, noun):
        take_name(tree, *scope, noun, word)
    else:
        return
    if object_ is not None:
        take_name(tree, *scope, word, object_)


def _object_behind(tree: Tree, scope: tuple[int, int], word: int) -> int | None:
    """Return the object of a "verb" if only nouns stand between: "system inbound user names"."""
    for index in range(word + 1, scope[1]):
        if tree.tag[index] not in NOUN_TAGS:
            return None
        if tree.head[index] == word and tree.dep[index] == "dobj":
            return index
    return None


def _as_object(tree: Tree, scope: tuple[int, int], noun: int, word: int) -> None:
    """Make a "verb" with a noun before it the object or the subject of the verb above it."""
    above = tree.head[word]
    tree.tag[word], tree.dep[noun] = "NN", "compound"
    for index in range(scope[0], noun):
        if tree.head[index] == noun:
            tree.head[index] = word
    if above != word and tree.tag[above] in VERB_TAGS:
        tree.dep[word] = "dobj" if above < word else "nsubj"


def is_above(tree: Tree, word: int, noun: int) -> bool:
    """Return whether a word stands anywhere above a noun."""
    for _ in range(len(tree.words)):
        above = tree.head[noun]
        if above in (word, noun):
            return above == word
        noun = above
    return False


@needs({"set"})
def repair_set(tree: Tree, first: int, last: int) -> None:
    """ "a business configuration set": behind one noun, and with nothing below, "set" is a noun."""
    for index in range(first + 2, last):
        noun = index - 1
        if tree.lower[index] != "set" or tree.dep[index] not in ("acl", "relcl"):
            continue
        if tree.head[index] != noun or tree.tag[noun] != "NN" or tree.dep[noun] == "compound":
            continue
        single = any(
            tree.head[i] == noun and tree.lower[i] in ("a", "an") for i in range(first, noun)
        )
        if single and not any(tree.head[i] == index for i in range(first, last)):
            take_name(tree, first, last, noun, index)


def take_name(tree: Tree, first: int, last: int, noun: int, head: int) -> None:
    """Make ``head`` the head of the name that ``noun`` was taken to head."""
    tree.tag[head], tree.lemma[head] = "NN", tree.lower[head]
    if not is_above(tree, head, noun):  # else no word may be put below itself
        root = tree.head[noun] == noun
        tree.dep[head], tree.head[head] = tree.dep[noun], head if root else tree.head[noun]
    for index in range(first, last):
        if tree.head[index] == noun and index not in (noun, head):
            tree.head[index] = head
    tree.dep[noun], tree.head[noun] = "compound", head


def take_name_as_noun(tree: Tree, first: int, last: int, noun: int, head: int) -> None:
    """Make ``head``, which is read as a noun already and stays the same, the head of the name."""
    tag, lemma = tree.tag[head], tree.lemma[head]
    take_name(tree, first, last, noun, head)
    tree.tag[head], tree.lemma[head] = tag, lemma


@needs(both({"NN"}, {"dobj"}))
def repair_object_of_passive(tree: Tree, first: int, last: int) -> None:
    """ "The room is offered in the value help": what is passive has no object behind a noun.

    Nor has a verb a second one: "It sends mail through its default DOCK gate". Both nouns are one
    name, which the second heads.
    """
    for word in range(first + 2, last):
        if tree.dep[word] != "dobj" or tree.tag[word] != "NN":
            continue
        start, verb = _start_of_name(tree, first, word), tree.head[word]
        noun = start - 1
        if tree.dep[noun] != "pobj":
            continue
        below = [i for i in range(first, last) if tree.head[i] == verb]
        passive = {"nsubjpass", "auxpass"} <= {tree.dep[i] for i in below}
        second = any(tree.dep[i] == "dobj" for i in below if i < tree.head[noun])
        prep = tree.head[noun]
        of_first = tree.dep[tree.head[prep]] == "dobj" and tree.head[prep] in below
        hangs = (prep in below or of_first) and tree.tag[noun] in NOUN_TAGS
        if (second or (passive and start == word)) and hangs and noun not in tree.names:
            take_name(tree, first, last, noun, word)


def _start_of_name(tree: Tree, first: int, head: int) -> int:
    """Return the first of the words right before a noun that belong to it, but for determiners."""
    start = head
    while start - 1 > first and tree.head[start - 1] == head and tree.tag[start - 1] != "DT":
        start -= 1
    return start


@needs({"and"}, {"VBZ", "was"})
def repair_name_over_and(tree: Tree, first: int, last: int) -> None:
    """ "Harbour Planning and Delivery uses X": capitals before a verb in the singular are a name.

    Two things would have a verb in the plural.
    """
    for joint in range(first + 1, last - 2):
        if tree.lower[joint] != "and":
            continue
        run = _capitals_around(tree, first, last, joint)
        verb = run.stop
        verb += verb < last and tree.tag[verb] == "RB"
        if len(run) < _LEAST_JOINED or joint in (run[0], run[-1]):
            continue
        single = verb < last and (tree.tag[verb] == "VBZ" or tree.lower[verb] == "was")
        if single and _is_subject(tree, first, run, verb):
            _join_over_and(tree, first, last, run, verb)


def _capitals_around(tree: Tree, first: int, last: int, joint: int) -> range:
    """Return the capitals right before and behind an "and", with it."""
    start, end = joint, joint + 1
    while start > first and tree.tag[start - 1] in NAME_TAGS:
        start -= 1
    while end < last and tree.tag[end] in NAME_TAGS:
        end += 1
    return range(start, end)


def _is_subject(tree: Tree, first: int, run: range, verb: int) -> bool:
    """Return whether capitals start a sentence, or stand behind "the" as the subject of a verb."""
    if any(word in tree.names for word in run):
        return False
    told = any(tree.head[word] == verb and tree.dep[word] in _SUBJECT_PLACES for word in run)
    return run[0] == first or (told and tree.lower[run[0] - 1] == "the")


def _join_over_and(tree: Tree, first: int, last: int, run: range, verb: int) -> None:
    """Make the last of the capitals the noun that the others belong to, and a verb's subject."""
    subject = run[-1]
    for index in range(first, last):
        if index in run[:-1]:
            tree.dep[index], tree.head[index] = "compound", subject
        elif tree.head[index] in run[:-1]:
            tree.head[index] = subject
    tree.dep[subject], tree.head[subject] = "nsubj", verb


@needs(both({"VB"}, _BELOW_VERB), both(NAME_TAGS, {"pobj"}), {"the"})
def repair_end_of_name_read_as_verb(tree: Tree, first: int, last: int) -> None:
    """ "joins it with the Harbour Guild berthname by a dash": a bare verb stands behind no "with".

    Behind a preposition and "the" a name ends in a noun.
    """
    for word in range(first + 3, last):
        noun = word - 1
        if tree.tag[word] != "VB" or tree.dep[word] not in _BELOW_VERB or noun in tree.names:
            continue
        if tree.tag[noun] not in NAME_TAGS or tree.dep[noun] != "pobj" or word in tree.names:
            continue
        below = [i for i in range(first, last) if tree.head[i] == word]
        led = any(tree.head[i] == noun and tree.lower[i] == "the" for i in range(first, noun))
        if led and all(i > word and tree.dep[i] in ("prep", "punct") for i in below):
            take_name(tree, first, last, noun, word)


@needs({"for"}, {"(", ","})
def repair_illustration(tree: Tree, first: int, last: int) -> None:
    """ "(for example harbour pilots)": "example" is what "for" leads to, and the pilots are one."""
    for example in range(first + 1, last - 1):
        prep, noun = example - 1, tree.head[example]
        while tree.dep[noun] == "compound" and example < noun < tree.head[noun] < last:
            noun = tree.head[noun]
        if tree.lower[prep] != "for" or tree.lower[example] not in words("illustrating_nouns"):
            continue
        aside = prep > first and tree.words[prep - 1] in ("(", ",")  # "help for instance keys"
        if aside and noun > example and tree.head[noun] == prep and tree.dep[noun] == "pobj":
            tree.dep[example], tree.head[example] = "pobj", prep
            tree.dep[noun], tree.head[noun] = "dep", tree.head[prep]


@needs({","}, {"NNP"})
def repair_name_over_comma(tree: Tree, first: int, last: int) -> None:
    """ "Northwind Cloud, Harbour runtime stores logs": one name with a comma, not two subjects.

    Two things would be joined by "and", or the second would have an article or a comma behind it.
    """
    for comma in range(first + 1, last - 2):
        if tree.words[comma] != "," or not _ends_bare_name(tree, first, comma - 1):
            continue
        noun = _end_of_kind(tree, comma + 1, last)
        if noun is not None and _are_one(tree, comma - 1, noun, last):
            _join_over_comma(tree, first, comma, noun)


def _ends_bare_name(tree: Tree, first: int, word: int) -> bool:
    """Return whether a name without an article ends here; a list would go on with "and"."""
    if tree.tag[word] != "NNP" or word in tree.names:
        return False
    start = word
    while start > first and tree.tag[start - 1] == "NNP":
        start -= 1
    return start == first or not (
        tree.tag[start - 1] in _DETERMINING or tree.words[start - 1] == ","
    )


def _end_of_kind(tree: Tree, word: int, last: int) -> int | None:
    """Return the common noun that ends a name without an article: "Harbour runtime"."""
    end = word
    while end < last and tree.tag[end] == "NNP":
        end += 1
    named = end > word and end < last and tree.tag[end] == "NN"
    return end if named and not any(i in tree.names for i in range(word, end + 1)) else None


def _are_one(tree: Tree, name: int, noun: int, last: int) -> bool:
    """Return whether a parser made two ends of one place in a clause, or an apposition."""
    behind = tree.words[noun + 1] if noun + 1 < last else ""
    if tree.head[noun] == name and tree.dep[noun] == "appos":
        return behind != "," and tree.tag[noun + 1 : noun + 2] != ["CC"]
    same_place = tree.dep[noun] == tree.dep[name] or {tree.dep[noun]} <= _SUBJECT_PLACES
    if not same_place or tree.dep[noun] not in _DOUBLED:
        return False
    return tree.head[noun] in (tree.head[name], _verb_above(tree, name))


def _verb_above(tree: Tree, word: int) -> int:
    """Return the verb of the phrase that a noun behind "of" ends: "the start of A, B runtime"."""
    for _ in range(_MAX_STEPS):
        if tree.dep[word] not in ("pobj", "prep"):
            break
        word = tree.head[word]
    return tree.head[word]


def _join_over_comma(tree: Tree, first: int, comma: int, noun: int) -> None:
    """Give the noun behind the comma the place of the name before it, and the name to the noun."""
    name = comma - 1
    for index in range(first, name):
        if tree.head[index] == name and tree.dep[index] not in ("compound", "nmod", "amod"):
            tree.head[index] = noun
    above = noun if tree.head[name] == name else tree.head[name]
    tree.dep[noun], tree.head[noun] = tree.dep[name], above
    tree.dep[name], tree.head[name] = "nmod", noun
    tree.dep[comma], tree.head[comma] = "punct", name
