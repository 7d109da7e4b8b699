"""Rules over signs in running text: introduced acronyms and "Term: definition".

Each rule is a generator over one scope. Patterns that need the layout of the document (lists,
tables) are in ``layout``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree
from graphwright.extraction.reading.cells import first_phrase
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import LINEAR, Candidate, Predicate
from graphwright.extraction.rules.pointing import topics

ACRONYM_PREDICATE = "be abbreviated as"
"""Predicate of the rule ``acronym``: subject is the expansion, object the acronym."""

_MAX_TERM_TOKENS = 6
_MAX_EXPANSION = 10
_EMPTY = frozenset({"a", "an", "the", "of", "for", "your", "this", "."})
_CLAUSAL = frozenset({"WRB", "WDT", "WP", "MD"})
_JOINERS = frozenset({"of", "and", "for", "the", "to", "in", "on", "-", "/", "&"})


def acronyms(reading: Reading) -> Iterator[Candidate]:
    """ "Purchase Order (PO)" -> (Purchase Order, be abbreviated as, PO), if the initials match."""
    words = reading.tree.words
    for index in range(reading.first + 1, reading.last - 2):
        if words[index] == "(":
            yield from _acronym_inside(reading, index)
            yield from _acronym_before(reading, index)


def _acronym_inside(reading: Reading, bracket: int) -> Iterator[Candidate]:
    """ "Purchase Order (PO)", also in the plural "(POs)"."""
    words = reading.tree.words
    if words[bracket + 2] not in (")", ",", ";"):
        return
    letters = words[bracket + 1]
    if letters.endswith("s") and _is_acronym(letters[:-1]):
        letters = letters[:-1]
    start = _expansion_start(words, reading.first, bracket, letters)
    if start is not None:
        yield _acronym(reading, start, bracket, bracket + 1)


def _acronym_before(reading: Reading, bracket: int) -> Iterator[Candidate]:
    """ "PO (Purchase Order)": the expansion stands in the brackets."""
    words = reading.tree.words
    end = min(bracket + _MAX_EXPANSION, reading.last)
    close = next((i for i in range(bracket + 2, end) if words[i] == ")"), None)
    if close is None:
        return
    start = _expansion_start(words, bracket + 1, close, words[bracket - 1])
    if start == bracket + 1:
        yield _acronym(reading, start, close, bracket - 1)


def _is_acronym(word: str) -> bool:
    letters = [sign for sign in word if sign.isalnum()]
    return (
        2 <= len(letters) <= 10
        and len(letters) >= len(word) - 2
        and sum(sign.isupper() for sign in letters) * 2 > len(letters)
        and word[0].isalpha()
    )


def _expansion_start(words: list[str], floor: int, end: int, acronym: str) -> int | None:
    """Return where the words before ``end`` begin whose initials spell the acronym, or None."""
    if not _is_acronym(acronym):
        return None
    letters = [sign.lower() for sign in acronym if sign.isalnum()]
    for start in range(end - 1, max(floor, end - len(letters) - 5) - 1, -1):
        if words[start][0].lower() != letters[0] or words[start].lower() in _JOINERS:
            continue
        expansion = words[start:end]
        if expansion[-1].lower() in _JOINERS or acronym in expansion:
            continue  # "templates from SAP use the (SAP) icon" introduces nothing
        if _spells(expansion, letters):
            return start
    return None


def _spells(words: list[str], letters: list[str]) -> bool:
    """Return whether the words' initials, joining words optional, are the letters in order."""
    capitals = [sign.lower() for word in words for sign in word if sign.isupper()]
    content = [word for word in words if word.lower() not in _JOINERS]
    return letters in (_initials(words), _initials(content)) or (
        len(words) > 1 and letters == capitals
    )


def _initials(words: list[str]) -> list[str]:
    parts = (part for word in words for part in word.replace("-", " ").replace("/", " ").split())
    return [part[0].lower() for part in parts]


def _acronym(reading: Reading, start: int, end: int, acronym: int) -> Candidate:
    silent = reading.tree.start[reading.first]
    return Candidate(
        "acronym",
        Argument(end - 1, start, end),
        Predicate(ACRONYM_PREDICATE, silent, silent, acronym),
        Argument(acronym, acronym, acronym + 1),
        extractor=LINEAR,
    )


def identifiers(reading: Reading) -> Iterator[Candidate]:
    """ "the Orders scenario (ORDER_ADD)" -> (Orders scenario, have identifier, ORDER_ADD)."""
    tree, phrases = reading.tree, reading.phrases
    for bracket in range(reading.first + 1, reading.last - 2):
        code, named = bracket + 1, bracket - 1
        if tree.words[bracket] != "(" or tree.words[code + 1] != ")":
            continue
        if "_" not in tree.words[code] or not is_code(tree.words[code]):
            continue
        if tree.tag[named] not in NOUN_TAGS:
            continue
        name = phrases.of(named)
        if name.last != bracket or (name.first == name.last - 1 and tree.words[named].islower()):
            continue  # one common noun: "the table (T_ORDER)" gives its kind
        start = tree.start[reading.first]
        predicate = Predicate("have identifier", start, start, code)
        argument = Argument(code, code, code + 1)
        yield Candidate("identifier", name, predicate, argument, extractor=LINEAR)


