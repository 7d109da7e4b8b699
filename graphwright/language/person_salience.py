"""The persons that a window names, and what speaks for each as the one whom "he" or "she" means.

A person is all mentions of one name ("Ada Byron", "Byron") or a noun for a person. The features
are those of salience (Lappin and Leass 1994) and centering (Grosz, Joshi and Weinstein 1995): how
near, in which role, how often. Choosing is in ``graphwright.language.person_antecedents``.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphwright.language.names import Name, name_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

WEIGHTS: Mapping[str, float] = {
    "same_sentence": 0.75,
    "sentence_before": 0.5,
    "sentences_back": -0.5,  # for each, up to 5
    "persons_between": -0.15,  # for each that is nearer, up to 4
    "subject": 1.25,
    "object": 0.25,
    "owner": 0.5,
    "starts_sentence": 0.25,
    "same_role": 0.75,  # the role of the pronoun
    "governs": 1.0,  # subject of a verb above a pronoun that is no subject
    "mentions": 0.5,  # for each e-fold
    "pronoun_last": -0.5,  # what was "he" last is often changed where "he" must be decided again
    "known_gender": 1.0,
    "noun": -0.5,
    "after": -1.0,
    "chained": 1.0,  # coreferee says so
}
"""What speaks for a person, as a logit. Round numbers set by hand, between what fits on novels
(LitBank) and on articles (GAP's development rows) give, so that neither decides alone."""

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "agent"})
_OBJECTS = frozenset({"dobj", "dative", "attr", "oprd"})
_REFLEXIVES = frozenset({"himself", "herself"})
_MALE_TITLES = frozenset({"mr", "mr.", "sir", "lord", "king", "prince"})
_FEMALE_TITLES = frozenset({"mrs", "mrs.", "ms", "ms.", "miss", "lady", "queen", "princess"})
_CLAUSE = frozenset({"VERB", "AUX"})


@dataclasses.dataclass(slots=True)
class Mention:
    """A word that stands for a person; ``pronoun`` where it was resolved."""

    token: Token
    role: str
    pronoun: bool = False


@dataclasses.dataclass(slots=True)
class Person:
    """All mentions of a person so far, in order of the text; the gender is "" while unknown."""

    words: tuple[str, ...]
    noun: bool
    gender: str
    name: Name
    mentions: list[Mention]

    def meet(self, token: Token, *, pronoun: bool) -> None:
        """Add a mention, in order of the text."""
        self.mentions.append(Mention(token, role_of(token), pronoun))
        self.mentions.sort(key=lambda mention: mention.token.i)


def role_of(token: Token) -> str:
    """Return subject, object, owner ("Ada's" house) or other; a conjunct has its head's role."""
    while token.dep_ in ("conj", "appos") and token.head.i < token.i:
        token = token.head
    if token.dep_ in _SUBJECTS:
        return "subject"
    if token.dep_ in _OBJECTS:
        return "object"
    return "owner" if token.dep_ == "poss" else "other"


def gender_of(token: Token) -> str:
    """Return "Masc", "Fem" or "" of a pronoun."""
    found = token.morph.get("Gender", [])
    return found[0] if found and found[0] in ("Masc", "Fem") else ""


class Persons:
    """The persons of a window, gathered word by word, so that a pronoun sees what precedes it."""

    def __init__(self, male: frozenset[str], female: frozenset[str]) -> None:
        self._male, self._female = male, female
        self.known: list[Person] = []

    def add(self, token: Token) -> None:
        """Add a noun or name; words that are no name are left out."""
        name = _name(token)
        if name is None:
            return
        words = _words(token, name)
        noun = token.pos_ != "PROPN"
        same = [p for p in self.known if p.noun == noun and _same(p.words, words)]
        if not same:
            gender = "" if noun else self._gender(words, name)
            same = [Person(words, noun, gender, name, [])]
            self.known.extend(same)
        person = same[-1]
        person.meet(token, pronoun=False)
        if len(words) > len(person.words):
            person.words, person.name = words, name
            person.gender = person.gender or self._gender(words, name)

    def _gender(self, words: Sequence[str], name: Name) -> str:
        title = name.text.split()[0].lower()
        if title in _MALE_TITLES or title in _FEMALE_TITLES:
            return "Masc" if title in _MALE_TITLES else "Fem"
        first = words[0].capitalize() if words else ""
        if (first in self._male) == (first in self._female):
            return ""
        return "Masc" if first in self._male else "Fem"


def _name(token: Token) -> Name | None:
    """The name of a person, without a number that the parse takes for a part of it.

    "07:31 Yusra Haddad joins"; but "10,000 EUR" is a quantity.
    """
    name = name_of(token.doc, [token.i])
    if name is None or not any(letter.isdigit() for letter in name.text):
        return name
    first = token.i
    while first > token.left_edge.i and token.doc[first - 1].pos_ == "PROPN":
        first -= 1
    span = token.doc[first : token.i + 1]
    if span.text.isupper() or any(letter.isdigit() for letter in span.text):
        return None
    return Name(span.text, span.start_char, span.end_char)


