"""What a heading or label may state as a condition; whether it does, its siblings tell."""

from __future__ import annotations

import dataclasses
import re

from graphwright.help.condition_kinds import kind_of_noun, systems_in
from graphwright.help.function_words import ARTICLES, DETERMINERS, NEGATIONS, PRONOUNS
from graphwright.tables import ConditionKind

_NUMBERING = re.compile(r"^\s*(?:step\s+)?\d{1,2}[.):]\s+", re.IGNORECASE)
_SIGNS = " \t:.*_,;–—"
_BRACKET = re.compile(r"\(([^()]+)\)\s*[:.]?\s*$")
_LED = re.compile(r"^(?:on|for|in|with|using|under|from)\s+", re.IGNORECASE)
_TAIL = re.compile(
    r"\s((?:for|on|in|with|without|from|via|using|as)\s+\S.*)$", re.IGNORECASE | re.DOTALL
)
_ABOUT = frozenset(("from", "in", "on"))
_WAYS = frozenset(("using", "via", "with"))
_PLACES = frozenset(("in", "on", "over", "through", "from"))
_USES = re.compile(r"you (?:are using|use) (.+?)(?: and | but |$)")
_FULL = {"re": " are", "ve": " have", "ll": " will"}
_CONTRACTED = re.compile(r"'(re|ve|ll)\b")
VERSION = "version"
"""The rule that reads a version."""
_LONGEST = 10
"""Words of a phrase that is no sentence."""
_CLAUSE = re.compile(r"^(?:if|when|unless|otherwise|else)\b", re.IGNORECASE)
_PHRASE = re.compile(
    r"^(for|as|with|without|on|using|via|from)\s+(?!example\b|instance\b|more\b|further\b|all\b)\S",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"^(?P<stem>.*?)\s*\b(?P<number>(?:v|ver\.?|version|rev\.?|revision|release)?\s*"
    r"\d+(?:\.(?:\d+|x))*\+?(?:\s+(?:or|and)\s+(?:later|newer|earlier|older))?)\s*(?:\([^()]*\))?$",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\b(?:step|part|example|phase|chapter|section|figure|table|stage|solution|question|lesson"
    r"|level|day|week|method|page|no|number|item|line|error|code|exit|status|issue|appendix)$",
    re.IGNORECASE,
)
"""Words that a number counts or names, and is no version of."""
_STATES = re.compile(
    r"^if\s+(?:you\s+are|you['’]re|there\s+(?:is|are)|there['’]s|you\s+use)\b",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"n['’]t\b|\b(?:not|no|never|without|cannot|fails?|failed|neither|stuck|unable|trouble"
    r"|problems?|issues?|errors?)\b",
    re.IGNORECASE,
)
_SEES = re.compile(
    r"\b(?:see|seeing|gets?|getting|encounter|experience|receive|notice|find|face)\b", re.IGNORECASE
)
_TROUBLE = re.compile(r"\b(?:stuck|unable|trouble|problems?|issues?|errors?)\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"^(?:if not|otherwise|else|in (?:all )?other cases)\b", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, slots=True)
class Stated:
    """A condition that a problem may state: its place in the words of the problem.

    ``value`` is its normal form. ``frame`` is what siblings that exclude each other have in common,
    the rest of the problem's words for a tail; ``rule`` is how it is stated.
    """

    rule: str
    start: int
    end: int
    value: str
    kind: ConditionKind
    frame: str


def normal_value(text: str) -> str:
    """Return the words of a condition in small letters, without articles and signs."""
    plain = _CONTRACTED.sub(lambda found: _FULL[found[1]], text.lower().replace("’", "'"))
    words = re.findall(r"[^\W_]+(?:[.+'-][^\W_]+)*\+?", plain)
    return " ".join(word for word in words if word not in ARTICLES)


def system_stated(problem: str) -> Stated | None:
    """Return the operating system that a problem is, ends in, or names in brackets."""
    start, end = inner_words(problem)
    inner = problem[start:end]
    bracket = _BRACKET.search(problem)
    head = problem[start : bracket.start()] if bracket else inner
    places = [(start, start + len(head.rstrip())), (start, end)]
    if led := _LED.match(head):
        places.insert(0, (start + led.end(), start + len(head.rstrip())))
    if bracket:
        places.append(bracket.span(1))
    if tail := re.search(r"\s(?:on|for)\s+([^()]+)$", head, re.IGNORECASE):
        places.append((start + tail.start(1), start + len(head.rstrip())))
    for first, last in places:
        names = systems_in(problem[first:last])
        if names:
            frame = "" if first - start < 8 and not bracket else "named"
            return Stated("system", first, last, "/".join(names), ConditionKind.PLATFORM, frame)
    return None


def version_stated(problem: str) -> Stated | None:
    """Return the version that a problem ends in: "Arduino IDE 2.x (Latest)"."""
    start, end = inner_words(problem)
    found = _VERSION.match(problem[start:end])
    if found is None or _COUNTS.search(found["stem"].strip()):
        return None
    number = normal_value(found["number"])
    first, last = start + found.start("number"), start + found.end("number")
    frame = normal_value(found["stem"])
    return Stated(VERSION, first, last, number, ConditionKind.VERSION, frame)


def is_circumstance(problem: str) -> bool:
    """Return whether a problem is a clause that tells when its resolution holds.

    "Otherwise" alone tells nothing. "When to renew" and "When rewards are paid" name a topic; one
    that tells of a user or of a thing at hand has a pronoun or an article: "When you renew".
    """
    start, end = inner_words(problem)
    inner = problem[start:end]
    if not _CLAUSE.match(inner) or is_otherwise(inner) or inner.endswith("?"):
        return False
    words = [word.lower() for word in inner.split()[:2]]
    return words[0] != "when" or words[-1] in DETERMINERS | PRONOUNS


def clause_stated(problem: str) -> Stated | None:
    """Return the clause that a problem is: "If you have an account"."""
    start, end = inner_words(problem)
    inner = problem[start:end]
    if not _CLAUSE.match(inner):
        return None
    kind = ConditionKind.STATE
    if re.match(r"if you(?:['’]re| are) (?:an?|the) \w+", inner, re.IGNORECASE):
        kind = ConditionKind.ROLE
    value = re.sub(r"^(?:if|when)\s+", "", normal_value(inner))
    if is_otherwise(inner):
        value = "otherwise"
    frame, used = value, _USES.match(value)
    if used:
        value, kind = used[1], ConditionKind.PRODUCT
    return Stated("clause", start, end, value, kind, frame)


def phrase_stated(problem: str) -> Stated | None:
    """Return the phrase that a problem is: "For business accounts", "Using the Tools menu"."""
    start, end = inner_words(problem)
    found = _PHRASE.match(problem[start:end])
    if found is None or "," in problem[start:end] or len(problem[start:end].split()) > _LONGEST:
        return None
    preposition = found[1].lower()
    value = normal_value(problem[start + len(found[1]) : end])
    frame = "with" if preposition == "without" else preposition
    if preposition == "without":
        value = f"without {value}"
    return Stated("phrase", start, end, value, _kind_of_phrase(preposition, value), frame)


def tail_stated(problem: str) -> list[Stated]:
    """Return the phrases that a problem may end in: "Find a receipt for a store purchase"."""
    start, end = inner_words(problem)
    found: list[Stated] = []
    at = end if _CLAUSE.match(problem[start:end]) else start
    while tail := _TAIL.search(problem[at:end]):
        first = at + tail.start(1)
        frame = normal_value(problem[start:first])
        preposition, _, rest = problem[first:end].partition(" ")
        if len(frame.split()) > 1 and not _FAILS.search(problem[start:first]):
            frame = f"{frame} {preposition.lower()}"
            value = normal_value(rest)
            kind = _kind_of_phrase(preposition.lower(), value)
            found.append(Stated("tail", first, end, value, kind, frame))
        at = first
    return found


def ways_of(problem: str) -> list[Stated]:
    """Return the ways that a problem may end in, framed by what is done: "Set it up via USB"."""
    return [
        dataclasses.replace(stated, kind=ConditionKind.CHOICE, frame=act)
        for stated in tail_stated(problem)
        for act, _, preposition in [stated.frame.rpartition(" ")]
        if preposition in _WAYS | _PLACES
    ]


def counts(stem: str) -> bool:
    """Return whether a number or letter behind these words only counts: "Step", "Appendix"."""
    return bool(_COUNTS.search(stem))


def whole_stated(problem: str, kind: ConditionKind | None) -> Stated:
    """Return all of a problem as a condition, where its lead-in says so."""
    start, end = inner_words(problem)
    own = system_stated(problem)
    if own is not None:
        return own
    clause = clause_stated(problem)
    said = kind or (clause.kind if clause else ConditionKind.CHOICE)
    value = clause.value if clause else normal_value(problem[start:end])
    return Stated("lead", start, end, value, said, "")


def _kind_of_phrase(preposition: str, value: str) -> ConditionKind:
    if preposition == "as":
        return ConditionKind.ROLE
    if re.search(r"\b(?:accounts?|users?)$", value):
        return ConditionKind.ROLE
    if preposition in ("using", "via"):
        return ConditionKind.CHOICE
    rest = ConditionKind.PRODUCT if preposition in _ABOUT else ConditionKind.STATE
    return kind_of_noun(value) or (ConditionKind.CHOICE if preposition in _WAYS else rest)


def describes_user(clause: str) -> bool:
    """Return whether a clause says how the user stands, rather than what went wrong."""
    trouble = _SEES.search(clause) or _TROUBLE.search(clause)
    return opens_with_user(clause) and not trouble


def opens_with_user(clause: str) -> bool:
    """Return whether a clause begins with how the user stands: "If you are using ..."."""
    return bool(_STATES.match(clause.strip(_SIGNS)))


def is_symptom(clause: str) -> bool:
    """Return whether a clause says what went wrong: "If you can't ...", "If you see an error"."""
    return bool(_FAILS.search(clause) or _SEES.search(clause))


def is_otherwise(clause: str) -> bool:
    """Return whether a clause stands for what the one before it leaves: "If not"."""
    return bool(_OTHERWISE.match(clause))


def without_negation(value: str) -> tuple[str, bool]:
    """Return a value without "not" and its like, and whether it had them."""
    plain = re.sub(r"\b(?:do|does|did) not\b|\b(?:do|does|did)n't\b", "not", value)
    plain = re.sub(r"(\w+)n't\b", r"\1 not", plain)
    words = plain.split()
    kept = [word for word in words if word not in NEGATIONS]
    return " ".join(word for word in kept if word not in ("any",)), len(kept) < len(words)


def inner_words(problem: str) -> tuple[int, int]:
    """Return where a problem's words stand, without numbering and signs at its edges."""
    numbering = _NUMBERING.match(problem)
    start = numbering.end() if numbering else 0
    end = len(problem)
    while end > start and problem[end - 1] in _SIGNS:
        end -= 1
    while start < end and problem[start] in _SIGNS:
        start += 1
    return start, end
