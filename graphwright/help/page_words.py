"""What pages say of themselves: names of navigation and procedures, and introductions."""

from __future__ import annotations

import re

from graphwright.tickets.normal_words import normal_words

_NAVIGATION = frozenset(
    normal_words(words)
    for words in (
        "in this article", "in this section", "in this guide", "in this topic", "in this page",
        "on this page", "contents", "table of contents", "jump to", "quick links", "see also",
        "further reading", "read more", "learn more", "more information", "related",
        "more articles", "related articles", "related content", "related links",
        "related pages", "related topics",
        "still need help", "if you still need help", "need help", "need more help",
        "if you need help",
        "was this article helpful", "was this page helpful", "did this help", "share this article",
        "recently viewed articles", "back to top", "related questions",
    )
)  # fmt: skip
"""Names of parts that lead elsewhere."""
_FORMS = frozenset(
    normal_words(words)
    for words in (
        "answer", "before you begin", "before you start", "faq", "faqs", "fix",
        "follow these steps", "frequently asked questions", "how to", "how to do it",
        "instructions", "procedure",
        "resolution", "solution", "solutions", "steps", "steps to follow", "steps to resolve",
        "what to do", "workaround",
    )
)  # fmt: skip
"""Names of the form of what stands below, which belongs to the part above."""

_ITSELF = r"(?:article|guide|page|section|document|topic|tutorial|post|faq|help page)"
_INTRODUCTION = re.compile(
    rf"""(?:
      (?:in|throughout)\s+(?:this|the\s+following)\s+{_ITSELF}\b
    | (?:this|the\s+following)\s+{_ITSELF}\s+(?:will\s+)?(?:also\s+)?
      (?:aims?|answers?|contains?|covers?|describes?|details?|discusses|explains?|goes|guides?
        |helps?|introduces?|is\s+(?:about|for|intended|meant)|lists?|outlines?|provides?|shows?
        |summari[sz]es?|teaches|tells?|walks?)\b
    | (?:below|here)\s+(?:you|we)(?:['’]ll|\s+will|\s+can|\s+are)?\s+(?:find|see|list|explain)
    | (?:here\s+you['’]ll\s+|here\s+you\s+will\s+)?learn\s+(?:about|how|more|what|which|why)\b
    | (?:read|keep\s+reading)\s+(?:on|below)\b
    | (?:we\s+are|we['’]re)\s+(?:sorry|happy|glad|here\s+to\s+help)\b
    | (?:thank\s+you|thanks|welcome)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_REMARK = re.compile(
    r"(?:attention|caution|example|examples|hint|important|info|information|note|notes|notice|tip"
    r"|tips|warning|warnings)\b",
    re.IGNORECASE,
)
"""Words that open a remark on the whole section and no part of it."""


def is_navigation(words: str) -> bool:
    """Say whether words name a part that only leads elsewhere."""
    return normal_words(words) in _NAVIGATION


def names_form(words: str) -> bool:
    """Say whether words name a form, as "Instructions" does, and no problem."""
    return normal_words(words) in _FORMS


def introduces(sentence: str) -> bool:
    """Say whether a sentence speaks of the page and not of its subject."""
    return _INTRODUCTION.match(sentence) is not None


def is_remark(words: str) -> bool:
    """Say whether words open a remark: "Note: ..."."""
    return _REMARK.match(words) is not None
