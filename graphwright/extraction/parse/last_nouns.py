"""Repairs of names whose last noun a small parser takes for something else.

"the registration token" with an adjective behind its noun, "a service binding" with a participle,
"download the change logs" with a verb. Each breaks a rule of English that the parse alone shows, so
that the word ends the name before it. A past form that is no verb is mended in ``compounds``; all
other repairs are in ``repair``, which applies these.
"""

from __future__ import annotations

from graphwright.entities.plurals import singular
from graphwright.extraction.parse.compounds import take_name, take_name_as_noun
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.needs import both, needs
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.language.plural_verbs import looks_like_both

_ARTICLES = frozenset({"a", "an", "the", "this", "that", "each", "every", "its", "their", "your"})
_IN_NAME = frozenset({"det", "compound", "amod", "nmod", "nummod", "poss"})
_DERIVED = (
    "able", "al", "ant", "ar", "ary", "ate", "ed", "ent", "ful", "ible", "ic", "ile", "ing", "ish",
    "ive", "less", "like", "ory", "ous", "some", "ward", "wide", "y",
)  # fmt: skip
"""Endings that make adjectives: what has one may stand behind its noun, as "the value possible"."""

_LONGEST_SHORT_FORM = 4
"""Words up to the end of a bracket that holds a short form: "(Harbour LZ)"."""

_AFTER_NAME = frozenset({"CC", "VBZ", "VBP", "VBD", "MD", "PRP", "IN", "."})
OF_VERBS = frozenset(
    {"dobj", "attr", "acomp", "ccomp", "xcomp", "oprd", "aux", "auxpass", "expl", "prt", "neg",
     "agent", "dative", "mark", "nsubj", "nsubjpass"}
)  # fmt: skip
_ASKING = frozenset({"WDT", "WP", "WP$", "WRB"})


@needs(both({"JJ"}, {"amod", "acl", "advmod"}))
def repair_noun_read_as_adjective(tree: Tree, first: int, last: int) -> None:
    """ "Copy the registration token and send it": a bare adjective does not follow its noun.

    Only few do ("the best extent possible"), and those behind a verb that leaves a thing so.
    """
    for word in range(first + 2, last):
        if tree.tag[word] != "JJ" or not _ends_articled_name(tree, first, word):
            continue
        known = tree.lower[word].endswith(_DERIVED) or tree.lower[word] in words("late_adjectives")
        behind = tree.head[word] <= word and tree.dep[word] in ("amod", "acl", "advmod")
        if known or not behind or _is_made_so(tree, word):
            continue
        if not any(tree.head[i] == word for i in range(first, last)):
            take_name(tree, first, last, word - 1, word)


@needs({"("}, both(NOUN_TAGS, {"appos"}))
def repair_name_over_bracket(tree: Tree, first: int, last: int) -> None:
    """ "The landing zone (LZ) plan lists X": a short form parts no name from its last noun.

    The noun behind the bracket was said to describe the one before it, with the bracket below it.
    """
    for head in range(first + 4, last):
        noun = tree.head[head]
        if tree.dep[head] != "appos" or not first <= noun < head - 3:
            continue
        if tree.tag[head] not in NOUN_TAGS or tree.words[noun + 1] != "(":
            continue
        inside = tree.words[noun + 2 : head]
        if ")" not in inside[:_LONGEST_SHORT_FORM]:
            continue
        close = noun + 2 + inside.index(")")
        short = all(word[0].isupper() for word in tree.words[noun + 2 : close])
        behind = range(close + 1, head)
        named = all(tree.tag[i] in NOUN_TAGS and tree.dep[i] == "compound" for i in behind)
        if short and named and close > noun + 2:
            take_name_as_noun(tree, first, last, noun, head)


def _ends_articled_name(tree: Tree, first: int, word: int) -> bool:
    """Return whether a plain word stands right behind a common noun that an article leads.

    An abbreviation is like one: "an SSO token".
    """
    noun = word - 1
    plain = tree.words[word].islower() and tree.words[word].isalpha()
    common = tree.tag[noun] == "NN" or (tree.tag[noun] == "NNP" and tree.words[noun].isupper())
    if not plain or not common or not tree.words[noun].isalpha():
        return False
    start = noun
    while start > first and tree.dep[start - 1] in _IN_NAME and tree.head[start - 1] == noun:
        start -= 1
    return tree.lower[start] in _ARTICLES and start < noun


def _is_made_so(tree: Tree, word: int) -> bool:
    """Return whether a verb above makes or leaves a thing so: "keep the session open"."""
    above = {tree.head[word], tree.head[word - 1]}
    return any(
        tree.tag[verb] in VERB_TAGS and tree.lemma[verb].lower() in words("naming_verbs")
        for verb in above
    )


