"""What a mention is by its words and its place: the first test that holds decides.

Only what can be told from one mention is told here; whether an entity is a concept is voted on by
all its mentions, in ``sql/entity_types.sql``.
"""

from __future__ import annotations

import re

from graphwright.extraction.forms.interface_labels import is_label
from graphwright.extraction.forms.phrases import is_complemented, is_described, is_listed
from graphwright.extraction.forms.written_name import WrittenName
from graphwright.extraction.parse.lexicon import is_code, words
from graphwright.extraction.parse.tree import (
    FINITE_TAGS,
    NAME_TAGS,
    NOUN_TAGS,
    PRONOUN_TAGS,
    VERB_TAGS,
)
from graphwright.tables.documents import MarkKind
from graphwright.tables.entities import MentionForm

_PROFORMS = frozenset(
    {"one", "ones", "other", "others", "another", "some", "any", "all", "both", "each", "none",
     "many", "few", "several", "most", "such", "same", "rest", "latter", "former", "everything",
     "anything", "something", "nothing", "everyone", "anyone", "someone", "nobody", "everybody",
     "either", "neither", "here", "there", "so"}
)  # fmt: skip
_CALENDAR = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september",
     "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday",
     "saturday", "sunday", "today", "yesterday", "tomorrow"}
)  # fmt: skip
_ISO_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ][\d:.]+Z?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_NUMBER = re.compile(r"[<>=≥≤~±+-]*\s*[$€£¥]?\d[\d.,:/x×-]*\s?[%‰°]?[a-zA-Z]{0,3}")
_NUMBER_WORDS = frozenset(
    {"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
     "twenty", "fifty", "hundred", "thousand", "million", "billion"}
)  # fmt: skip
_EXPRESSION = re.compile(
    r"=(?!>)|[${}\[\]|*;\\\"]|^[-.]{1,2}\w+ |<[\w -]+>|://"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-"
)
"""Signs of assignments, placeholders and options with a value, addresses, random ids."""

_LONGEST_NAME = 8
"""Tokens; a longer heading is no name."""

_BEFORE_NUMBERS = frozenset({"IN", "TO", "RB", "RBR", "RBS", "RP", "JJ", "JJR", "JJS", "DT"})
_OPEN_ENDS = frozenset({"IN", "CC", "TO", "DT", "WDT", "PDT", "MD", "PRP$"})
_CLAUSE_STARTS = frozenset({"WRB", "WP", "WP$", "WDT", "MD", "EX"})
_OBJECTS = frozenset({"dobj", "prep", "prt", "xcomp", "ccomp", "advcl", "attr", "dative", "agent"})
_ADJECTIVES = frozenset({"JJ", "RB"})
_QUALITY_TAGS = frozenset({"JJ", "JJR", "JJS", "RB", "RBR", "RBS", "UH", "VBN", "VBD"})


def form_of(name: WrittenName) -> MentionForm:
    """Return the form of a mention."""
    return next((form for form, holds in _TESTS if holds(name)), MentionForm.NOUN)


def _is_pronoun(name: WrittenName) -> bool:
    tag, word = name.tree.tag[name.head], name.tree.lower[name.head]
    plain = tag in PRONOUN_TAGS and not name.is_capitalised
    return plain or (word in _PROFORMS and name.head == name.last - 1)


def _is_date(name: WrittenName) -> bool:
    if _ISO_DATE.fullmatch(name.text.strip()):
        return True
    labels = {name.tree.label[i] for i in name.tokens if name.tree.words[i][0].isalnum()}
    timed = labels <= {"DATE", "TIME"} and bool(labels)
    return timed and any(w[0].isdigit() or w in _CALENDAR for w in name.lower)


def _is_quantity(name: WrittenName) -> bool:
    """ "4.8", "up to two minutes", "megabytes"; but not "ISO 9001", "three-way valve"."""
    if _NUMBER.fullmatch(name.text.strip()) or _is_mostly_digits(name):
        return True
    tree = name.tree
    if name.is_single:
        return _counts(name, name.first) or tree.lemma[name.head].lower() in words("measure_nouns")
    number = next((i for i in range(name.first, name.last - 1) if _counts(name, i)), None)
    if number is None or not _BEFORE_NUMBERS.issuperset(tree.tag[name.first : number]):
        return False
    rest = range(number + 1, name.last)
    return not any(_is_large(tree.words[i]) or tree.tag[i] == "HYPH" for i in rest)


def _is_mostly_digits(name: WrittenName) -> bool:
    first, *others = name.text.split()
    digits, letters = (sum(map(test, name.text)) for test in (str.isdigit, str.isalpha))
    return bool(others) and digits > letters and sum(map(str.isalpha, first)) <= 1


def _counts(name: WrittenName, index: int) -> bool:
    tree = name.tree
    word = tree.lower[index]
    return tree.tag[index] == "CD" and (word[0].isdigit() or word in _NUMBER_WORDS)


def _is_large(word: str) -> bool:
    """Return whether a word is written like one of a name, and not like a unit ("GB", "MiB")."""
    return word[0].isupper() and len(word) > len("MiB")


