from __future__ import annotations

import pytest

from graphwright.extraction.standalone import read_texts


def _features(nlp, text: str) -> set[str]:
    """Return the features of all triples of a text."""
    (read,) = read_texts(nlp, [text])
    return {name for _, names in read.triples(nlp.vocab) for name in names}


@pytest.mark.parametrize(
    ("feature", "text", "other"),
    [
        (
            "same_object",
            "The key is created in the same folder.",
            "The key is created in the shared folder.",
        ),
        (
            "same_as",
            "The key is created in the same folder as the archive.",
            "The key is created in the same folder.",
        ),
        (
            "own_object",
            "The key is created in its own folder.",
            "The key is created in its own archive folder.",
        ),
        (
            "leads_to_list",
            "The clerk creates a key using either of the following tools.",
            "The clerk creates a key using either of the new tools.",
        ),
        (
            "subject_clause_cut",
            "Invoices (created by the clerk) belong to the archive.",
            "Invoices that are paid belong to the archive.",
        ),
        (
            "subject_phrase_cut",
            "Users like the clerk belong to the team.",
            "Users with the role belong to the team.",
        ),
        (
            "bare_relative",
            "The clerk checks the changes that affect the archive.",
            "The clerk checks the role changes that affect the archive.",
        ),
        (
            "means_act",
            "The function to change the password in the account is hidden.",
            "The reset function to change the password in the account is hidden.",
        ),
    ],
)
def test_what_was_cut_off_is_seen(nlp, feature, text, other):
    assert feature in _features(nlp, text)
    assert feature not in _features(nlp, other)


def test_one_of_two_is_no_argument(nlp):
    assert "misread" in _features(nlp, "The pairing of the lock and the key is safe.")
    assert "misread" not in _features(nlp, "The pairing of locks is safe.")


def test_a_part_of_a_word_with_colons_is_no_argument(nlp):
    assert "misread" in _features(nlp, "org.gate:north-gate is opened by the guard.")
    assert "misread" not in _features(nlp, "Note: north-gate is opened by the guard.")


def test_an_order_is_not_what_does_it(nlp):
    assert "misread" not in _features(nlp, "Import imports the required groups to the hall.")
