from __future__ import annotations

import pytest
from language_builders import chunk_of, parsed_document
from spacy.language import Language
from spacy.tokens import Doc

from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.person_salience import WEIGHTS, Persons, is_compatible, salience

# coreferee ignores this warning where it is imported, and pytest shows it all the same.
pytestmark = pytest.mark.filterwarnings("ignore:.*W007:UserWarning")

MALE, FEMALE = frozenset({"Peter", "John", "Kim"}), frozenset({"Mary", "Ada", "Kim"})


def names(nlp: Language, resolver: CoreferenceResolver, text: str) -> list[tuple[str, str]]:
    document = parsed_document(("paragraph", text))
    chunk = chunk_of(document)
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(document, [chunk]))
    rows = resolver.resolve(read_doc(annotation, nlp.vocab), chunk, sentences)
    assert all(text[row.name_start : row.name_end] == row.name for row in rows)
    return [(row.mention, row.name) for row in rows]


def gathered(nlp: Language, text: str) -> tuple[Doc, Persons]:
    doc, persons = nlp(text), Persons(MALE, FEMALE)
    for token in doc:
        if token.pos_ == "PROPN" and token.dep_ != "compound":
            persons.add(token)
    return doc, persons


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Gender, by first name and by title.
        ("Peter met Mary. He smiled.", [("He", "Peter")]),
        ("Peter met Mary. She smiled.", [("She", "Mary")]),
        ("Mr. Smith met Mrs. Jones. She smiled.", [("She", "Mrs. Jones")]),
        # A subject is taken up by a subject, an owner of something by the subject above it.
        ("Ada Byron wrote to Jane Austen. She was in London.", [("She", "Ada Byron")]),
        ("Jane Austen praised Ada Byron for her book.", [("her", "Jane Austen")]),
        # The fullest name is given, wherever it stands.
        (
            "Grace Hopper wrote a compiler. Hopper sold the compiler. She was proud.",
            [("She", "Grace Hopper")],
        ),
        # Pronouns are mentions too.
        ("Mary sold her car. She was glad.", [("her", "Mary"), ("She", "Mary")]),
        # A name after its pronoun.
        ("Before she left, Mary locked the door.", [("she", "Mary")]),
        ("Peter left. She gave the file to Mary Smith.", []),
        ("The board met. She proposed to raise the limit to 10,000 EUR.", []),
        # A time before a name is no part of it.
        ("07:31 Mary Smith joins the call. She calls Peter.", [("She", "Mary Smith")]),
        # Grammar: what is owned is not its owner, and an object is not its subject.
        ("Peter met his brother John.", [("his", "Peter")]),
        ("John saw him.", []),
        # What is no person.
        ("The invoice is new. She likes it.", [("it", "The invoice")]),
    ],
)
def test_he_and_she_are_the_persons_for_whom_most_speaks(
    nlp: Language, resolver: CoreferenceResolver, text: str, expected: list[tuple[str, str]]
) -> None:
    assert names(nlp, resolver, text) == expected


def test_mentions_of_one_name_are_one_person(nlp: Language) -> None:
    _, persons = gathered(nlp, "Byron met Ada Byron. Ada smiled. Mary Shelley left.")
    assert [(p.name.text, p.gender, len(p.mentions)) for p in persons.known] == [
        ("Ada Byron", "Fem", 3),
        ("Mary Shelley", "Fem", 1),
    ]


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Peter left.", "Masc"),
        ("Kim left.", ""),
        ("Lady Smith left.", "Fem"),
        ("Sir Kim left.", "Masc"),
        ("Grafana left.", ""),
    ],
)
def test_gender_is_known_from_a_first_name_or_a_title(
    nlp: Language, text: str, gender: str
) -> None:
    _, persons = gathered(nlp, text)
    assert [person.gender for person in persons.known] == [gender]


def test_a_person_of_another_gender_or_bound_by_grammar_is_out(nlp: Language) -> None:
    doc, persons = gathered(nlp, "Peter saw Mary because Kim saw him.")
    him = next(token for token in doc if token.lower_ == "him")
    assert {p.name.text: is_compatible(p, him) for p in persons.known} == {
        "Peter": True,
        "Mary": False,
        "Kim": False,
    }


def test_evidence_is_the_sum_of_weights(nlp: Language) -> None:
    doc, persons = gathered(nlp, "Peter left. He smiled.")
    pronoun = next(token for token in doc if token.lower_ == "he")
    expected = sum(
        WEIGHTS[sign]
        for sign in (
            "sentence_before", "sentences_back", "subject", "starts_sentence", "same_role",
            "known_gender",
        )
    )  # fmt: skip
    assert salience(persons.known, pronoun, ()) == pytest.approx([expected])
    assert salience(persons.known, pronoun, (0,)) == pytest.approx([expected + WEIGHTS["chained"]])
