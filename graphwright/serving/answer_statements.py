"""A model's answer sentence by sentence: what each cites, and whether the cited sources bear it.

The check asks no model. It finds citations of sources that there are not, sentences without a
citation, and numbers and names that neither the cited sources nor the question hold. It does not
judge whether a sentence follows from its sources.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.serving.answer_sources import NOT_STATED
from graphwright.serving.models import Source, Statement, Verdict

_CITED = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")
_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"”’)]))((?:\s*\[[\d\s,;]+\])*)\s+(?=\S)")
_NUMBER = re.compile(r"\d(?:[\d.,:/-]*\d)?")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]*\b")


def is_not_stated(text: str) -> bool:
    """Return whether a model says that the sources do not hold the answer."""
    bare = _CITED.sub("", text).strip().rstrip(".").casefold()
    return bare == NOT_STATED.rstrip(".").casefold()


def statements_of(text: str, sources: Sequence[Source], question: str) -> tuple[Statement, ...]:
    """Return the sentences of an answer, each with its citations and what the check says of it."""
    known = {source.number: source for source in sources}
    return tuple(_statement(sentence, known, question) for sentence in _sentences(text))


def chosen_quotes(text: str, sources: Sequence[Source]) -> tuple[Statement, ...]:
    """Return the sources that a model names, in its order, each as a sentence that cites itself.

    Numbers that no source has choose nothing.
    """
    known = {source.number: source for source in sources}
    named = dict.fromkeys(int(number) for number in re.findall(r"\d{1,4}", text))
    return tuple(
        Statement(text=known[number].text, citations=(number,), verdict="supported")
        for number in named
        if number in known
    )


def _sentences(text: str) -> list[str]:
    """Return the sentences with their citations, also with those that stand behind the period."""
    found, start = [], 0
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        for end in _END.finditer(text, line.start(), line.end()):
            found.append(text[start : end.end()].strip())
            start = end.end()
        found.append(text[start : line.end()].strip())
    return _joined([sentence for sentence in found if sentence])


def _joined(sentences: list[str]) -> list[str]:
    """Return the sentences; what is citations alone belongs to the one before."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and not _CITED.sub("", sentence).strip():
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined


def _statement(sentence: str, known: dict[int, Source], question: str) -> Statement:
    cited = [int(n) for group in _CITED.findall(sentence) for n in re.findall(r"\d+", group)]
    numbers = tuple(dict.fromkeys(cited))
    invented = tuple(number for number in numbers if number not in known)
    bare = " ".join(_CITED.sub(" ", sentence).split())
    bare = re.sub(r"\s+([.!?,;])", r"\1", bare)
    read = [known[number] for number in numbers if number in known]
    absent = _absent(bare, read, question) if read else ()
    return Statement(
        text=bare, citations=numbers, verdict=_verdict(read, invented, absent), absent=absent
    )


def _verdict(read: Sequence[Source], invented: Sequence[int], absent: Sequence[str]) -> Verdict:
    if invented:
        return "invented"
    if not read:
        return "uncited"
    return "unsupported" if absent else "supported"


def _absent(sentence: str, read: Sequence[Source], question: str) -> tuple[str, ...]:
    """Return the numbers and names of a sentence that its sources and the question do not hold."""
    told = " ".join([question, *(f"{s.text} {s.fact or ''} {s.citation.title}" for s in read)])
    numbers, words = set(_NUMBER.findall(told)), told.casefold()
    found = [n for n in _NUMBER.findall(sentence) if n not in numbers]
    inside = _NAME.findall(sentence.lstrip("-*• "))
    found += [name for name in inside if name.casefold() not in words]
    return tuple(dict.fromkeys(found))
