"""Rules of what kind a name is of, by the words beside it: "the fields *A* and *B*", "the *A* tab".

A name is known by its capitals and signs, or because the author marked it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.marked_names import joined_names
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.predicates import unwritten
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.spans import is_label
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Feature, Labels, Rule, Trait, reads
from graphwright.extraction.rules.proposal import noun_triple, proposes

_COUNTING = frozenset({"a", "an", "each", "every"})
_DEMONSTRATIVE = frozenset({"this", "these", "that", "those"})
_COUNTS = ("A", "An", "a", "an", "each", "every", "any", "another", "this")
_LONGEST_SORT = 2
"""Most capitals between a name and its kind, which say what sort of kind it is."""
_PLAIN = re.compile(r"(?:[\w./-]|=>)*\w")
_GLUED = re.compile(r"[a-z]{3,}[A-Z]{2,}\w*_|[a-z]+(?:tion|ment)[b-rt-z]_")
"""A kind and its name without the space between them: "buoySTERN_04", "stationz_north"."""


DESIGNATION = Rule(
    "designation",
    Family.NOUN,
    reads("The clerk opens the Role Collections page.", ("Role Collections", "be", "page")),
    traits=frozenset({Trait.DESIGNATION}),
    fitted_on=Labels.HAND_READ,
)
ONE_OF_NAME = Feature(
    "one_of_name", 'An article counts the name: "an OData service" is of a kind, and has no name.'
)


@proposes(DESIGNATION)
def designations(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "the Save button" -> (Save, be, button); "parameter LOG" -> (LOG, be, parameter)."""
    tree = reading.tree
    first = index == reading.first  # "Interface IF_ORDER has two methods."
    word = tree.words[index]
    if tree.tag[index] not in ("NN", "NNP") or "_" in word or not (first or word.islower()):
        return
    name = None
    if tree.lower[index] in words("designators"):
        after = index + 1  # "command line"
        goes_on = after < reading.last and (
            (tree.head[index] == after and tree.dep[index] in ("compound", "nmod", "amod"))
            or tree.tag[after] in ("NN", "NNP", "HYPH")
        )
        name = None if goes_on else _named_before(reading, index)
        name = name or marked_at(reading, after) or _named_after(reading, index)
    elif index + 1 < reading.last and "_" in tree.words[index + 1] and _is_plain_noun(word):
        name = _named_after(reading, index)  # of any kind: "transaction ORDER_ADD"
    name = name or _code_before(reading, index)
    if name is None or tree.words[reading.last - 1] == "?":
        return  # what is asked tells of no kind
    articles = [det for det in tree.within(index, "det") if tree.lower[det] in _COUNTING]
    of_row = reading.first in articles and tree.head[index] == index
    if of_row or (name.tokens == 1 and _names_nothing(tree, index, name.first)):
        return  # "A `list` property." says whose property the row tells of
    counted = bool(articles) or tree.lower[name.first - 1] in _COUNTING
    counted = counted and name.first < index
    if name.first < index and _only_modifies(reading, index, name):
        return
    if counted and tree.lower[index] not in words("designators"):
        return  # "an ORDER_LOG object" is one of many
    if name.first < index and any(check(reading, index, name) for check in _NO_NAMES_BEFORE):
        return
    kind = kind_of(reading, index, name)
    predicate = unwritten(tree, reading.first, "be", index)
    features = (ONE_OF_NAME,) if counted else ()
    yield noun_triple(reading, DESIGNATION, (name, predicate, kind), features)


def _is_plain_noun(word: str) -> bool:
    """Return whether a word is no command, number or acronym: "cf set-env my-inn DOOR_KEY"."""
    return word.isalpha() and word[1:].islower() and len(word) > 2


def _names_nothing(tree: Tree, index: int, name: int) -> bool:
    """Return whether a word is a format or a heading of a column: "XML file", "an .xml file"."""
    word = tree.words[name]
    plain = tree.lower[index] == "file" and word.lstrip(".").isalpha()
    formats = plain and (word.isupper() or _ends(tree, name))
    return formats or word.lower() in ("name", "id", "key", "type") or tree.tag[name] == "MD"


def _ends(tree: Tree, word: int) -> bool:
    """Return whether a word is the end of files' names: "an .xsjslib file"; ".gitignore" is a name.

    Names of files that start with a dot are told by the article: there is one of them in its place.
    """
    dot = word if tree.words[word].startswith(".") else word - 1
    dotted = tree.words[dot].startswith(".")
    before = tree.lower[dot - 1 : dot] if dot > tree.scope[word] else []
    return dotted and before != ["the"]


def _is_of_screen(word: str) -> bool:
    return word in words("screen_parts") and word != "app"


