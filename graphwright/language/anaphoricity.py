"""Which pronouns stand for something that has a name, judged from the parse alone.

"It" often stands for nothing ("it is clear that ...") or for what was just done ("nobody can do
it alone"); a name for such an "it" would make a false fact. What a pronoun stands for is decided in
``graphwright.language.coreference``. The words below are general English, by their construction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from graphwright.language.names import is_third_person

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_CLAUSES = frozenset({"advcl", "ccomp", "xcomp", "csubj", "acl", "relcl"})
_COMPLEMENTS = frozenset({"attr", "acomp", "oprd"})
_STATES = frozenset({"be", "seem", "appear", "become", "remain", "prove", "sound", "look"})
"""Verbs whose "it" may announce a clause: "it remains unclear whether ..."."""
_CLAUSAL = frozenset({"seem", "appear", "happen", "follow", "turn", "transpire"})
"""Verbs whose "it" announces the finite clause that follows: "it happens that ..."."""
_EVENTS = frozenset({"happen", "matter", "suffice", "transpire"})
"""Verbs whose "it" is an event or a clause, also where the clause is not said."""
_MEASURES = frozenset({"take", "cost"})
"""Verbs whose "it" announces what a measure is needed for: "it takes two minutes to ..."."""
_EFFECTS = frozenset({"make", "find", "consider", "think", "deem", "keep", "render"})
"""Verbs whose object "it" announces a clause: "makes it possible to ..."."""
_PROPOSED = frozenset({
    "recommend", "suggest", "advise", "decide", "plan", "propose", "permit", "allow", "forbid",
    "prohibit", "require", "agree",
})  # fmt: skip
"""Participles whose infinitive is what is proposed: "it is advised to ...", not "it is used to"."""
_OF_THINGS = frozenset({
    "able", "unable", "ready", "willing", "likely", "unlikely", "sure", "certain", "available",
    "set", "due", "free", "about", "responsible", "bound", "prone", "suitable", "enough",
})  # fmt: skip
"""Adjectives whose infinitive says what the subject does: "it is ready to start"."""
_OF_BOTH = frozenset({
    "easy", "hard", "difficult", "simple", "safe", "quick", "cheap", "convenient", "expensive",
    "impossible", "tough",
})  # fmt: skip
"""Adjectives whose "it" is the object that the infinitive lacks, if it lacks one: "easy to use"."""
_DEEDS = frozenset({
    "idea", "practice", "pleasure", "shame", "pity", "mistake", "fact", "case", "duty",
    "responsibility", "matter", "task", "honour", "honor", "question", "custom",
})  # fmt: skip
"""Nouns that a clause can be: "it is a good idea to ...", not "it is a tool to ..."."""
_OPINIONS = frozenset(["good", "well", "nice", "helpful", "useful", "important", "fine"])
_TIMES = frozenset({"DATE", "TIME"})
_HOW = frozenset({"how", "when", "where", "why", "whether", "which", "what"})


def third_person_pronouns(doc: Doc) -> list[int]:
    """Return the indexes of the personal and possessive pronouns of the third person."""
    strings = doc.vocab.strings
    tags = np.array([strings[tag] for tag in ("PRP", "PRP$")], dtype=np.uint64)
    found = np.flatnonzero(np.isin(doc.to_array(["TAG"]).reshape(-1), tags))
    return [index for index in found.tolist() if is_third_person(doc[index])]


def is_anaphoric(pronoun: Token) -> bool:
    """Return whether a pronoun of the third person can have a name; all but some "it" can."""
    if pronoun.lower_ != "it":
        return True
    tests = _AS_SUBJECT if pronoun.dep_ in _SUBJECTS else _AS_OBJECT
    return not any(test(pronoun) for test in tests)


def is_argument(pronoun: Token) -> bool:
    """Return whether a triple can be about a pronoun: not about "the platform itself"."""
    return pronoun.dep_ not in ("npadvmod", "appos")


def _announces_clause(it: Token) -> bool:
    """ "It was decided that ...", "it happens that ...", "it is advised to ..."."""
    verb = it.head
    if it.dep_ == "nsubj" and verb.lemma_ not in _CLAUSAL:
        return False
    for clause in _clauses_after(verb):
        if _is_content(clause):
            return True
        proposed = it.dep_ == "nsubjpass" and verb.lemma_ in _PROPOSED
        if proposed and (_is_infinitive(clause) or clause.tag_ == "VBG"):
            return True
    return False


def _announces_after_complement(it: Token) -> bool:
    """ "It is clear that ...", "it is possible to ...", "it is a good idea to ..."."""
    verb = it.head
    if it.dep_ != "nsubj" or verb.lemma_ not in _STATES:
        return False
    complements = [child for child in verb.rights if child.dep_ in _COMPLEMENTS]
    complement = complements[0] if complements else None
    clauses = list(_clauses_after(verb))
    if complement is not None:
        clauses += _clauses_after(complement)
    return any(_is_said_of(clause, complement) for clause in clauses)


def _is_said_of(clause: Token, complement: Token | None) -> bool:
    """Whether a complement of "it is" says something of the clause, and not of a thing."""
    if complement is None:
        return _is_content(clause) or _is_infinitive(clause)
    if complement.pos_ in ("NOUN", "PROPN", "PRON"):
        if clause.dep_ in ("relcl", "ccomp") and complement.pos_ != "NOUN":
            return True  # a cleft: "it is SAP that ..."
        return complement.lemma_.lower() in _DEEDS
    lemma = complement.lemma_.lower()
    if lemma == "worth":
        return True
    if _is_infinitive(clause):
        lacks_object = not any(child.dep_ in ("dobj", "prep") for child in clause.rights)
        return lemma not in _OF_THINGS and not (lemma in _OF_BOTH and lacks_object)
    return _is_content(clause) or (lemma in _OPINIONS and _has_mark(clause, {"if", "when"}))


def _clauses_after(head: Token) -> Iterable[Token]:
    return (child for child in head.rights if child.dep_ in _CLAUSES)


def _is_infinitive(clause: Token) -> bool:
    return clause.tag_ == "VB" and any(child.lower_ == "to" for child in clause.lefts)


def _is_content(clause: Token) -> bool:
    """A clause with "that" or "whether", or one of its own subject that is no adverbial."""
    if _has_mark(clause, {"that", "whether"}):
        return True
    owns = any(child.dep_ in _SUBJECTS for child in clause.lefts)
    return owns and clause.dep_ in ("ccomp", "csubj") and not _has_mark(clause, {"as"})


def _has_mark(clause: Token, marks: set[str]) -> bool:
    return any(child.dep_ == "mark" and child.lower_ in marks for child in clause.lefts)


def _announces_measure(it: Token) -> bool:
    """ "It takes two minutes to restart"."""
    verb = it.head
    if verb.lemma_ not in _MEASURES or not any(map(_is_infinitive, _infinitives_below(verb))):
        return False
    things = [child for child in verb.rights if child.dep_ in ("dobj", "npadvmod")]
    return any(
        thing.ent_type_ in _TIMES or any(child.dep_ == "nummod" for child in thing.lefts)
        for thing in things
    )


def _infinitives_below(verb: Token) -> list[Token]:
    return [clause for head in (verb, *verb.rights) for clause in _clauses_after(head)]


def _is_event(it: Token) -> bool:
    """ "It should not happen again", "it does not matter"."""
    return it.head.lemma_ in _EVENTS


def _is_time(it: Token) -> bool:
    """ "It is Monday", "it is time to go"."""
    verb = it.head
    return verb.lemma_ == "be" and any(
        child.dep_ in ("attr", "npadvmod") and (child.ent_type_ in _TIMES or child.lemma_ == "time")
        for child in verb.rights
    )


def _is_weather(it: Token) -> bool:
    return it.head.lemma_ in ("rain", "snow", "drizzle", "sleet", "hail")


def _is_answer(it: Token) -> bool:
    """ "How fast do you answer? It depends on ...": "it" is the whole question."""
    start = it.sent.start
    words = (it.doc[i] for i in range(start - 1, -1, -1))
    before = next((word for word in words if not word.is_space), None)
    if it.head.lemma_ != "depend" or before is None or before.text != "?":
        return False
    return any(token.lower_ in _HOW for token in before.sent)


def _is_deed(it: Token) -> bool:
    """ "Nobody can do it alone": what is done, no thing."""
    return it.dep_ == "dobj" and it.head.lemma_ == "do"


def _announces_as_object(it: Token) -> bool:
    """ "Makes it possible to ...", "find it useful that ...": parsed as a small clause or flat."""
    head = it.head
    verb = head if head.lemma_ in _EFFECTS else head.head
    if verb.lemma_ not in _EFFECTS or verb.i > it.i:
        return False
    adjective = head if head.i > it.i else next((c for c in verb.rights if c.i > it.i), None)
    if adjective is None or adjective.pos_ != "ADJ":
        return False
    clauses = [*_clauses_after(verb), *_clauses_after(adjective)]
    return any(c.i > adjective.i and (_is_infinitive(c) or _is_content(c)) for c in clauses)


_AS_OBJECT = (_is_deed, _announces_as_object)
_AS_SUBJECT = (
    _announces_clause,
    _announces_after_complement,
    _announces_measure,
    _announces_as_object,
    _is_event,
    _is_time,
    _is_weather,
    _is_answer,
)
