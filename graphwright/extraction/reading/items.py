"""What the item of a list names: its term, its title with what belongs to it, or its noun phrase.

Which items a lead-in promises is decided in ``rules.list_items``.
"""

from __future__ import annotations

from graphwright.extraction.parse.lexicon import is_code
from graphwright.extraction.parse.tree import NAME_TAGS, NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.cells import MAX_CELL_TOKENS
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.reading.terms import term_sign

_NAME_TAGS = NOUN_TAGS | {"IN", "DT", "CC", "JJ", "CD", "TO", "HYPH"}
_TITLE_TAGS = _NAME_TAGS | {"VBG", ","}
_ACTS = ("tion", "sion", "ment", "ing", "ance", "sis")
_PLAIN_TAGS = frozenset({"NN", "JJ"})
_MAX_EDITION = 3
_MAX_BRACKET = 4
_MAX_TITLE = 12
"""Words of an item that is kept whole with its prepositions."""


def item_name(item: ScopeReading, root: int) -> Argument | None:
    """Return the name that an item starts with: the term before its colon, else its noun phrase."""
    term = _term(item)
    if term is not None:
        return term
    argument = item.phrases.of(root)
    if argument.first - item.first > 1 or argument.tokens > MAX_CELL_TOKENS:
        return None
    title = item.phrases.trim(root, item.first, item.last)
    if title.tokens <= _MAX_TITLE and _is_name(item.tree, argument, title):
        return title  # "Secure Administration in the Cockpit"
    if _is_half(item.tree, argument):
        return None
    return _with_edition(item, argument) or _with_bracket(item, argument)


def _with_edition(item: ScopeReading, name: Argument) -> Argument | None:
    """Return a name with the plain words that say which it is: "Northwind Ledger, small edition".

    What else stands behind a comma is another thing, or tells of the one before it.
    """
    tree, comma = item.tree, name.last
    last = item.last - (item.last - 1 > comma and tree.words[item.last - 1] in (".", ";"))
    behind = range(comma + 1, last)
    if not 0 < len(behind) <= _MAX_EDITION or tree.words[comma] != ",":
        return None
    named = tree.tag[name.head] in NAME_TAGS and name.first == item.first
    plain = all(tree.tag[i] in _PLAIN_TAGS and tree.words[i].islower() for i in behind)
    if not named or not plain or tree.tag[last - 1] != "NN" or len(behind) == 1:
        return None
    return Argument(name.head, name.first, last)


def _term(item: ScopeReading) -> Argument | None:
    """Return the term before a colon, a dash or "=": "Method A - a file with the keys"."""
    sign = term_sign(item)
    if sign is None and item.first + 1 < item.last and item.tree.words[item.first + 1] == "=":
        sign = item.first + 1
    if sign is None:
        return None
    term = item.phrases.trim(sign - 1, item.first, sign)
    return term if term.tokens <= MAX_CELL_TOKENS else None


def _is_name(tree: Tree, start: Argument, title: Argument) -> bool:
    """Return whether a noun phrase is all that an item says: no verb, sign or clause follows."""
    behind = range(start.last, title.last)
    titled = all(tree.words[i][0].isupper() for i in behind if tree.tag[i] in NOUN_TAGS)
    if "such" in tree.lower[start.first : title.last] or tree.tag[start.first] in ("WRB", "IN"):
        return False  # "Events such as storms", "Whenever possible in the hall"
    known = _TITLE_TAGS if titled and start.first in tree.names else _NAME_TAGS
    return all(tree.tag[index] in known for index in behind)


def _is_half(tree: Tree, argument: Argument) -> bool:
    """Return whether another noun is joined directly behind: "setup" of "setup and removal of"."""
    behind = argument.last
    joined = behind < len(tree.dep) and tree.dep[behind] == "cc"
    return joined and tree.has(argument.head, "conj")


def _with_bracket(item: ScopeReading, name: Argument) -> Argument:
    """Return a name with the place or variant behind it in brackets: "Europe (Frankfurt)"."""
    tree, last = item.tree, name.last
    if last + 2 >= item.last or tree.words[last] != "(" or not tree.words[name.first][0].isupper():
        return name
    end = min(item.last, last + 2 + _MAX_BRACKET)
    close = next((i for i in range(last + 1, end) if tree.words[i] == ")"), None)
    if close is None or close + 1 < item.last:
        return name
    before, inside = tree.words[name.first : last], tree.words[last + 1 : close]
    named = all(tree.tag[i] in NAME_TAGS for i in range(last + 1, close))
    short = "".join(word[0] for word in before) == "".join(inside)
    if not named or short or any(is_code(word) for word in (*before, *inside)):
        return name
    return Argument(name.head, name.first, close + 1)


def names_act(item: ScopeReading, name: Argument) -> bool:
    """Return whether a name tells an act as a noun: "Assigning Roles", "import of the data"."""
    tree = item.tree
    if tree.tag[item.first] == "VBG":
        return True
    return tree.lemma[name.head].lower().endswith(_ACTS) and tree.dep[name.head] != "dobj"


def ends_with_bracket(item: ScopeReading, name: Argument) -> bool:
    """Return whether a bracket that belongs to a name ends it: "Europe (Frankfurt)"."""
    return item.tree.words[name.last - 1] == ")" and name.tokens > 1


def goes_on(item: ScopeReading, name: Argument) -> bool:
    """Return whether an item goes on behind a name of common nouns: "overview of the roles"."""
    tree, behind = item.tree, name.last
    if any(tree.tag[i] in NAME_TAGS or is_code(tree.words[i]) for i in range(name.first, behind)):
        return False
    return behind < item.last and tree.tag[behind] in ("IN", "TO", "VBG", "VBN", "CC")
