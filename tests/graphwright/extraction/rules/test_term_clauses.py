from __future__ import annotations


def test_a_heading_states_nothing(extract):
    assert not extract("# The gateway routes requests\n").triples


def test_a_description_without_a_subject_is_about_its_term(extract):
    found = extract("# Modules\n## Binary\nProvides access to binary encodings.\n")
    assert ("Binary", "provide access to", "binary encodings") in found.rule("term_clause")


def test_a_description_with_a_subject_is_about_that(extract):
    found = extract("# Modules\n## Binary\nThe module provides access to encodings.\n")
    assert not found.rule("term_clause")


def test_what_a_term_does_is_about_the_term(extract):
    found = extract("The settings are:\n- last_name: Contains the family name.\n")
    assert ("last_name", "contain", "family name") in found.rule("term_clause")
    assert not extract("- Note: The gateway stores keys.\n").rule("term_clause")


def test_they_behind_a_term_is_the_term(extract):
    found = extract("The plan has two parts:\n- Resources - they contain properties of gates.")
    assert ("Resources", "contain", "properties of gates") in found.facts
