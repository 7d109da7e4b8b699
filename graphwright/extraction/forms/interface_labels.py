"""Whether a mention is a label of a user interface: a button, a field, an entry of a menu."""

from __future__ import annotations

from graphwright.extraction.forms.written_name import WrittenName
from graphwright.extraction.parse.lexicon import words
from graphwright.tables.documents import MarkKind

_PATH_SIGNS = frozenset({">", "→", "›"})


def is_label(name: WrittenName) -> bool:
    """Return whether a name in capitals is that of a control, or what the reader is to press."""
    if not _PATH_SIGNS.isdisjoint(name.lower):
        return True
    if name.mark == MarkKind.CODE or name.in_heading:
        return False
    if _starts_with_control(name) or _ends_in_control(name):
        return True
    return _starts_large(name) and _is_control(name)


def _starts_large(name: WrittenName) -> bool:
    return name.tree.words[name.first][0].isupper()


def _starts_with_control(name: WrittenName) -> bool:
    """ "tile Manage Roles"."""
    tree, first = name.tree, name.first
    kind = tree.words[first].islower() and tree.lemma[first].lower() in words("controls")
    return not name.is_single and kind and tree.words[first + 1][0].isupper()


def _ends_in_control(name: WrittenName) -> bool:
    """ "Edit tab": a control's kind behind a word in capitals that is not written so itself."""
    tree, last = name.tree, name.last - 1
    named = tree.words[name.first][0].isupper() and tree.words[last].islower()
    return not name.is_single and named and tree.lemma[last].lower() in words("controls")


def _is_control(name: WrittenName) -> bool:
    """ "the Save button", "the field Name", "choose Save"."""
    tree, before = name.tree, name.before()
    after = name.last if name.last < len(tree.words) else None
    if after is not None and tree.words[after] in "\"'”’" and after + 1 < len(tree.words):
        after += 1
    kinds = [i for i in (before, after) if i is not None]
    if any(tree.lemma[i].lower() in words("controls") for i in kinds):
        return True
    return before is not None and tree.lemma[before].lower() in words("interface_verbs")
