"""The singular of an English noun by spelling, only where the spelling makes it safe.

Used for keys alone: a key needs to be the same for both numbers, not to be a dictionary form.
"""

from __future__ import annotations

import re

_NO_PLURAL = re.compile(
    r".*(?:ss|us|is|aas|news|[tmsnh]ics)"
    r"|(?:dev|devsec|sec|ml|ai|git|fin|data)?ops"
    r"|alias|bias|canvas|atlas|chaos|cosmos|ethos|macos|lens|windows|goods|series|species|means"
    r"|https|always|perhaps|whereas|headquarters|thanks"
)
_PLURAL_AFTER_ALL = re.compile(r"menus|gurus|[cg]pus|apis|kpis|taxis|clinics|comics")
_DROP_ES = re.compile(
    r".*(?:sses|shes|xes|zzes|[^w]ches|wiches|(?:ali|bi|atl|canv|g)ases|lenses|[^shct]oes)"
    r"|.*[^aeocb]uses|buses"
)
_DROP_S = re.compile(r".*(?:[^eo]aches|niches|shoes|canoes)|cookies|movies|ties|pies|lies|calories")
_TO_IS = re.compile(r"(?:analy|cri|hypothe|the|diagno|synthe|parenthe|empha)ses")
_IES = re.compile(r".{2,}ies")


def singular(word: str) -> str:
    """Return the singular of a lower-case noun, or the word itself where that is not safe."""
    if len(word) < 4 or not word.isalpha() or not word.endswith("s"):
        return word
    rules = (
        (_PLURAL_AFTER_ALL, word[:-1]),
        (_DROP_S, word[:-1]),
        (_NO_PLURAL, word),
        (_TO_IS, word[:-2] + "is"),
        (_DROP_ES, word[:-2]),
        (_IES, word[:-3] + "y"),
    )
    return next((found for pattern, found in rules if pattern.fullmatch(word)), word[:-1])