def _only_modifies(reading: ScopeReading, index: int, name: Argument) -> bool:
    """Return whether a name says whose or what sort a noun is: "your Northwind Sales account".

    That nobody marked it, and no definite article singles it out, leaves open what is named; the
    parts of a window have the names that they show.
    """
    tree, before = reading.tree, reading.tree.tag[name.first - 1]
    if name.head in tree.names or _is_of_screen(tree.lower[index]):
        return False
    if any(sign in "_/." for i in range(name.first, name.last) for sign in tree.words[i]):
        return False  # an identifier or a file
    owned = before in ("PRP$", "IN") or tree.lower[index] in words("additions")
    return owned or tree.lower[name.first - 1] in _COUNTING


def _is_sort(reading: ScopeReading, index: int, name: Argument) -> bool:
    """Return whether capitals before a kind say what sort it is: "the Northwind app for guides".

    So they do where the text counts what has them: "this Northwind app", "Northwind apps".
    """
    tree = reading.tree
    named = tree.slice(name.first, index + 1)
    if name.head in tree.names or tree.lower[index] not in words("screen_parts"):
        return False
    if tree.lower[name.first - 1] in _DEMONSTRATIVE or _is_counted(tree.text, named):
        return True
    serves = tree.lower[index + 1 : index + 2] == ["for"] and index + 2 < reading.last
    return serves and tree.tag[index + 2] in ("NN", "NNS") and tree.words[index + 2].islower()


def _is_counted(text: str, named: str) -> bool:
    """Return whether a text tells of one or of several of a name and its kind."""
    return any(f"{count} {named}" in text for count in _COUNTS) or f" {named}s" in text


def _is_of_another(reading: ScopeReading, _index: int, name: Argument) -> bool:
    """Return whether a name belongs to the noun before it: "a table of type ORDER list"."""
    tree, before = reading.tree, name.first - 1
    named = before >= reading.first and tree.lower[before] in words("designators")
    return named and tree.tag[before] == "NN"


def _has_state(reading: ScopeReading, index: int, name: Argument) -> bool:
    """Return whether a status is that of the thing named before it: "the DockGate status is Shut".

    A status that has a name bears it as one plain word: "the Shut status".
    """
    tree = reading.tree
    word = tree.words[name.first]
    plain = name.tokens == 1 and (word[1:].islower() or word.isupper())
    return tree.lower[index] == "status" and not plain


_NO_NAMES_BEFORE = (_is_of_another, _has_state, _is_sort)


def _named_before(reading: ScopeReading, index: int) -> Argument | None:
    """Return the capitalised words of the name before its kind ("the Role Collections page")."""
    tree = reading.tree
    marked = _marked_before(reading, index)
    if marked is not None:
        return marked
    first = index
    while first - 1 >= reading.first and _is_capital(tree.words[first - 1]):
        if tree.tag[first - 1] in ("DT", "PRP$"):
            break  # "The" that starts the sentence
        first -= 1
    if first == index or first - 1 < reading.first or tree.dep[index - 1] == "punct":
        return None
    if tree.tag[first - 1] not in ("DT", "IN", "PRP$") or tree.tag[first] in ("DT", "PRP$"):
        return None
    if (
        tree.tag[first - 1] == "IN"
        and first - 2 > reading.first
        and (_is_capital(tree.words[first - 2]))
    ):
        return None  # "the Extensions on Northwind tile": the name starts before
    alone = index - first == 1
    on_screen = tree.lower[index] in words("screen_parts") and not tree.words[first].isupper()
    if alone and not on_screen and "_" not in tree.words[first]:
        return None  # "a JSON file", "a Kyma endpoint": a kind of file, not its name
    last = _end_before_sort(tree, first, index)
    return reading.phrases.trim(last - 1, first, last)


def _end_before_sort(tree: Tree, first: int, kind: int) -> int:
    """Return where a name ends before the sort of its kind: "the Manage Roles | Northwind app"."""
    above = tree.head[kind]
    parted = tree.dep[kind] == "appos" and first < above < kind - 1 <= above + _LONGEST_SORT
    return above + 1 if parted and tree.tag[above] in NAME_TAGS else kind


def _marked_before(reading: ScopeReading, index: int) -> Argument | None:
    """Return the marked name before a kind and its capitals: "the *Open Orders* Northwind app"."""
    before = index - 1
    while before > reading.first and before not in reading.tree.names:
        if not _is_capital(reading.tree.words[before]):
            return None
        before -= 1
    return marked_at(reading, before)


def _code_before(reading: ScopeReading, index: int) -> Argument | None:
    """Return the identifier before its kind, whatever that is: "the ORDER_ADD transaction"."""
    tree, first = reading.tree, index
    if tree.dep[index] == "compound" or tree.lower[index] in words("counting_nouns"):
        return None  # "with python_buildpack version 1.8"
    while first - 1 > reading.first and tree.dep[first - 1] == "compound":
        first -= 1
        if not tree.words[first].islower() or "_" in tree.words[first]:
            break
    word = tree.words[first]
    if first == index or "_" not in word or not is_code(word) or not _PLAIN.fullmatch(word):
        return None
    return Argument(first, first, first + 1) if word[0].isalpha() else None


