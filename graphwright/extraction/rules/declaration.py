"""What a rule and a feature are: objects that are declared beside the code that uses them.

A rule gives triples, a feature speaks for or against one. Each is declared once; its weight stands
in ``scoring/weights.yaml`` under its name. All rules are listed in ``registry``.
"""

from __future__ import annotations

import dataclasses
from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple

from graphwright.tables.triples import Layer


class Extractor(StrEnum):
    """What a rule rests on: the parse of a clause, or what stands side by side."""

    DEPENDENCY = "dependency"
    LINEAR = "linear"


class Family(StrEnum):
    """What the rules of a family read; the value is their heading in docs/rules.md."""

    VERB = "Clauses with a full verb"
    COPULA = 'Clauses with "be"'
    NOUN = "Noun phrases"
    PUNCTUATION = "Brackets, colons and dashes"
    HEADING = "Sentences under a heading"
    LAYOUT = "Tables and lists"

    @property
    def extractor(self) -> Extractor:
        """Return what the rules of the family rest on."""
        clause = self in (Family.VERB, Family.COPULA)
        return Extractor.DEPENDENCY if clause else Extractor.LINEAR


class Trait(StrEnum):
    """What holds for the triples of a rule, whatever they say; the value says what it means."""

    NAMELESS = "The object is a statement or an adverb: no name that could be an entity."
    HEADING_SUBJECT = "The subject is the heading above the sentence."
    STEP = "It tells what is done or needed under a heading."
    BARE_STEP = "It is a step whose verb acts on the object, with nothing between them."
    SUBJECT_OF_CLAUSE = "The subject stands in a clause with a full verb or an adjective."
    SUBJECT_OF_VERB = "The subject is that of a full verb, or what does the verb in a passive."
    VERB_COMPLEMENT = "The object is the verb's object, or the noun of one of its prepositions."
    TRANSITIVE = "The subject does the verb to a direct object."
    PREPOSITIONAL = "A preposition at the end of the predicate leads to the object."
    OBJECT_IN_PREDICATE = "The verb's direct object is a part of the predicate."
    READER_ACT = "The reader does the verb; the subject is what it is done to."
    ACTED_ON = "The verb, or the purpose that it serves, is done to the object."
    PURPOSE = 'Joined purposes share one verb: "used to create and delete" are two facts.'
    HOLDER = "The subject only has what is said: one common noun is too little."
    STATE = "The clause says what the subject is, or how it is."
    PARTICIPLE_STATE = "A participle is all that is said of the subject."
    KIND = "The object is the kind that the subject is said to be one of."
    KIND_OF_MEMBER = "The object is a kind, and the subject one of the members that it lists."
    OWNERSHIP = "The subject owns the object, which is named by a noun of its own."
    GENITIVE = "The subject is a genitive; as a pronoun it stands for a noun before it."
    NOUN_PREPOSITION = "The preposition hangs on the subject, a noun."
    DESIGNATION = "The word beside a name says of what kind the name is."
    DISTANT_CLAUSE = "It is a clause one of whose arguments stands elsewhere in a list or table."
    LISTED = "The list or table that the sentence announces gives one of the arguments."
    CELL = "The object is a cell of a table, which a header names."
    AFTER_COLON = "The members stand behind a colon."
    OF_SECTION = "The subject is a label or a member of a list: its headings say of what."
    ACTION = "It is an action of a step: of the layer procedure."
    NAVIGATION = "It tells what a text refers to or is about: of the layer navigation."
    INSIDE_NAME = "It reads an abbreviation, which may stand inside a marked name."


class Labels(Enum):
    """The labelled triples that say whether a rule or a feature is right.

    Those of CaRB are held against the scores, and count in no fit.
    """

    ALL = "all labelled triples"
    HAND_READ = "hand-read triples only"
    """CaRB asks for half of the words of a tuple and has next to none of noun phrases: it tells
    nothing about what is empty, cut short, hung on the wrong word or stated by a noun phrase."""
    NONE = "nothing: set by hand"
    """What cannot be so, however few labelled triples show it."""


Fact = tuple[str, str, str]
"""Subject, predicate and object of a triple."""


class Example(NamedTuple):
    """A text and the triples that one rule reads from it; other rules may read more.

    "# " starts a heading, "- " a list item under the paragraph before it, "a | b" a table row.
    """

    text: str
    triples: tuple[Fact, ...]


def reads(text: str, *triples: Fact) -> Example:
    """Return an example: a rule reads the triples from the text."""
    return Example(text, triples)


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A way in which a text states a triple; ``name`` is written into each of its triples.

    A function may propose triples of several rules, and a rule be read by several functions.
    """

    name: str
    family: Family
    example: Example
    traits: frozenset[Trait] = frozenset()
    fitted_on: Labels = Labels.ALL
    extractor: Extractor = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extractor", self.family.extractor)

    @property
    def layer(self) -> Layer:
        """Return the layer of the rule's triples, as its traits say."""
        if self.has(Trait.NAVIGATION):
            return Layer.NAVIGATION
        if self.has(Trait.OWNERSHIP):  # "the key of the gate": which key, not what gates have
            return Layer.CONTEXT
        return Layer.PROCEDURE if self.has(Trait.ACTION) else Layer.KNOWLEDGE

    def has(self, trait: Trait) -> bool:
        """Return whether a trait holds for the triples of the rule."""
        return trait in self.traits


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """Something seen of a triple that speaks for or against it; ``meaning`` is for people."""

    name: str
    meaning: str
    fitted_on: Labels = Labels.ALL


class Side(IntEnum):
    """Which argument of a triple a feature is about."""

    SUBJECT = 0
    OBJECT = 1


class SidedFeature(NamedTuple):
    """A feature of an argument: one for the subject and one for the object, by ``Side``."""

    subject: Feature
    object: Feature


def on_both_sides(name: str, meaning: str, fitted_on: Labels = Labels.ALL) -> SidedFeature:
    """Declare a feature of each argument; ``{}`` of its name and meaning becomes the argument."""
    subject, object_ = (
        Feature(name.format(side), meaning.format(side), fitted_on)
        for side in ("subject", "object")
    )
    return SidedFeature(subject, object_)
