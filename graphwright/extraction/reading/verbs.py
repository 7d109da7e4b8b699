"""The forms of a verb in a normalised predicate: lemma, participle, particle.

No clause structure here; see ``clauses`` and ``predicates``.
"""

from __future__ import annotations

import re

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree

_AIMS = frozenset({"order", "attempt", "effort", "bid"})

_IRREGULAR = {
    "arise": "arisen", "awake": "awoken", "be": "been", "bear": "borne", "beat": "beaten",
    "become": "become", "begin": "begun", "bend": "bent", "bet": "bet", "bid": "bid",
    "bind": "bound", "bite": "bitten", "bleed": "bled", "blow": "blown", "break": "broken",
    "breed": "bred", "bring": "brought", "broadcast": "broadcast", "build": "built",
    "burst": "burst", "buy": "bought", "cast": "cast", "catch": "caught", "choose": "chosen",
    "cling": "clung", "come": "come", "cost": "cost", "cut": "cut", "deal": "dealt", "dig": "dug",
    "do": "done", "draw": "drawn", "drink": "drunk", "drive": "driven", "eat": "eaten",
    "fall": "fallen", "feed": "fed", "feel": "felt", "fight": "fought", "find": "found",
    "fling": "flung", "fly": "flown", "forbid": "forbidden", "forecast": "forecast",
    "forget": "forgotten", "freeze": "frozen", "get": "got", "give": "given", "go": "gone",
    "grind": "ground", "grow": "grown", "hang": "hung", "have": "had", "hear": "heard",
    "hide": "hidden", "hit": "hit", "hold": "held", "hurt": "hurt", "input": "input",
    "keep": "kept", "know": "known", "lay": "laid", "lead": "led", "leave": "left", "lend": "lent",
    "let": "let", "lose": "lost", "make": "made", "mean": "meant", "meet": "met",
    "output": "output", "pay": "paid", "put": "put", "quit": "quit", "read": "read",
    "relay": "relayed", "ride": "ridden", "ring": "rung", "rise": "risen", "run": "run",
    "say": "said", "see": "seen",
    "seek": "sought", "sell": "sold", "send": "sent", "set": "set", "shake": "shaken",
    "shed": "shed", "shoot": "shot", "show": "shown", "shrink": "shrunk", "shut": "shut",
    "sing": "sung", "sink": "sunk", "sit": "sat", "slide": "slid", "speak": "spoken",
    "spend": "spent", "spin": "spun", "split": "split", "spread": "spread", "spring": "sprung",
    "stand": "stood", "steal": "stolen", "stick": "stuck", "strike": "struck", "swear": "sworn",
    "sweep": "swept", "swim": "swum", "swing": "swung", "take": "taken", "teach": "taught",
    "tear": "torn", "tell": "told", "think": "thought", "throw": "thrown",
    "understand": "understood", "undo": "undone", "upset": "upset", "wake": "woken",
    "wear": "worn", "weave": "woven", "win": "won", "wind": "wound", "withdraw": "withdrawn",
    "write": "written",
}  # fmt: skip


_PREFIXES = ("over", "under", "out", "mis", "fore", "re", "un")
"""Before an irregular verb: "unbind", "rebuild", "overwrite"."""

_HYPHENATED = frozenset({"re", "un", "de", "pre", "co", "auto", "over", "under", "mis", "dis"})
_SPELLINGS = {"instal": "install", "fulfil": "fulfill", "enrol": "enroll", "datum": "data",
              "rout": "route"}  # fmt: skip
"""Lemmas that the lemmatiser cuts too short."""


def noun_lemma(lemma: str) -> str:
    """Return the lemma of a noun as people write it."""
    return _SPELLINGS.get(lemma, lemma)


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
    if not tree.has(verb, "prt"):
        return ""
    plain = tree.words[verb].islower()
    found = (c for c in tree.within(verb, "prt") if not plain or tree.words[c].islower())
    return " ".join(tree.lower[child] for child in found)


def leads_to_aim(tree: Tree, noun: int) -> bool:
    """Return whether a noun only leads to a purpose: "in order to", "in an attempt to"."""
    aim = tree.first(noun, "acl") if tree.lower[noun] in _AIMS else None
    return tree.dep[noun] == "pobj" and aim is not None and is_infinitive(tree, aim)


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


def semi_modal(tree: Tree, verb: int) -> str:
    """Return the modality that a verb lends the infinitive behind it, or nothing.

    "Needs to", "has to", "is able to" and "is going to" are; denied they are none: who does not
    need to do something may do it.
    """
    modal = any(tree.tag[helper] == "MD" for helper in tree.within(verb, "aux"))
    if modal or tree.has(verb, "neg"):
        return ""
    lemma = tree.lemma[verb].lower()
    if tree.lower[verb] == "going" and any(tree.lemma[i] == "be" for i in tree.within(verb, "aux")):
        return "be going to"
    if lemma == "be" and any(tree.lower[word] == "able" for word in tree.within(verb, "acomp")):
        return "be able to"
    if tree.dep[verb] == "acl" and tree.tag[verb] in ("VBN", "VBD"):
        return ""  # "all ropes needed to moor a ship"
    alone = not tree.has(verb, "dobj", "acomp", "nsubjpass", "auxpass")
    return f"{lemma} to" if lemma in ("need", "have") and alone else ""


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
    form = form.replace(" ", f" {_prefix(tree, verb)}") if passive else _prefix(tree, verb) + form
    return f"{form} {particle(tree, verb)}".rstrip()


def _prefix(tree: Tree, verb: int) -> str:
    """Return what a hyphen parts from a verb, which says the opposite without it: "re-creates"."""
    cut = verb - 2 >= tree.scope[verb] and tree.words[verb - 1] == "-"
    return f"{tree.lower[verb - 2]}-" if cut and tree.lower[verb - 2] in _HYPHENATED else ""