def _is_fragment(name: WrittenName) -> bool:
    if name.mark or name.is_titled:
        return False
    text = name.text
    balanced = all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))
    tags = name.tags
    plain = not name.is_single and not name.is_capitalised
    hyphenated = "-" in name.tree.words[name.first + 1 : name.first + 2]
    torn = (tags[0] in _OPEN_ENDS and not hyphenated) or tags[-1] in _OPEN_ENDS
    return not balanced or (plain and torn)


def _is_title(name: WrittenName) -> bool:
    """Return whether a heading, or a link to one, says more than a name does."""
    if not name.is_titled:
        return False
    joined = any(tag in ("IN", "TO", "CC", ":", "WRB", "WDT") for tag in name.tags)
    said = name.in_heading and name.tags[0] in ("VBN", "VBD") and not name.is_single
    return said or joined or name.last - name.first > _LONGEST_NAME


def _is_value(name: WrittenName) -> bool:
    text = name.text.strip()
    if (name.mark == MarkKind.CODE and " " in text) or ": " in text:
        return True
    if " (" in text and text.split(" (")[0].isdigit():
        return True
    return bool(_EXPRESSION.search(text))


def _is_identifier(name: WrittenName) -> bool:
    text = name.text.strip()
    if " " in text:
        return False
    return name.mark == MarkKind.CODE or is_code(text)


def _is_clause(name: WrittenName) -> bool:
    tree = name.tree
    if not name.is_single and tree.tag[name.first] in _CLAUSE_STARTS:
        return True
    return any(
        tree.tag[i] in FINITE_TAGS
        and any(tree.head[j] == i and tree.dep[j].startswith("nsubj") for j in name.tokens)
        for i in name.tokens
    )


def _is_action(name: WrittenName) -> bool:
    """ "Create roles", "creating a branch": a verb with what it is done to, or a bare verb."""
    tree, first = name.tree, name.first
    if name.is_single:
        return tree.tag[first] in ("VB", "VBP", "VBZ")
    governs = any(tree.head[i] == first and tree.dep[i] in _OBJECTS for i in name.tokens)
    if tree.tag[first] in VERB_TAGS and (governs or name.head == first):
        return True
    if tree.tag[first + 1] == "DT" and tree.tag[first] not in ("IN", "PDT", "DT", "CC"):
        return True
    order = name.is_titled and tree.lower[first] in words("first_orders")
    return order and tree.tag[first + 1] not in ("IN", "TO", "CC", "HYPH")


def _is_quality(name: WrittenName) -> bool:
    tree = name.tree
    if tree.tag[name.head] not in _QUALITY_TAGS or name.in_heading:
        return False
    if name.is_single:
        return tree.words[name.first].islower() or name.mark == ""
    return not any(tree.tag[i] in NOUN_TAGS for i in range(name.head, name.last))


def _is_name(name: WrittenName) -> bool:
    """A name in capitals, or a noun behind one: "Bank of England", "Kyma module operators"."""
    tree = name.tree
    if name.is_capitalised and not name.is_single:
        return True
    inside = [i for i in name.tokens if i <= name.head]
    return any(tree.tag[i] in NAME_TAGS or _has_inner_capital(tree.words[i]) for i in inside)


def _has_inner_capital(word: str) -> bool:
    return any(sign.isupper() for sign in word[1:]) and word[0].isalnum()


def _is_modified(name: WrittenName) -> bool:
    """ "technical user", "non-productive system": an adjective comes first."""
    return _starts_with(name, _ADJECTIVES)


def _is_participial(name: WrittenName) -> bool:
    """ "specified namespace", "running instance": a participle comes first, or looks like it."""
    if name.in_heading:
        return False
    past = name.lower[0].endswith("ed") and _starts_with(name, _ADJECTIVES)
    return past or _starts_with(name, VERB_TAGS)


def _starts_with(name: WrittenName, tags: frozenset[str]) -> bool:
    tree, first = name.tree, name.first
    apart = first < name.head and tree.dep[first] != "compound"
    return apart and tree.tag[first] in tags and not name.starts_name


_TESTS = (
    (MentionForm.PRONOUN, _is_pronoun),
    (MentionForm.DATE, _is_date),
    (MentionForm.QUANTITY, _is_quantity),
    (MentionForm.LABEL, is_label),
    (MentionForm.VALUE, _is_value),
    (MentionForm.IDENTIFIER, _is_identifier),
    (MentionForm.CLAUSE, _is_clause),
    (MentionForm.ACTION, _is_action),
    (MentionForm.TITLE, _is_title),
    (MentionForm.QUALITY, _is_quality),
    (MentionForm.FRAGMENT, _is_fragment),
    (MentionForm.LIST, is_listed),
    (MentionForm.DESCRIPTION, is_described),
    (MentionForm.COMPLEMENTED, is_complemented),
    (MentionForm.PARTICIPIAL, _is_participial),
    (MentionForm.MODIFIED, _is_modified),
    (MentionForm.NAME, _is_name),
    (MentionForm.COMPOUND, lambda name: not name.is_single),
)
