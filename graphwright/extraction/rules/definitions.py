"""The rule of a term and its definition: "Subaccount: unit of an account"."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import first_phrase
from graphwright.extraction.reading.predicates import written
from graphwright.extraction.reading.quantities import over_rate
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.terms import definition_root, term_sign
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Feature, Rule, Trait, reads
from graphwright.extraction.rules.proposal import proposes

_EMPTY = frozenset({"a", "an", "the", "of", "for", "your", "this", "."})


DEFINITION = Rule(
    "definition",
    Family.PUNCTUATION,
    reads("- Subaccount: a unit of an account", ("Subaccount", "be", "unit of an account")),
    traits=frozenset({Trait.OF_SECTION}),
)
DEFINED_CODE = Feature("defined_code", "The term before the colon is an identifier.")
DEFINED_ARTICLE = Feature("defined_article", "An article starts the definition.")
DEFINED_WHOLE = Feature("defined_whole", "Nothing follows the definition.")
DEFINED_PHRASE = Feature("defined_phrase", "The object is all that the sentence says of the term.")


@proposes(DEFINITION)
def definitions(reading: ScopeReading) -> Iterator[Candidate]:
    """ "Subaccount: unit of an account" -> (Subaccount, be, unit of an account)."""
    tree, phrases = reading.tree, reading.phrases
    sign = term_sign(reading)
    if sign is None:
        return
    term = phrases.trim(sign - 1, reading.first, sign)
    body = definition_root(reading, sign)
    if body is None:
        return
    argument = phrases.of(body)
    if argument.first <= sign or _starts_order(tree, sign + 1, body) or _repeats(tree, term, body):
        return
    if tree.dep[body] == "pobj" and sign < tree.head[body] < body:
        return  # "Fee: $20 for each letter" is no letter
    argument = over_rate(tree, argument)
    phrase = first_phrase(reading, sign + 1)
    if (
        _is_clause(tree, term)
        or _is_remark(tree, term)
        or _says_again(tree, term, phrase or argument)
        or _is_path(tree, term, sign + 1, argument)
        or _is_named_part(tree, argument)
    ):
        return
    predicate = written(tree, "be", (sign, sign), sign)
    features = tuple(_features_of_definition(reading, term, sign, argument))
    if phrase is not None and _tells_what_it_is(reading, term, sign, phrase):
        argument, features = phrase, (*features, DEFINED_PHRASE)
    yield Candidate(DEFINITION, term, predicate, argument, features=features)


def _starts_order(tree: Tree, first: int, body: int) -> bool:
    """Return whether a first "noun" governs what follows: "Delete an entry", "Get to know X".

    So does a word for nothing: "No port is open" is no port.
    """
    if tree.lower[first] in ("no", "not", "none"):
        return True
    ordered = tree.lower[first] in words("first_orders", "opening_verbs")
    follows = tree.tag[first + 1 : first + 2]
    return body == first and (
        follows in (["DT"], ["PRP$"], ["TO"]) or (ordered and follows in (["NNP"], ["NNPS"]))
    )


def _is_path(tree: Tree, term: Argument, first: int, body: Argument) -> bool:
    """Return whether a name is only followed by where to find something: "Dock OS: Gate > Open".

    What a common noun names is there: "Folder: /gate/log".
    """
    named = any(tree.tag[i] in NAME_TAGS for i in range(term.first, term.last))
    named = named or term.head in tree.names
    written = tree.slice(first, body.last)
    steps = " > " in tree.slice(first, tree.right[body.head])
    return named and (steps or written[:1] in "/~" or ":\\" in written or "://" in written)


def _is_named_part(tree: Tree, body: Argument) -> bool:
    """Return whether a name ends what follows, and its kind stands before it.

    "Pilot boats - hull type com.hull.steel" says which hull type they have, and not what they are.
    """
    name, kind = body.last - 1, body.last - 2
    coded = any(sign in tree.words[name][1:-1] for sign in "._")
    return kind > body.first and coded and tree.lower[kind] in words("designators")


def _repeats(tree: Tree, term: Argument, body: int) -> bool:
    """Return whether the words of a term are the noun of its definition: "Size - the size of X"."""
    named = tree.lower[term.first : term.last]
    return term.tokens > 1 and tree.lower[body + 1 - term.tokens : body + 1] == named


def _is_clause(tree: Tree, term: Argument) -> bool:
    """Return whether a "term" is a clause that leads to a list: "Holds these values: A; B"."""
    return tree.tag[term.first] == "VBZ" and term.tokens > 1


def _is_remark(tree: Tree, term: Argument) -> bool:
    """Return whether a word only leads to what follows: "Note: the orders of today"."""
    lemma = tree.lemma[term.head].lower()
    return term.tokens == 1 and lemma in words("section_words", "vague_nouns")


def _says_again(tree: Tree, term: Argument, body: Argument) -> bool:
    """Return whether a definition has only the words of its term: "Order Name: The order name"."""
    inside = set(tree.lower[term.first : term.last])
    return inside.issuperset(w for w in tree.lower[body.first : body.last] if w not in _EMPTY)


def _features_of_definition(
    reading: ScopeReading, term: Argument, sign: int, body: Argument
) -> Iterator[Feature]:
    tree = reading.tree
    if any(map(is_code, tree.words[term.first : term.last])):
        yield DEFINED_CODE
    if tree.lower[sign + 1] in ("a", "an", "the"):
        yield DEFINED_ARTICLE
    after = body.last
    if after >= reading.last or tree.words[after] in (".", ";", "("):
        yield DEFINED_WHOLE


def _tells_what_it_is(reading: ScopeReading, term: Argument, sign: int, phrase: Argument) -> bool:
    """Return whether all that follows a term defines it: "PLAN: The name of the plan to use"."""
    tree = reading.tree
    if tree.tag[phrase.head] not in NOUN_TAGS or tree.tag[term.head] == "CD":
        return False
    described = tree.has(phrase.head, "acl", "relcl", "prep")
    if tree.lower[sign + 1] in ("a", "an", "the"):
        return phrase.tokens > 1
    coded = any(map(is_code, tree.words[term.first : term.last]))
    return tree.words[sign] == ":" and coded and described
