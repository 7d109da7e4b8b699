"""A question over tickets as words, with keys and quotes as one word each."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(
    r"\"(?P<quote>[^\"\n]{1,500})\"|“(?P<curly>[^”\n]{1,500})”"
    r"|(?P<key>(?:[\w.-]+:)?(?:[\w./-]*#\d+|[A-Za-z][A-Za-z0-9_]*-\d+)(?![\w-]))"
    r"|(?P<word>[^\W_]+(?:[.’'_/+:-][^\W_]+)*[+#]*)"
)
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A word of a question; ``kind`` is word, key or quote."""

    text: str
    kind: str = "word"

    @property
    def folded(self) -> str:
        """The word in small letters, without a possessive."""
        return _POSSESSIVE.sub("", self.text.casefold())


def words_of(text: str, is_key: Callable[[str], bool]) -> list[Word]:
    """Return the words of a question; ``is_key`` tells what of the look of a key is one."""
    found = []
    for match in _TOKEN.finditer(text):
        quote = match["quote"] or match["curly"]
        if quote is not None:
            found.append(Word(quote.strip(), "quote"))
        elif match["key"] is not None:
            key = match["key"]
            found.append(Word(key, "key" if is_key(key) else "word"))
        else:
            found.append(Word(match["word"]))
    return found


def at(words: Sequence[Word], place: int) -> str:
    """Return the word at a place in small letters; empty beyond the ends, and for a quote."""
    if not 0 <= place < len(words) or words[place].kind == "quote":
        return ""
    return words[place].folded


def singular(word: str) -> str:
    """Return a noun without its plural ending: stories, fixes, bugs."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "sses", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
