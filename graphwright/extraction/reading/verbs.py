"""The forms of a verb in a normalised predicate: lemma, participle, particle.

No clause structure here; see ``clauses`` and ``predicates``.
"""

from __future__ import annotations

import re

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

_IRREGULAR = {
    "be": "been", "begin": "begun", "bind": "bound", "bring": "brought", "build": "built",
    "buy": "bought",
    "catch": "caught", "choose": "chosen", "cut": "cut", "do": "done", "draw": "drawn",
    "find": "found", "get": "got", "give": "given", "go": "gone", "have": "had", "hide": "hidden",
    "hold": "held", "keep": "kept", "know": "known", "lead": "led", "leave": "left", "let": "let",
    "lose": "lost", "make": "made", "mean": "meant", "meet": "met", "overwrite": "overwritten",
    "override": "overridden",
    "pay": "paid", "put": "put", "read": "read", "reset": "reset", "run": "run", "say": "said",
    "see": "seen", "sell": "sold", "send": "sent", "set": "set", "show": "shown", "shut": "shut",
    "spend": "spent", "split": "split", "take": "taken", "tell": "told", "think": "thought",
    "understand": "understood", "undo": "undone", "withdraw": "withdrawn", "write": "written",
}  # fmt: skip


_PREFIXES = ("un", "re")  # "unbind", "rebuild"

_SPELLINGS = {"instal": "install", "fulfil": "fulfill", "enrol": "enroll", "datum": "data",
              "rout": "route"}  # fmt: skip
"""Lemmas that the lemmatiser cuts too short."""


def past_participle(lemma: str) -> str:
    """Return the past participle of a verb: irregular ones from a list, others by spelling."""
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    base = next((lemma[len(p) :] for p in _PREFIXES if lemma.startswith(p)), "")
    if base in _IRREGULAR:
        return lemma.removesuffix(base) + _IRREGULAR[base]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and len(lemma) > 2 and lemma[-2] not in "aeiou":
        return lemma[:-1] + "ied"
    return lemma + (lemma[-1] if _doubles(lemma) else "") + "ed"


_DOUBLING = frozenset(
    {"commit", "submit", "refer", "transfer", "begin", "permit", "occur", "reset", "format"}
    | {"omit", "admit"}
)
_SHORT = re.compile(r"(?:qu|[^aeiou])*[aeiou][bdgklmnprtz]")


def _doubles(lemma: str) -> bool:
    """Return whether a verb doubles its last letter before "ing" and "ed"."""
    return lemma in _DOUBLING or lemma.endswith("trol") or _SHORT.fullmatch(lemma) is not None


def gerund(lemma: str) -> str:
    """Return the "ing" form of a verb."""
    lemma = _SPELLINGS.get(lemma, lemma)
    if lemma.endswith("ing") and len(lemma) > 5:
        return lemma
    if _doubles(lemma):
        return lemma + lemma[-1] + "ing"
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and lemma != "be":
        return lemma[:-1] + "ing"
    return lemma + "ing"


def particle(tree: Tree, verb: int) -> str:
    """Return the particle of a verb ("up" of "set up"), or an empty string.

    A capital behind a verb without one starts a name: "use the Set Up wizard".
    """
    plain = tree.words[verb].islower()
    found = (c for c in tree.within(verb, "prt") if not plain or tree.words[c].islower())
    return " ".join(tree.lower[child] for child in found)


def is_infinitive(tree: Tree, verb: int) -> bool:
    """Return whether a verb has "to" before it."""
    return any(tree.lower[child] == "to" for child in tree.within(verb, "aux"))


def fails(tree: Tree, verb: int) -> bool:
    """Return whether a verb says that what follows is not done: "fails to", "is unable to"."""
    if tree.lemma[verb].lower() in words("failing_verbs"):
        return True
    denying = words("denying_adjectives")
    return any(tree.lower[adjective] in denying for adjective in tree.within(verb, "acomp"))


def hinders(tree: Tree, verb: int) -> bool:
    """Return whether a verb keeps its object from doing what follows: "prevents", "forbids"."""
    return tree.lemma[verb].lower() in words("hindering_verbs")


def verb_text(tree: Tree, verb: int, *, passive: bool, led: bool) -> str:
    """Return a verb's normalised form; ``led`` says that another verb or "to" stands before it."""
    if passive:
        lemma = tree.lemma[verb].lower()
        written = tree.tag[verb] == "VBN" or (tree.tag[verb] == "VBD" and lemma not in _IRREGULAR)
        word = tree.lower[verb] if written else past_participle(lemma)
        form = "be " + word
    elif led and tree.tag[verb] == "VBG":
        form = tree.lower[verb]
    else:
        lemma = tree.lemma[verb].lower()
        form = _SPELLINGS.get(lemma, lemma)
    return f"{form} {particle(tree, verb)}".rstrip()
