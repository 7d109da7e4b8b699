"""The forms of a verb in a normalised predicate: lemma, participle, particle.

No clause structure here; see ``clauses`` and ``predicates``.
"""

from __future__ import annotations

from graphwright.extraction.tree import Tree

_IRREGULAR = {
    "be": "been", "bind": "bound", "bring": "brought", "build": "built", "buy": "bought",
    "catch": "caught", "choose": "chosen", "cut": "cut", "do": "done", "draw": "drawn",
    "find": "found", "get": "got", "give": "given", "go": "gone", "have": "had", "hide": "hidden",
    "hold": "held", "keep": "kept", "know": "known", "lead": "led", "leave": "left", "let": "let",
    "lose": "lost", "make": "made", "mean": "meant", "meet": "met", "overwrite": "overwritten",
    "pay": "paid", "put": "put", "read": "read", "reset": "reset", "run": "run", "say": "said",
    "see": "seen", "sell": "sold", "send": "sent", "set": "set", "show": "shown", "shut": "shut",
    "spend": "spent", "split": "split", "take": "taken", "tell": "told", "think": "thought",
    "understand": "understood", "undo": "undone", "withdraw": "withdrawn", "write": "written",
    "log": "logged", "submit": "submitted", "map": "mapped", "plan": "planned", "stop": "stopped",
    "drop": "dropped", "drag": "dragged", "refer": "referred", "transfer": "transferred",
    "plug": "plugged", "ship": "shipped", "tag": "tagged", "skip": "skipped", "commit": "committed",
}  # fmt: skip


_SPELLINGS = {"instal": "install", "fulfil": "fulfill", "enrol": "enroll", "datum": "data",
              "rout": "route"}  # fmt: skip
"""Lemmas that the lemmatiser cuts too short."""


def past_participle(lemma: str) -> str:
    """Return the past participle of a verb: irregular ones from a list, others by spelling."""
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and len(lemma) > 2 and lemma[-2] not in "aeiou":
        return lemma[:-1] + "ied"
    return lemma + "ed"


_DOUBLING = frozenset({
    "run", "set", "get", "put", "cut", "let", "log", "map", "plan", "stop", "drop", "drag", "plug",
    "ship", "tag", "skip", "commit", "submit", "refer", "transfer", "begin", "permit", "occur",
    "split", "shut", "reset", "quit", "trim",
})  # fmt: skip
"""Verbs that double their last letter before "ing"."""


def gerund(lemma: str) -> str:
    """Return the "ing" form of a verb."""
    lemma = _SPELLINGS.get(lemma, lemma)
    if lemma.endswith("ing") and len(lemma) > 5:
        return lemma
    if lemma in _DOUBLING:
        return lemma + lemma[-1] + "ing"
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and lemma != "be":
        return lemma[:-1] + "ing"
    return lemma + "ing"


def particle(tree: Tree, verb: int) -> str:
    """Return the particle of a verb ("up" of "set up"), or an empty string."""
    return " ".join(tree.lower[child] for child in tree.within(verb, "prt"))


def is_infinitive(tree: Tree, verb: int) -> bool:
    """Return whether a verb has "to" before it."""
    return any(tree.lower[child] == "to" for child in tree.within(verb, "aux"))


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
