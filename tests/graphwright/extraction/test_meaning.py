"""Sentences by class of meaning: what each states is accepted, what it denies or limits never is.

The format is that of ``meaning_suite``.
"""

from __future__ import annotations

from collections import Counter

import pytest
from meaning_suite import Entry, accepted_triples, entries, failures

ENTRIES = entries()
MOST_KNOWN = 0.05


@pytest.fixture(scope="module")
def accepted(nlp):
    return accepted_triples(nlp, ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_sentence_gives_what_it_states_and_nothing_else(accepted, entry: Entry):
    wrong = failures(entry, accepted[entry.name])
    if entry.known:
        assert wrong, f"{entry.text!r} is read well now: take out its 'known'."
    else:
        assert not wrong, f"{entry.text!r}: " + "; ".join(wrong)


def test_few_failures_are_known_and_none_where_rules_are_made():
    known = [entry for entry in ENTRIES if entry.known]
    assert len(known) <= MOST_KNOWN * len(ENTRIES)
    assert all(entry.confirms for entry in known)


def test_each_sentence_says_something_and_stands_once():
    assert all(entry.states or entry.never for entry in ENTRIES)
    assert [text for text, count in Counter(e.marked for e in ENTRIES).items() if count > 1] == []
