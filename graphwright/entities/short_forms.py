"""Reading short forms inside names: acronyms that a document introduces, and words written short.

"MTA archive" is read as "multitarget application archive", "app tile" as "application tile", and
"Bill of Materials (BOM)" without what is in brackets. A name of one word is left as it is: whether
an acronym is its expansion is decided by the tier of acronyms.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from graphwright.entities.name_words import LINKS, Name, noun

_FILE = Path(__file__).with_name("short_forms.yaml")
_BRACKETS = re.compile(r"(?P<before>[^()]*\w)\s+\((?P<short>[A-Z][A-Za-z\d]{1,5})\)")
_ENDING = re.compile(r"['’]s?$")


@functools.cache
def _written_short() -> Mapping[str, str]:
    found: dict[str, str] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return found


def read_in_full(name: Name, expansions: Mapping[str, str]) -> Name:
    """Return a name of several words with its short forms read, the name itself where it has none.

    ``expansions`` are what acronyms stand for, both by key.
    """
    name = _without_repetition(name, expansions)
    words = name.key.split()
    full = _full_words(words, expansions) if len(words) > 1 else {}
    if not full:
        return name
    form = " ".join(
        full.get(_ENDING.sub("", word.casefold())) or word for word in name.form.split()
    )
    return dataclasses.replace(
        name, key=" ".join(full.get(word) or word for word in words), form=form
    )


def _full_words(words: list[str], expansions: Mapping[str, str]) -> dict[str, str]:
    short = _written_short()
    found = {}
    for word in words:
        full = expansions.get(word) or expansions.get(noun(word)) or short.get(noun(word))
        if full:
            found[word] = full
    return found


def _without_repetition(name: Name, expansions: Mapping[str, str]) -> Name:
    """Return a name without the acronym in brackets that stands behind its own words."""
    found = _BRACKETS.match(name.form)
    if found is None:
        return name
    short, before = found["short"].casefold(), found["before"].casefold()
    bracket, words = f"({short})", name.key.split()
    if bracket not in words or not _abbreviates(short, before, expansions):
        return name
    key = " ".join(word for word in words if word != bracket)
    form = " ".join(name.form.replace(f"({found['short']})", "").split())
    return dataclasses.replace(name, key=key, form=form)


def _abbreviates(short: str, before: str, expansions: Mapping[str, str]) -> bool:
    """Return whether a text ends in what a short form stands for, known or by its initials."""
    words = before.replace("-", " ").split()
    known = expansions.get(short) or expansions.get(noun(short))
    if known is not None:
        return [noun(word) for word in words][-len(known.split()) :] == list(
            map(noun, known.split())
        )
    content = [word for word in words if word not in LINKS and word != "and"]
    initials = ("".join(word[0] for word in found) for found in (words, content))
    return len(noun(short)) > 1 and any(found.endswith(noun(short)) for found in initials)
