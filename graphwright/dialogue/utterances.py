"""What a user says, brought into a form that can be read: limits, words, and courtesy.

An utterance is data. It is searched for and compared with what pages say; no word of it is ever
carried out or repeated.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from enum import StrEnum

from graphwright.graph.lexical_index import terms

_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "`": "'"})
_MARKS = " .!?,;:\"'()“”„«»"
_ENDS = re.compile(r"[.!?;\n]+")
_MARK = re.compile(r"\s*[.!?,;\n–-]")
_GREETING = re.compile(
    r"(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day))(?: there| all| everyone)?\b"
)
_HELP = (
    r"(?:(?:can|could|would|will) (?:you|someone|anyone|somebody|anybody)(?: please| kindly)?"
    r" (?:help|assist)(?: me| us)?(?: out)?|(?:i|we) (?:need|want|would like)(?: some| your)? help"
    r"|please help(?: me| us)?|help(?: me)? please)"
    r"(?:,? (?:with|on|about) (?:this|that|it|the following))?(?:,? please)?"
)
_TOPIC = (
    r"(?:(?:i|we)(?: have|'ve got|'ve|'d like to ask)|here is|this is)? ?"
    r"(?:an?|one|another|my|some) (?:quick |short |small |simple )?"
    r"(?:questions?|problems?|issues?)(?: for you| here)?"
)
_OPENED = re.compile(rf"(?:{_HELP}|{_TOPIC})\s*[:.!?,;\n–-]+\s*", re.IGNORECASE)
"""What only says that something is to be asked, where the problem follows a mark."""
_CLOSED = re.compile(rf"\s*[.!?,;\n–-]+\s*{_HELP}[\s.!?]*", re.IGNORECASE)
_THANKS = re.compile(
    r"(?:(?:ok|okay|great|perfect|good|cool|alright|all right|got it|that (?:helped|works|worked)"
    r"|(?:many |so )?thanks?|thank you|cheers|much appreciated|very|so|much|a lot|again"
    r"|for (?:your|the) help|and|good ?bye|bye)[\s,.!]*)+"
)
_GOODBYE = re.compile(r"(?:good ?bye|bye(?: bye)?|see you|have a (?:nice|good) (?:day|one))\b")
_PERSON = re.compile(
    r"\b(?:(?:speak|talk|chat)\s+(?:to|with)|connect\s+me\s+(?:to|with)|(?:transfer|pass)\s+me\s+to"
    r"|reach|need|want|get\s+me|give\s+me|call)\s+(?:to\s+)?(?:an?\s+|the\s+|some|your\s+)?"
    r"(?:real\s+|live\s+|actual\s+|human\s+|support\s+|service\s+)*"
    r"(?:human(?:\s+being)?|person|people|agent|representative|operator|someone|somebody|one"
    r"|staff|employee|team|advisor|adviser)\b(?!\s+(?:else\s+)?(?:to|who|account|board|cloud))"
)
_PERSON_ALONE = re.compile(
    r"(?:a |an )?(?:real |live |human )*(?:human|person|agent|representative|operator)(?: please)?"
)
_OBJECTION = re.compile(
    r"\b(?:(?:that|this|it)(?:'s| is| does| did| has)?\s*(?:not|n't)|(?:that|this|it)\s+"
    r"(?:isn't|wasn't|doesn't|didn't|hasn't))\s+(?:help|work|it\b|what i|right|solve|answer)\w*"
)
_STILL = re.compile(
    r"(?:(?:no|but|sorry)[,\s]+)?(?:(?:that|this|it)\s+)?(?:still\s+)?"
    r"(?:(?:does|did|is|has)(?:n't|\s+not)|not)\s+(?:help|work)\w*"
)
_NOT_KNOWN = re.compile(
    r"\b(?:(?:i'?m |i am )?(?:not|un)\s?(?:really |quite |so )?(?:sure|certain)"
    r"|(?:i )?(?:don't|do not|dunno|cannot|can't)(?: really)? (?:know|say|tell|remember)"
    r"|no idea|no clue|dunno)\b"
)
_NONE = re.compile(
    r"(?:no,? )?(?:none(?: of (?:these|those|them|the above|it))?|something else|another(?: one)?"
    r"|(?:something |an)?other|neither(?: of (?:these|those|them))?|not (?:any of )?"
    r"(?:these|those|them|listed|on the list))"
)
_YES = frozenset(
    {"yes", "y", "yes please", "yeah", "yep", "yup", "sure", "correct", "right", "exactly",
     "that is right", "that's right", "it does", "it is", "i am", "i do", "i have", "please",
     "please do", "ok", "okay", "true"}
)  # fmt: skip
_NO = frozenset(
    {"no", "n", "nope", "nah", "no thanks", "no thank you", "not really", "it is not", "it isn't",
     "it does not", "it doesn't", "i am not", "i'm not", "i do not", "i don't", "false"}
)  # fmt: skip


_OPENING = re.compile(r"[^.,;:!\n–]+")


class Act(StrEnum):
    """What an utterance does, as far as its own words tell."""

    EMPTY = "empty"
    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    PERSON = "person"
    NOT_SURE = "not_sure"
    NONE_OF_THESE = "none_of_these"
    YES = "yes"
    NO = "no"
    OBJECTION = "objection"
    STATEMENT = "statement"


@dataclasses.dataclass(frozen=True, slots=True)
class Utterance:
    """An utterance: its act, what it says beyond courtesy and objection, and the terms of that."""

    act: Act
    text: str
    terms: tuple[str, ...]

    @property
    def folded(self) -> str:
        """Return the text in lower case without marks at its ends."""
        return folded(self.text)


def folded(text: str) -> str:
    """Return a text in lower case without marks at its ends."""
    return text.casefold().strip(_MARKS)


def read_utterance(raw: str, most_characters: int) -> Utterance:
    """Return an utterance as it is read; what is longer than the limit is cut there."""
    text = _clean(raw[:most_characters])
    body = _without_opening(text)
    act = _act(text.casefold(), body.casefold())
    if act == Act.OBJECTION:
        body = " ".join(one.strip() for one in _sentences(body) if not _objects(_low(one.strip())))
    return Utterance(act, body, tuple(terms(body)))


def _objects(sentence: str) -> bool:
    return bool(_OBJECTION.search(sentence) or _STILL.fullmatch(sentence))


def _clean(raw: str) -> str:
    """Return a text in NFKC, white space single but for lines, without control characters."""
    text = unicodedata.normalize("NFKC", raw).translate(_APOSTROPHES)
    lines = ("".join(sign if sign.isprintable() else " " for sign in line) for line in _lines(text))
    return "\n".join(line for line in (" ".join(one.split()) for one in lines) if line)


def _lines(text: str) -> list[str]:
    return text.splitlines()


def _low(text: str) -> str:
    return text.casefold()


def _sentences(text: str) -> list[str]:
    return [one for one in _ENDS.split(text) if one.strip()]


def _without_opening(text: str) -> str:
    """Return a text without the courtesy about its problem: "Hello", "can you help me?"."""
    greeting = _GREETING.match(text.casefold())
    rest = text[greeting.end() :].lstrip(" ,.!:;-–\n") if greeting else text
    if opened := _OPENED.match(rest):
        rest = rest[opened.end() :]
    closing = (one.start() for one in _MARK.finditer(rest) if _CLOSED.fullmatch(rest, one.start()))
    rest = rest[: next(closing, len(rest))]
    return rest if any(sign.isalnum() for sign in rest) else text


def _act(text: str, body: str) -> Act:
    bare = body.strip(" .!?,;:\"'()-–\n")
    if not any(sign.isalnum() for sign in text):
        return Act.EMPTY
    for act, pattern in _WHOLE:
        if pattern.fullmatch(bare):
            return act
    if bare in _YES | _NO:
        return Act.YES if bare in _YES else Act.NO
    for act, pattern in _INSIDE:
        if pattern.search(body) and (act != Act.NOT_SURE or len(bare.split()) <= _SHORT):
            return act
    return Act.STATEMENT


_SHORT = 8
"""Words up to which "I don't know" is the answer and not the opening of a problem."""
_WHOLE = (
    (Act.GREETING, _GREETING),
    (Act.PERSON, _PERSON_ALONE),
    (Act.NONE_OF_THESE, _NONE),
    (Act.GOODBYE, _GOODBYE),
    (Act.OBJECTION, _STILL),
)
_INSIDE = (
    (Act.PERSON, _PERSON),
    (Act.NOT_SURE, _NOT_KNOWN),
    (Act.OBJECTION, _OBJECTION),
)


def refuses_all(text: str) -> bool:
    """Return whether an utterance opens with "none of these", and not with a "no" to one."""
    found = _OPENING.match(text)
    return found is not None and _NONE.fullmatch(found[0].casefold().strip()) is not None


def after_refusal(text: str) -> str | None:
    """Return what follows "none of these" or "no" in an utterance that opens so, else None."""
    found = _OPENING.match(text)
    opening = found[0].casefold().strip() if found else ""
    if found is None or not (opening in _NO or _NONE.fullmatch(opening)):
        return None
    return text[found.end() :].strip(" .,;:!–\n") or None


def is_thanks(utterance: Utterance) -> bool:
    """Return whether all of it is thanks: "ok" alone may also be a yes, which goes first."""
    return bool(_THANKS.fullmatch(utterance.folded))