@needs({"VBG"})
def repair_noun_read_as_gerund(tree: Tree, first: int, last: int) -> None:
    """ "Open the service binding and choose X": a participle that describes its noun governs.

    One without anything below it, behind an article's noun and before a verb or a sign, is a noun;
    so is one that was said to modify the noun before it as an adjective does.
    """
    for word in range(first + 1, last - 1):
        if tree.tag[word] != "VBG" or not tree.words[word].islower():
            continue
        below = {tree.dep[i] for i in range(first, last) if tree.head[i] == word and i != word}
        if below == {"ccomp"} and _is_described(tree, word, last):
            take_name(tree, first, last, word - 1, word)
            continue
        if tree.tag[word - 1] not in ("NN", "NNP") or tree.lower[word + 1] == "to":
            continue
        if below & OF_VERBS or _is_made_so(tree, word):
            continue
        if _modifies_backwards(tree, word) or (not below and _ends_there(tree, first, word)):
            take_name(tree, first, last, word - 1, word)


def _is_described(tree: Tree, word: int, last: int) -> bool:
    """Return whether "that" describes a gerund, and is not what it says: "coding that you run".

    The clause is then its relative clause.
    """
    saying = words("attribution_verbs", "metadiscourse_verbs", "nonfactive_verbs")
    saying |= words("supposing_verbs")  # "providing that the firm signs"
    if tree.tag[word - 1] not in NOUN_TAGS or tree.head[word] != word - 1:
        return False
    if tree.lower[word + 1] != "that" or tree.lemma[word].lower() in saying:
        return False
    for clause in range(word + 1, last):
        if tree.head[clause] == word and tree.dep[clause] == "ccomp":
            tree.dep[clause] = "relcl"
    return True


def _modifies_backwards(tree: Tree, word: int) -> bool:
    return tree.dep[word] == "amod" and tree.head[word] == word - 1


def _ends_there(tree: Tree, first: int, word: int) -> bool:
    described = tree.dep[word] in ("acl", "advcl") and tree.head[word] < word
    sign = tree.tag[word + 1] in _AFTER_NAME | {","} and tree.words[word + 1] != "?"
    return described and sign and _ends_articled_name(tree, first, word)


@needs(both({"VBZ"}, {"ccomp"}))
def repair_noun_read_as_clause(tree: Tree, first: int, last: int) -> None:
    """ "Download the change logs for a user": what a verb like this governs is no clause.

    The "verb" has no object, and all between it and the verb above is the name before it.
    """
    for word in range(first + 2, last):
        above, noun = tree.head[word], word - 1
        if tree.tag[word] != "VBZ" or tree.dep[word] != "ccomp" or not first <= above < noun:
            continue
        if not looks_like_both(tree.words[word]) or tree.tag[noun] not in ("NN", "NNP"):
            continue
        lemma = tree.lemma[above].lower()
        adds = lemma == "add" and tree.words[noun].islower()  # "adds water boils" says nobody
        if (lemma in _clause_verbs() and not adds) or tree.tag[above] not in VERB_TAGS:
            continue
        below = [i for i in range(first, last) if tree.head[i] == word and i != word]
        governs = {tree.dep[i] for i in below if i != noun} & OF_VERBS
        if governs or tree.lemma[word].lower() in words("never_nouns"):
            continue
        if tree.head[noun] == word and _is_one_name(tree, above, noun):
            _as_object(tree, above, word)


@needs(both({"NN", "NNP"}, {"dobj"}), {"PRP"})
def repair_noun_read_as_object_of_relative(tree: Tree, first: int, last: int) -> None:
    """ "Suggest a harbour plan ID you can change": a noun before "you" ends the name before it."""
    for word in range(first + 1, last - 2):
        noun, verb = word - 1, tree.head[word]
        if tree.dep[word] != "dobj" or tree.tag[word] not in ("NN", "NNP") or verb < word:
            continue
        if tree.dep[verb] != "relcl" or tree.head[verb] != noun or tree.tag[noun] != "NN":
            continue
        if tree.tag[word + 1] == "PRP" and tree.head[word + 1] == verb:
            tag = tree.tag[word]
            take_name(tree, first, last, noun, word)
            tree.tag[word], tree.head[verb] = tag, word


def _clause_verbs() -> frozenset[str]:
    """Return the verbs behind which a clause may stand without "that": "ensure the job runs"."""
    thinking = words("nonfactive_verbs") - words("enabling_verbs") | words("idle_verbs")
    return words("attribution_verbs") | words("metadiscourse_verbs") | thinking


def _is_one_name(tree: Tree, above: int, noun: int) -> bool:
    """Return whether all words between a verb and a noun belong to that noun's name."""
    between = range(above + 1, noun)
    inside = (tree.dep[i] in _IN_NAME and above < tree.head[i] <= noun for i in between)
    return all(inside) and not any(tree.tag[i] in _ASKING for i in between)


def _as_object(tree: Tree, above: int, word: int) -> None:
    """Make a "verb" the object of the verb above it; the noun before starts its name."""
    noun = word - 1
    tree.tag[word], tree.lemma[word] = "NNS", singular(tree.lower[word])
    tree.dep[word], tree.head[word] = "dobj", above
    for index in range(above + 1, noun):
        if tree.head[index] == noun and tree.dep[index] in ("det", "amod", "poss", "nummod"):
            tree.head[index] = word
    tree.tag[noun] = tree.tag[noun] if tree.tag[noun] in NOUN_TAGS else "NN"
    tree.dep[noun], tree.head[noun] = "compound", word