def definitions(reading: Reading) -> Iterator[Candidate]:
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
    whole = first_phrase(reading, sign + 1)
    if _is_remark(tree, term) or _says_again(tree, term, whole or argument):
        return
    predicate = Predicate("be", tree.start[sign], tree.end[sign], sign)
    marks = tuple(_marks_of_definition(reading, term, sign, argument))
    if whole is not None and _tells_what_it_is(reading, term, sign, whole):
        argument, marks = whole, (*marks, "defined_phrase")
    yield Candidate("definition", term, predicate, argument, extractor=LINEAR, marks=marks)


def _starts_order(tree: Tree, first: int, body: int) -> bool:
    """Return whether a first "noun" governs what follows: "Delete an entry", "Get to know X"."""
    return body == first and tree.tag[first + 1 : first + 2] in (["DT"], ["PRP$"], ["TO"])


def _repeats(tree: Tree, term: Argument, body: int) -> bool:
    """Return whether the words of a term are the noun of its definition: "Size - the size of X"."""
    named = tree.lower[term.first : term.last]
    return term.tokens > 1 and tree.lower[body + 1 - term.tokens : body + 1] == named


def _is_remark(tree: Tree, term: Argument) -> bool:
    """Return whether a word only leads to what follows: "Note: the orders of today"."""
    lemma = tree.lemma[term.head].lower()
    return term.tokens == 1 and lemma in words("section_words") | words("vague_nouns")


def _says_again(tree: Tree, term: Argument, body: Argument) -> bool:
    """Return whether a definition has only the words of its term: "Order Name: The order name"."""
    inside = set(tree.lower[term.first : term.last])
    return inside.issuperset(w for w in tree.lower[body.first : body.last] if w not in _EMPTY)


def _marks_of_definition(
    reading: Reading, term: Argument, sign: int, body: Argument
) -> Iterator[str]:
    tree = reading.tree
    if any(map(is_code, tree.words[term.first : term.last])):
        yield "defined_code"
    if tree.lower[sign + 1] in ("a", "an", "the"):
        yield "defined_article"
    after = body.last
    if after >= reading.last or tree.words[after] in (".", ";", "("):
        yield "defined_whole"


def _tells_what_it_is(reading: Reading, term: Argument, sign: int, whole: Argument) -> bool:
    """Return whether all that follows a term defines it: "PLAN: The name of the plan to use"."""
    tree = reading.tree
    if tree.tag[whole.head] not in NOUN_TAGS or tree.tag[term.head] == "CD":
        return False
    described = any(tree.within(whole.head, "acl", "relcl", "prep"))
    if tree.lower[sign + 1] in ("a", "an", "the"):
        return whole.tokens > 1
    coded = any(map(is_code, tree.words[term.first : term.last]))
    return tree.words[sign] == ":" and coded and described


def term_sign(reading: Reading) -> int | None:
    """Return the colon or dash that ends a term at the start of the scope, or None."""
    end = min(reading.first + _MAX_TERM_TOKENS + 1, reading.last - 1)
    for index in range(reading.first + 1, end):
        if _is_sign(reading, index):
            return index if _is_term(reading, index) else None
    return None


def _is_sign(reading: Reading, index: int) -> bool:
    """Return whether a token is a colon or a dash with spaces around it."""
    tree = reading.tree
    if tree.words[index] != "-":
        return tree.words[index] in (":", "–", "—")
    return tree.end[index - 1] < tree.start[index] and tree.end[index] < tree.start[index + 1]


def _is_term(reading: Reading, sign: int) -> bool:
    """Return whether the words before the sign are a name: nouns, no clause, no full stop."""
    tree = reading.tree
    tags = tree.tag[reading.first : sign]
    if tags[0] in ("IN", "VB", "PRP", "TO", "WRB") or not _CLAUSAL.isdisjoint(tags[1:]):
        return False
    if any(word in (".", ",", ";") for word in tree.words[reading.first : sign]):
        return False
    named = any(tag in NOUN_TAGS or tag == "FW" for tag in tags) or sign - reading.first == 1
    return named and not any(tag in VERB_TAGS and tag not in ("VBG", "VBN") for tag in tags[1:])


def definition_root(reading: Reading, sign: int) -> int | None:
    """Return the noun that heads the text after the sign, if it starts with a noun phrase."""
    tree, phrases = reading.tree, reading.phrases
    for index in range(sign + 1, min(sign + 9, reading.last)):
        if tree.tag[index] in VERB_TAGS and not phrases.is_nominal(index):
            return None
        inside = tree.dep[index] in ("compound", "nmod", "poss") and tree.head[index] > index
        if tree.tag[index] in NOUN_TAGS and not inside:
            return None if tree.dep[index] in ("nsubj", "nsubjpass") else index
    return None


ScopeRule = Callable[[Reading], Iterator[Candidate]]

SCOPE_RULES: tuple[ScopeRule, ...] = (acronyms, identifiers, definitions, topics)
