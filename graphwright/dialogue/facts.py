"""What a user said of conditions, in any turn: chosen options, and names of values.

A value is looked for in all that was said, so that a fact counts for a question that only comes
later, and for the same value in another branch. What was said last counts.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence

from graphwright.dialogue.reply import Fact, Option
from graphwright.dialogue.utterances import Act, Utterance, folded
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS, NEGATIONS

_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "fifth": 5, "5th": 5, "sixth": 6, "6th": 6, "last": -1,
}  # fmt: skip
_NUMERALS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NUMBERED = re.compile(
    r"(?:i (?:want|mean|choose|pick|take)(?:ed)? |it(?:'s| is) |and |what about |sorry,? )?"
    r"(?:the )?(?:option |number |answer |no\.? |#)?(\d{1,2}|\w+)[.)]?(?: one| option| answer)?"
    r"(?: please)?"
)
_NEGATORS = frozenset(("not", "no", "never", "without", "isn", "don", "doesn", "aren", "except"))
_CLAUSES = re.compile(r"[,;:!?\n]|\.(?=\s|$)|\bbut\b|\binstead\b|\brather\b|\bi mean\b|\bi meant\b")
_WORDS = re.compile(r"\w+")
_NAMES_NONE = frozenset((Act.YES, Act.NO, Act.NONE_OF_THESE))
_REACH = 3
"""Words before a value within which a negation is of it."""
_LEAST_PREFIX = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """A text that counts as said in a turn: an utterance, or the label of the option chosen."""

    turn: int
    text: str


def chosen(
    utterance: Utterance, options: Sequence[Option], others: Sequence[Option] = ()
) -> Option | None:
    """Return the option that an utterance names by label, number or place, None where none.

    ``others`` are those that were not shown: they have no number, and are named as well.
    """
    if not (options or others):
        return None
    by_number = _by_number(utterance.folded, options)
    options = [*options, *others]
    labels = [folded(option.label) for option in options]
    if utterance.folded in labels:
        return options[labels.index(utterance.folded)]
    if by_number is not None or utterance.act in _NAMES_NONE:
        return by_number
    named = [value for value, met in mentions(utterance.text, labels, whole=False) if met]
    return options[labels.index(named[-1])] if len(named) == 1 else None


def _by_number(folded: str, options: Sequence[Option]) -> Option | None:
    found = _NUMBERED.fullmatch(folded)
    if found is None:
        return None
    word = found[1]
    place = int(word) if word.isdecimal() else (_ORDINALS | _NUMERALS).get(word, 0)
    if place == -1 and options:
        return options[-1]
    return options[place - 1] if 1 <= place <= len(options) else None


def group_facts(
    group: str, values: Sequence[str], answers: Sequence[Fact], said: Sequence[Said]
) -> dict[str, Fact]:
    """Return what is known of each value of a group, the last word on each.

    ``answers`` are options that were chosen or refused. A value that is met says that no other is.
    Of one turn what was chosen or refused counts before what its words name besides: after "none of
    these" a name is another's.
    """
    own = [fact for fact in answers if fact.group == group and fact.value in values]
    found = [
        Fact(group, value, met, one.turn)
        for one in said
        for value, met in mentions(one.text, values)
    ]
    found += sorted(own, key=lambda fact: bool(fact.met))
    known: dict[str, Fact] = {}
    for fact in sorted(found, key=lambda one: one.turn):
        if fact.met:
            known = {}  # what was said before of the others is taken back
        known[fact.value] = fact
    return known


def mentions(text: str, values: Sequence[str], *, whole: bool = True) -> list[tuple[str, bool]]:
    """Return the values that a text names, in order, and whether they are affirmed.

    Of values that share words the one that most words of the text speak for is meant: "light blue
    account" is not the blue account. ``whole`` asks that all of a value's telling words are named;
    else words that one value alone has are enough.
    """
    telling = _telling_words(values)
    found: list[tuple[str, bool]] = []
    for clause in _CLAUSES.split(_with_values_whole(text.casefold(), values)):
        words = [one for word in _WORDS.findall(clause) for one in terms(word)]
        for value, place in _best(words, values, telling, whole=whole):
            negated = any(word in _NEGATORS for word in words[max(place - _REACH, 0) : place])
            found.append((value, not negated))
    return found


def _with_values_whole(text: str, values: Sequence[str]) -> str:
    """Return a text in which no value is parted by the marks that part clauses."""
    for value in values:
        name = folded(value)
        if name in text and _CLAUSES.search(name):
            text = text.replace(name, _CLAUSES.sub(" ", name))
    return text


def _telling_words(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the words of each value without those that more than half of several share.

    Function words tell nothing either, but for negations.
    """
    words = {value: tuple(dict.fromkeys(terms(value))) for value in values}
    often = Counter(word for held in words.values() for word in held)
    shared = {word for word, count in often.items() if len(values) > 2 and 2 * count > len(values)}
    shared |= {word for word, count in often.items() if count == len(values) > 1}
    shared |= FUNCTION_WORDS - NEGATIONS
    return {v: tuple(w for w in held if w not in shared) or held for v, held in words.items()}


def _best(
    words: Sequence[str], values: Sequence[str], telling: dict[str, tuple[str, ...]], *, whole: bool
) -> list[tuple[str, int]]:
    """Return the values that a clause names with the place of each, none inside another."""
    scored = []
    for value in values:
        if whole and _only_denies(telling[value]) and not _names_of(value) & set(words):
            continue  # "I have no account" says nothing of "no administrator"
        places = [_place(words, word, telling) for word in telling[value]]
        held = {place for place in places if place is not None}
        if held and (len(held) == len(places) or (not whole and _is_alone(words, value, telling))):
            exact = sum(word in words for word in terms(value))
            scored.append((len(held), exact, value, held))
    scored.sort(key=lambda one: (-one[0], -one[1], len(terms(one[2]))))
    taken: set[int] = set()
    kept: list[tuple[str, int]] = []
    for _, _, value, held in scored:
        if not held & taken:
            taken |= held
            kept.append((value, min(held)))
    return sorted(kept, key=lambda one: one[1])


def _only_denies(telling: Sequence[str]) -> bool:
    return set(telling) <= NEGATIONS


def _names_of(value: str) -> set[str]:
    return set(terms(value)) - FUNCTION_WORDS


def _place(words: Sequence[str], word: str, telling: dict[str, tuple[str, ...]]) -> int | None:
    """Return where a word of a value stands; "mac" stands for "macos" where no other begins so."""
    if word in words:
        return words.index(word)
    if any(held == (word,) for held in telling.values()):
        for place, said in enumerate(words):
            begun = [held for held in telling.values() if any(w.startswith(said) for w in held)]
            if _may_begin(said) and word.startswith(said) and len(begun) == 1:
                return place
    return None


def _may_begin(said: str) -> bool:
    return len(said) >= _LEAST_PREFIX and said not in FUNCTION_WORDS


def _is_alone(words: Sequence[str], value: str, telling: dict[str, tuple[str, ...]]) -> bool:
    """Return whether the words name something of one value and nothing of the others."""
    named = [one for one, held in telling.items() if set(held) & set(words)]
    return named == [value]
