"""What a sentence of a help page does: a step, an answer, a notice, or a reference elsewhere."""

from __future__ import annotations

import re

from graphwright.help.function_words import (
    AUXILIARIES,
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    PRONOUNS,
)

_NOTICE_NAME = (
    r"(?:note|notice|important|warning|caution|attention|danger|prerequisites?|requirements?"
    r"|limitations?|restrictions?|limits|before\s+you\s+(?:begin|start)"
    r"|what\s+you(?:['’]ll|\s+will)?\s+need|you(?:['’]ll|\s+will)\s+need)"
)
_NOTICE = re.compile(
    rf"^[>\s*_]*(?:\[!(?:note|important|warning|caution)\]|{_NOTICE_NAME}\s*[*_]*\s*(?:[:!–—-]|$)"
    r"|(?:please\s+)?note\s+that\b|be\s+aware\s+that\b|keep\s+in\s+mind\s+that\b"
    r"|before\s+you\s+(?:begin|start|continue)\b|you(?:['’]ll|\s+will)?\s+need\b)",
    re.IGNORECASE,
)
_NOTICE_HEADING = re.compile(
    rf"^[\s\d.]*{_NOTICE_NAME}(?:\s+(?:and|or)\s+\w+)?[\s:!]*$", re.IGNORECASE
)
_LIMIT = re.compile(
    r"\b(?:must|mustn['’]t|required?|requires|prerequisite|at\s+least|at\s+most|up\s+to"
    r"|no\s+(?:more|less|later|earlier)\s+than|only\s+(?:if|available|works?|supported|when|for|in)"
    r"|(?:cannot|can['’]t)\s+be\s+undone|(?:not|isn['’]t|aren['’]t)\s+(?:supported|available"
    r"|possible|compatible)|permanent(?:ly)?|irreversible|will\s+(?:delete|erase|remove))\b",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"\b(?:contact(?:ing)?\s+(?:us|our|your|\w+\s+(?:support|team|service))"
    r"|contact\s+(?:form|support)|reach\s+out|get\s+in\s+touch"
    r"|(?:call|email|e-mail|phone|write\s+to|speak\s+(?:to|with)|talk\s+to)\s+(?:us|our|support|customer)"
    r"|(?:submit|open|file|create|raise)\s+a\s+(?:support\s+)?(?:request|ticket|case)\b)",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"(?:^|[,;:]\s*|\b(?:please|also|and|then)\s+)(?:see|refer\s+to|read|check\s+out|consult"
    r"|learn\s+(?:more|how|about)|find\s+out\s+(?:more|how)|visit|go\s+to\s+the\s+(?:article|page|guide))\b"
    r"|\bfor\s+(?:more|further)\s+(?:information|details|help)\b|\bmore\s+about\b"
    r"|\b(?:is|are)\s+(?:described|explained|covered|documented)\s+(?:in|here)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:depend(?:s|ing)?\s+on|may|might|could|var(?:y|ies)|sometimes|possibly|perhaps)\b",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"^(?:this|the\s+following|in\s+this)\s+(?:page|article|guide|section|document|tutorial|topic"
    r"|sections|steps)\b|^(?:here|below)\s+(?:you|are|is)\b|^learn\b|^welcome\b|^about\b",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"(?:[^,.]{1,80},\s+)?(?:please\s+)?(?:follow|try|perform|complete|use)\s+(?:the|these|each)\b"
    r"[^.,;]*\b(?:steps?|instructions?|tips|solutions?)\b(?:\s+(?:below|here))?\s*\.?",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:[^\w\"“'‘(]*)(?:(?:step\s+)?\d{1,2}[.):]\s+)?(?:(?:to|in|on|from|if|when|once|after|under|for"
    r"|using|at|with|before|while)\b[^,.:]{1,120},\s+)?(?:(?:then|next|first|finally|now|please|just"
    r"|simply|optionally|optional|also)[,:]?\s+)*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|can|will|has|have|does|do|must|should|need|needs|means|allows?|uses?"
    r"|requires?|supports?|includes?|provides?|works?|takes?|costs?|applies|apply|shows?|gets?)\b|[’']ll\b"
    r"|\b(?:yes|no)\b",
    re.IGNORECASE,
)


def is_notice(sentence: str) -> bool:
    """Return whether a sentence begins as a warning, a note or a prerequisite does."""
    return bool(_NOTICE.match(sentence))


def heads_notices(heading: str) -> bool:
    """Return whether all under a heading is a notice: "Before you begin", "Requirements"."""
    return bool(_NOTICE_HEADING.match(heading))


def states_limit(sentence: str) -> bool:
    """Return whether a sentence says what must be, or what is not possible."""
    return bool(_LIMIT.search(sentence))


def sends_to_person(sentence: str) -> bool:
    """Return whether a sentence says to ask somebody."""
    return bool(_CONTACT.search(sentence))


def refers_on(sentence: str) -> bool:
    """Return whether a sentence says where else to read."""
    return bool(_REFERS.search(sentence))


def is_vague(sentence: str) -> bool:
    """Return whether a sentence leaves open what holds."""
    return bool(_VAGUE.search(sentence))


def describes_page(sentence: str) -> bool:
    """Return whether a sentence says what the page is about, or leads in what stands below."""
    told = sentence.strip()
    leads_in = sentence.rstrip(" *_").endswith((":", "?")) or _LEADS_IN.fullmatch(told)
    return bool(_DESCRIBES.match(told) or leads_in)


def is_step(sentence: str) -> bool:
    """Return whether a sentence is an order: "In the menu, click Save".

    A verb's base form opens it, or what follows an opening phrase; behind it stands what no subject
    has behind it: an article, a preposition, a name or quoted words.
    """
    body = sentence[_OPENING.match(sentence).end() :]  # type: ignore[union-attr]  # may be empty
    words = list(_WORD.finditer(body))
    if not words or not _may_order(words[0].group().lower()):
        return False
    if len(words) == 1:
        return len(body) > len(words[0].group()) + 1
    after, gap = words[1].group(), body[words[0].end() : words[1].start()]
    if after.lower() in AUXILIARIES | _SUBJECTS or is_vague(body):
        return False
    particle = after.lower() in DETERMINERS | PREPOSITIONS | PRONOUNS | _PARTICLES
    named = after[0].isupper() or any(sign in gap for sign in "\"“'‘*`<[")
    return particle or named or len(words) > _SHORT


_SUBJECTS = frozenset(("i", "we", "they", "he", "she"))
_PARTICLES = frozenset(("up", "out", "off", "down", "back"))
_SHORT = 2
"""Words that a name has as often as an order."""


def _may_order(word: str) -> bool:
    if word in FUNCTION_WORDS or word in ("yes", "there", "here", "some", "all", "both"):
        return word in ("do", "be", "have")
    return not re.search(r"(?:[^s]s|[^e]ed|\w{3}ing|[^p]ly|tion|ment|ity|ness)$", word)


def is_statement(sentence: str) -> bool:
    """Return whether a sentence says something: it is whole, has a finite verb, or a number."""
    whole = sentence.rstrip(' *_)"”').endswith((".", "!")) and len(sentence.split()) > _SHORT
    return whole or bool(_FINITE.search(sentence) or re.search(r"\d", sentence))