def _words(token: Token, name: Name) -> tuple[str, ...]:
    """The words of a name without titles and determiners; of a noun only itself."""
    if token.pos_ != "PROPN":
        return (token.lemma_.lower(),)
    span = token.doc.char_span(name.start, name.end)
    titles = _MALE_TITLES | _FEMALE_TITLES
    words = [t.lower_ for t in span or () if t.pos_ == "PROPN" and t.lower_ not in titles]
    return tuple(words) or (token.lower_,)


def _same(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether the words of one name begin or end the other."""
    short, long = sorted((first, second), key=len)
    return short in (long[: len(short)], long[-len(short) :])


def is_compatible(person: Person, pronoun: Token) -> bool:
    """Whether grammar lets a pronoun mean a person: gender, order, binding, not what it owns."""
    if person.gender and person.gender != gender_of(pronoun):
        return False
    first = person.mentions[0].token
    if first.i > pronoun.i and not _announced(first, pronoun):
        return False
    return not any(_bound(mention.token, pronoun) for mention in person.mentions)


def _announced(noun: Token, pronoun: Token) -> bool:
    """ "Before he left, Bob ...": a name after its pronoun is the subject of a clause above it."""
    return role_of(noun) == "subject" and noun.head.is_ancestor(pronoun)


def _bound(noun: Token, pronoun: Token) -> bool:
    """ "He saw Bob", "Bob saw him", "his wife Ada": never the same person."""
    if noun.sent != pronoun.sent:
        return False
    if pronoun.dep_ == "poss":
        return pronoun.head == noun or pronoun.head.is_ancestor(noun)
    if pronoun.lower_ in _REFLEXIVES:
        return False
    return _predicate(noun) == _predicate(pronoun) and noun.dep_ != "poss"


def _predicate(token: Token) -> Token:
    """The verb that a word is an argument of, through conjuncts and one preposition."""
    while token.dep_ in ("conj", "appos") and token.pos_ not in _CLAUSE:
        token = token.head
    head = token.head
    return head.head if head.dep_ in ("prep", "agent", "dative") and head.pos_ == "ADP" else head


def salience(persons: Sequence[Person], pronoun: Token, chained: Iterable[int]) -> list[float]:
    """Return how much speaks for each person; only differences mean something.

    ``chained`` are the words of coreferee's chains of the pronoun.
    """
    chain = frozenset(chained)
    nearest_mentions = [_nearest(person, pronoun) for person in persons]
    far = [abs(nearest.token.i - pronoun.i) for nearest in nearest_mentions]
    order = sorted(far)
    subjects = _subjects_above(pronoun) if role_of(pronoun) != "subject" else frozenset()
    totals = []
    for person, nearest, distance in zip(persons, nearest_mentions, far, strict=True):
        features = _features(person, nearest, pronoun)
        features["persons_between"] = min(order.index(distance), 4)
        features["governs"] = any(m.token.i in subjects for m in person.mentions)
        features["chained"] = any(m.token.i in chain for m in person.mentions)
        totals.append(sum(WEIGHTS[feature] * value for feature, value in features.items()))
    return totals


def _nearest(person: Person, pronoun: Token) -> Mention:
    before = [m for m in person.mentions if m.token.i < pronoun.i]
    return before[-1] if before else person.mentions[0]


def _subjects_above(pronoun: Token) -> frozenset[int]:
    """The subjects of the verbs above a pronoun, in its sentence."""
    verbs = (above for above in pronoun.ancestors if above.pos_ in _CLAUSE)
    return frozenset(c.i for verb in verbs for c in verb.lefts if c.dep_ in _SUBJECTS)


def _features(person: Person, nearest: Mention, pronoun: Token) -> dict[str, float]:
    """What can be said of a person from its mention nearest to the pronoun."""
    token = nearest.token
    back = _sentences_between(token, pronoun)
    features: dict[str, float] = {
        "same_sentence": back == 0,
        "sentence_before": back == 1,
        "sentences_back": back,
        "starts_sentence": bool(token.left_edge.is_sent_start),
        "same_role": nearest.role == role_of(pronoun),
        "mentions": math.log(len(person.mentions)),
        "pronoun_last": nearest.pronoun,
        "known_gender": bool(person.gender),
        "noun": person.noun,
        "after": token.i > pronoun.i,
    }
    if nearest.role in WEIGHTS:
        features[nearest.role] = 1
    return features


def _sentences_between(token: Token, pronoun: Token) -> int:
    """Return the number of sentence starts between two words of a Doc, at most 5."""
    doc: Doc = token.doc
    low, high = sorted((token.i, pronoun.i))
    return min(5, sum(bool(doc[i].is_sent_start) for i in range(low + 1, high + 1)))
