"""Which person "he" or "she" is: the one for whom the most speaks.

coreferee's candidates and chains come in as features among others; what the features are is in
``person_salience``. Pronouns are decided in order of the text, so that each counts as a
mention of its person for those that follow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from graphwright.language.names import Name
from graphwright.language.person_salience import Person, Persons, gender_of, is_compatible, salience

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from graphwright.language.coreference_engine.engine import Answer


class PersonSelector:
    """Names the persons of pronouns; holds coreferee's lists of first names and person words."""

    def __init__(
        self, male: Iterable[str], female: Iterable[str], person_words: Iterable[str]
    ) -> None:
        self._male, self._female = frozenset(male), frozenset(female)
        self._person_words = frozenset(person_words)

    def select(
        self, doc: Doc, start: int, end: int, pronouns: Sequence[int], answer: Answer
    ) -> dict[int, Name]:
        """Return the name of each pronoun of a gender in ``doc[start:end]`` that has a person.

        ``pronouns`` are those of the Doc; ``answer`` is of the window, with its indexes.
        """
        asked = [doc[i] for i in pronouns if start <= i < end and gender_of(doc[i])]
        if not asked:
            return {}
        waiting = deque(self._persons_of(doc, start, end, asked, answer))
        persons = Persons(self._male, self._female)
        found = {}
        for pronoun in asked:
            # A name may come after its pronoun: "Before he left, Bob ...".
            while waiting and waiting[0] < pronoun.sent.end:
                persons.add(doc[waiting.popleft()])
            person = _best(persons.known, pronoun, start, answer)
            if person is not None:
                found[pronoun.i] = person.name
                person.meet(pronoun, pronoun=True)
        return found

    def _persons_of(
        self, doc: Doc, start: int, end: int, asked: Sequence[Token], answer: Answer
    ) -> list[int]:
        """Return the persons that one of the pronouns may stand for, and all names of persons.

        coreferee also lets "he" and "she" have animals, and words that it does not know.
        """
        possible = {start + root for p in asked for root in answer.possible.get(p.i - start, ())}
        nouns = {i for i in possible if doc[i].pos_ == "PROPN" or self._is_person(doc[i])}
        inside = (e.root for e in doc.ents if e.label_ == "PERSON" and start <= e.start < end)
        return sorted(nouns | {root.i for root in inside if root.pos_ == "PROPN"})

    def _is_person(self, token: Token) -> bool:
        known = token.lemma_ in self._person_words or token.ent_type_ == "PERSON"
        return token.pos_ == "NOUN" and known


def _best(persons: Sequence[Person], pronoun: Token, start: int, answer: Answer) -> Person | None:
    """Return the likeliest person, the first of equals; coreferee's rules judge the nouns."""
    allowed = {start + root for root in answer.possible.get(pronoun.i - start, ())}
    fit = [
        person
        for person in persons
        if is_compatible(person, pronoun)
        and (not person.noun or any(m.token.i in allowed for m in person.mentions))
    ]
    if not fit:
        return None
    scores = salience(fit, pronoun, _chained(pronoun.i - start, start, answer))
    return fit[scores.index(max(scores))]


def _chained(index: int, start: int, answer: Answer) -> Iterator[int]:
    """Yield the words of all chains of a word of the window, with indexes of the Doc."""
    for chain in answer.chains:
        if any(index in mention for mention in chain):
            yield from (start + root for mention in chain for root in mention)