def _is_capital(word: str) -> bool:
    return word[0].isupper() or (word[0] in "_/-." and len(word) > 2)


def _named_after(reading: ScopeReading, index: int) -> Argument | None:
    """Return the identifier or the name in capitals after its kind ("parameter ROUND_SIGN")."""
    tree, name = reading.tree, index + 1
    label = next((a for a in tree.within(index, "appos") if is_label(tree, name, a)), None)
    if label is not None and label > name:
        return None if _label_goes_on(reading, label) else Argument(label, name, label + 1)
    # "the Alder Key service API": all of that names the API
    inner = index > reading.first and tree.tag[index - 1] == "NNP"
    if name >= reading.last or (inner and tree.head[index] == name):
        return None
    if not _is_identifier(reading, index) or _goes_on_behind(reading, name):
        return None
    return Argument(name, name, name + 1)


def _label_goes_on(reading: ScopeReading, label: int) -> bool:
    """Return whether a label was cut: "the option SAFE KEY ONLY" with "ONLY" as an adverb."""
    behind = reading.tree.words[label + 1 : reading.last][:1]
    same = [word for word in behind if word.isupper() == reading.tree.words[label].isupper()]
    return any(_is_capital(word) for word in same)


def _is_identifier(reading: ScopeReading, index: int) -> bool:
    """Return whether the word after a kind is an identifier or a name in capitals."""
    tree, name = reading.tree, index + 1
    word = tree.words[name]
    if tree.tag[name] not in NOUN_TAGS | {"CD"} and not ("_" in word and is_code(word)):
        return False
    if word.lower() in words("sort_acronyms") and name not in tree.names:
        return False  # "the ferry service API"
    code = any(sign in word[1:] for sign in "_-/.")
    if index > reading.first:  # "Order ID" as a label: the capital is that of its start
        code = code or (word.isupper() and len(word) > 2)
    whole = _PLAIN.fullmatch(word) and not _GLUED.match(word)
    return bool(code and word[0].isalpha() and whole)


def _goes_on_behind(reading: ScopeReading, name: int) -> bool:
    """Return whether an identifier goes on in the next word."""
    tree, after = reading.tree, name + 1
    if after >= reading.last or tree.words[after] in (".", ",", ")", ";", ":"):
        return False
    touches = tree.start[after] == tree.end[name] < tree.end[-1] - 1
    return tree.tag[after] in NOUN_TAGS or touches


def kind_of(reading: ScopeReading, index: int, name: Argument) -> Argument:
    """Return a kind with the words that say which ("communication scenario")."""
    tree, first, name_tokens = reading.tree, index, range(name.first, name.last)
    between = range(name.last, index)
    short = name.last <= index <= name.last + _LONGEST_SORT
    if short and all(_is_capital(tree.words[i]) for i in between):
        return reading.phrases.trim(index, name.last, index + 1)  # "Northwind app"
    while first - 1 >= reading.first and tree.dep[first - 1] in ("compound", "amod"):
        word = tree.words[first - 1]
        if not word.islower() or word in words("weak_modifiers") or first - 1 in name_tokens:
            break
        if first - 1 in tree.names:
            break  # "the `a` and `b` options": the other name says nothing of the kind
        first -= 1
    if tree.tag[first - 1] == "HYPH" and first - 2 not in tree.names and first - 2 >= reading.first:
        first = first if first - 2 in name_tokens else first - 2  # "self-defined attribute"
    return reading.phrases.trim(index, first, index + 1)


def marked_at(reading: ScopeReading, index: int) -> Argument | None:
    """Return the name that the author marked at a token of the scope, or None."""
    name = reading.tree.names.get(index)
    inside = name is not None and reading.first <= index < reading.last
    return Argument(name.head, name.first, name.last) if name is not None and inside else None


@proposes(DESIGNATION)
def marked_kinds(reading: ScopeReading, index: int) -> Iterator[Candidate]:
    """ "the fields *A* and *B*", "the *A* and *B* tabs" -> (A, be, fields), (B, be, tabs)."""
    tree = reading.tree
    if tree.tag[index] != "NNS" or tree.lemma[index] not in words("designators"):
        return
    names = joined_names(tree, index, reading.first, -1) or joined_names(
        tree, index, reading.last, 1
    )
    predicate = unwritten(tree, reading.first, "be", index)
    if names and tree.lower[index] == "files" and _ends(tree, min(name.first for name in names)):
        return  # "all `.xml` and `.json` files"
    for name in names if len(names) > 1 else ():  # "`Pod` events" are not what "Pod" is
        argument = Argument(name.head, name.first, name.last)
        kind = kind_of(reading, index, argument)
        yield noun_triple(reading, DESIGNATION, (argument, predicate, kind))
