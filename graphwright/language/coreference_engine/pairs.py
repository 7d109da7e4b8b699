"""What coreferee's English rules say about two words: may the one stand for the other?

After coreferee 1.5.0 (MIT licence); each answer is kept, for coreferee asks for it many times.
A mention is given as its first word and whether it is the whole coordination headed by that word.
"""

from __future__ import annotations

from graphwright.language.coreference_engine.grammar import (
    NOUN_POS,
    PROPN_POS,
    Grammar,
    WordLists,
)

_SUBJECTS = ("nsubj", "nsubjpass")
_VERBS = ("VERB", "AUX")
_ADVERBIAL = ("advcl", "acl")
_REFLEXIVE_CLAUSES = ("ROOT", "xcomp", "pcomp", "ccomp", "conj", "advcl", "acl")

NO, UNLIKELY, YES = 0, 1, 2
"""coreferee's answers."""


class Pairs:
    """The rules for pairs of words of one window."""

    def __init__(self, grammar: Grammar, lists: WordLists) -> None:
        self.words = grammar.words
        self._grammar = grammar
        self._lists = lists
        self._anaphoric: dict[tuple[int, bool, int, bool], int] = {}
        self._nouns: dict[tuple[int, int], bool] = {}
        self._kinds: dict[tuple[int, bool, tuple[str, ...], tuple[str, ...]], int] = {}
        self._seconds: dict[int, list[int]] = {}

    def anaphoric(self, root: int, whole: bool, anaphor: int, direct: bool) -> int:
        """Return whether both may be in one chain, or one refer to the other directly.

        coreferee's ``is_potential_anaphoric_pair``.
        """
        key = (root, whole, anaphor, direct)
        answer = self._anaphoric.get(key)
        if answer is None:
            answer = self._chained(root, whole, anaphor)
            if direct and answer:
                answer = self._direct(root, whole, anaphor, answer)
            self._anaphoric[key] = answer
        return answer

    def refers(self, root: int, whole: bool, anaphor: int) -> int:
        """Return whether an anaphor may refer to a mention, with what is true in any language.

        coreferee's ``language_independent_is_potential_anaphoric_pair``.
        """
        grammar = self._grammar
        if anaphor in grammar.siblings[root]:
            return NO
        answer = self.anaphoric(root, whole, anaphor, True)
        if answer == YES and not grammar.anaphor[root] and self._has_nearer(root, whole, anaphor):
            return UNLIKELY
        if answer == YES and grammar.quotes[root] != grammar.quotes[anaphor]:
            return UNLIKELY
        return answer

    def may_be_cataphoric(self, anaphor: int) -> bool:
        """Return whether an anaphor is in an adverbial clause, so that its name may follow."""
        words = self.words
        above = (anaphor, *words.ancestors(anaphor))
        return any(words.dep[i] in _ADVERBIAL for i in above)

    def cataphoric(self, root: int, anaphor: int) -> bool:
        """Return whether an anaphor, in an adverbial clause, may refer to a later noun.

        coreferee's ``is_potential_cataphoric_pair``, of two words of one sentence.
        """
        words = self.words
        if self._grammar.anaphor[root]:
            return False
        verbs = self._verbs_above(root)
        return any(
            words.pos[i] in _VERBS and i not in verbs and not verbs.isdisjoint(words.ancestors(i))
            for i in (anaphor, *words.ancestors(anaphor))
        )

    def reflexive(self, root: int, whole: bool, anaphor: int) -> bool:
        """Return whether the pair stands as "he ... himself" (is_potential_reflexive_pair)."""
        grammar = self._grammar
        if root > anaphor:
            return False
        governor = grammar.governor[anaphor]
        referring = anaphor if governor is None else governor
        if self.words.tag[referring] != "PRP":
            return False
        governor = grammar.governor[root]
        referred = root if governor is None else governor
        mention = grammar.mention(root, whole=whole)
        if self.words.dep[referred] in _SUBJECTS:
            return self._under_subject(referred, mention, referring)
        above = self._above(referring)
        return above is not None and (above == self._above(referred) or above in mention)

    def reflexive_anaphor(self, anaphor: int) -> bool:
        """Return whether a pronoun is "himself", "itself" and the like."""
        return "Reflex=Yes" in self.words.morphs[anaphor]

    def nouns(self, referred: int, referring: int) -> bool:
        """Return whether two nouns may name the same (is_potential_coreferring_noun_pair)."""
        key = (referred, referring)
        answer = self._nouns.get(key)
        if answer is None:
            answer = self._nouns[key] = self._same_noun(referred, referring)
        return answer

    def may_be_second(self, noun: int) -> bool:
        """Return whether ``nouns`` can hold with this word as the one that refers."""
        words, grammar = self.words, self._grammar
        if words.pos[noun] not in NOUN_POS:
            return False
        if grammar.name(noun) or grammar.referring_back(noun):
            return True
        return grammar.definite[noun] and words.lemma[noun].lower() in self._lists.entity_nouns

    def _same_noun(self, referred: int, referring: int) -> bool:
        grammar = self._grammar
        name = grammar.name(referred)
        if not self._comparable(referred, referring) or referring in name:
            return False
        if name and self._ends_alike(name, grammar.name(referring)):
            return True
        return self._is_kind_of(referred, referring) or self._is_same_word(referred, referring)

    def _is_kind_of(self, referred: int, referring: int) -> bool:
        """ "BMW ... the company"."""
        words = self.words
        entity = self._lists.entity_nouns.get(words.lemma[referring].lower())
        return (
            entity is not None
            and words.pos[referred] in PROPN_POS
            and words.ent_type[referred] == entity
            and self._grammar.definite[referring]
        )

    def _is_same_word(self, referred: int, referring: int) -> bool:
        """ "A red house ... the house"."""
        words, grammar = self.words, self._grammar
        if words.lemma[referred] != words.lemma[referring]:
            return False
        if words.number[referred] != words.number[referring]:
            return False
        if not grammar.referring_back(referring):
            return False
        return grammar.introducing(referred) or grammar.referring_back(referred)

    def _comparable(self, referred: int, referring: int) -> bool:
        words, grammar = self.words, self._grammar
        if len(words.text[referred]) == 1 and len(words.text[referring]) == 1:
            return False
        if words.pos[referred] not in NOUN_POS or words.pos[referring] not in NOUN_POS:
            return False
        if referring in grammar.siblings[referred]:
            return False
        governor = grammar.governor[referring]
        return governor is None or governor != grammar.governor[referred]

    def _ends_alike(self, first: tuple[int, ...], second: tuple[int, ...]) -> bool:
        """Whether the second name is the end of the first, as text: "Ada Byron", "Byron"."""
        if not second:
            return False
        text, lemma = self.words.text, self.words.lemma
        if " ".join(text[i] for i in first).endswith(" ".join(text[i] for i in second)):
            return True
        lower = [" ".join(lemma[i].lower() for i in name) for name in (first, second)]
        return lower[0].endswith(lower[1])

    def _has_nearer(self, root: int, whole: bool, anaphor: int) -> bool:
        """Whether the same noun stands nearer to the anaphor in the tree than the mention does."""
        words = self.words
        top = None
        for above in (anaphor, *words.ancestors(anaphor)):
            if root in words.subtree(above):
                break
            top = above
        if top is None:
            return False
        mention = self._grammar.mention(root, whole=whole)
        seconds = self._seconds_under(top)
        return any(self.nouns(first, second) for second in seconds for first in mention)

    def _seconds_under(self, top: int) -> list[int]:
        if top not in self._seconds:
            below = self.words.subtree(top)
            self._seconds[top] = [i for i in below if self.may_be_second(i)]
        return self._seconds[top]

    def _chained(self, root: int, whole: bool, anaphor: int) -> int:
        words, grammar = self.words, self._grammar
        number, gender = words.number[anaphor], words.gender[anaphor]
        if not whole:
            if "Plur" in number and grammar.in_conjunction(root):
                return NO
            if grammar.anaphor[root] and (words.number[root], words.gender[root]) != (
                number,
                gender,
            ):
                return NO
        if "Sing" in number and (whole or "Plur" in words.number[root]):
            return NO
        if grammar.anaphor[root]:
            return YES
        key = (root, whole, number, gender)
        if key not in self._kinds:
            self._kinds[key] = self._noun_fits(root, whole, number, gender)
        return self._kinds[key]

    def _noun_fits(
        self, root: int, whole: bool, number: tuple[str, ...], gender: tuple[str, ...]
    ) -> int:
        """Whether a noun may be what a pronoun of this number and gender stands for."""
        answers = [
            self._fits_plural(root) if "Plur" in number and not whole else YES,
            self._fits_person(root) if "Masc" in gender or "Fem" in gender else YES,
            self._fits_thing(root) if "Neut" in gender else YES,
            self._fits_male(root) if "Masc" in gender else YES,
            self._fits_female(root) if "Fem" in gender else YES,
        ]
        return min(answers)

    def _fits_plural(self, root: int) -> int:
        """For "they" and a singular noun: only persons."""
        words, lists = self.words, self._lists
        if "Sing" not in words.number[root]:
            return YES
        lemma = words.lemma[root]
        if lemma not in lists.person_words:
            named = words.tag[root] == "NNP" or words.ent_type[root] == "PERSON"
            return UNLIKELY if named else NO
        one_sex = lemma in lists.exclusively_male_words or lemma in lists.exclusively_female_words
        return UNLIKELY if one_sex else YES

    def _fits_person(self, root: int) -> int:
        """For "he" and "she": persons and animals."""
        words, lists = self.words, self._lists
        lemma = words.lemma[root]
        known = (
            lists.exclusively_person_words,
            lists.animal_words,
            lists.male_names,
            lists.female_names,
        )
        if words.ent_type[root] == "PERSON" or any(lemma in entry for entry in known):
            return YES
        return UNLIKELY if words.tag[root] == "NNP" or lemma in lists.person_words else NO

    def _fits_thing(self, root: int) -> int:
        """For "it": no person."""
        words, lists = self.words, self._lists
        lemma, tag = words.lemma[root], words.tag[root]
        person = words.ent_type[root] == "PERSON" and root not in self._grammar.things
        if person or lemma in lists.exclusively_person_words:
            return NO
        if tag == "NNP" and (lemma in lists.male_names or lemma in lists.female_names):
            return NO
        return UNLIKELY if tag == "NNPS" else YES

    def _fits_male(self, root: int) -> int:
        lists = self._lists
        return self._fits_sex(root, lists.exclusively_female_words, lists.exclusively_female_names)

    def _fits_female(self, root: int) -> int:
        lists = self._lists
        return self._fits_sex(root, lists.exclusively_male_words, lists.exclusively_male_names)

    def _fits_sex(self, root: int, other_words: frozenset[str], other_names: frozenset[str]) -> int:
        words = self.words
        lemma = words.lemma[root]
        if lemma in other_words and lemma not in self._lists.animal_words:
            return NO
        if words.tag[root] != "NNP":
            return YES
        name = self._grammar.name(root)
        return UNLIKELY if any(words.lemma[i] in other_names for i in name) else YES

    def _direct(self, root: int, whole: bool, anaphor: int, answer: int) -> int:
        words = self.words
        reflexive = self.reflexive(root, whole, anaphor)
        if self.reflexive_anaphor(anaphor):
            return answer if reflexive else UNLIKELY
        if reflexive:
            return NO
        if words.dep[root] in ("pobj", "pcomp"):  # "In which room is it?"
            verb = self._governing_verb(root)
            if verb is not None and verb == self._governing_verb(anaphor):
                return NO
        return answer

    def _governing_verb(self, index: int) -> int | None:
        words = self.words
        return next((i for i in words.ancestors(index) if words.pos[i] in _VERBS), None)

    def _verbs_above(self, index: int) -> set[int]:
        """The verbs above a noun up to the first that is coordinated."""
        words = self.words
        verbs = set()
        for above in words.ancestors(index):
            if words.pos[above] in _VERBS:
                verbs.add(above)
            if words.dep[above] in ("conj", "appos"):
                break
        return verbs

    def _under_subject(self, subject: int, mention: tuple[int, ...], referring: int) -> bool:
        """Whether a pronoun stands in the clause of a subject, or in a clause about it."""
        words = self.words
        for above in words.ancestors(referring):
            dep, head = words.dep[above], words.head[above]
            if words.pos[above] in _VERBS:
                if dep == "relcl" and (head == subject or head in mention):
                    return True
                if dep not in _REFLEXIVE_CLAUSES:
                    return False
            if subject in words.children[above]:
                return True
            if any(words.dep[child] in _SUBJECTS for child in words.children[above]):
                return False
        return False

    def _above(self, index: int) -> int | None:
        """The head of a word, across its preposition."""
        words = self.words
        if words.dep[index] == "ROOT":
            return None
        head = words.head[index]
        if words.dep[index] == "pobj":
            return None if words.dep[head] == "ROOT" else words.head[head]
        return head
