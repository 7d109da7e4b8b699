from __future__ import annotations

import pytest
from spacy.language import Language

from graphwright.language.anaphoricity import is_anaphoric, third_person_pronouns

NOTHING = """
It is important that you save the file.
It is necessary to configure the destination.
It is also worth noting that the limit is fixed.
It can be useful to keep a copy.
It is a good idea to save your work.
It is better to call too early than too late.
It is best if you restart the server.
It is easy to delete the file.
It is up to you to decide.
It remains unclear whether the disk failed.
It may be that the disk is full.
It seems that nobody uses the file.
It rarely happens that a pallet vanishes.
It turns out that the cache was full.
It follows that the index is empty.
It was decided that the team moves.
It is recommended to use a service key.
It is recommended using a service key.
It takes two minutes to restart the server.
It does not matter which port you choose.
The role was changed, so it should not happen again.
How quickly do you answer? It depends on the priority of the case.
Neither of them can do it alone.
The tool makes it possible to delete all files.
We find it hard to read the file.
It is Monday.
It is time to restart the server.
It is raining in Walldorf.
It was SAP that bought the company.
""".strip().splitlines()

SOMETHING = """
It supports many adapters.
It helps users to find documents.
It depends on Plumbline.
It is a service that keeps addresses.
It is ready to use.
It is easy to use.
It is fast.
It is used to store addresses.
It was designed to run on Linux.
It was restarted when the disk was full.
It occurs when the disk is full.
It requires a token to open a session.
It takes requests from the queue to answer them.
It turns the lamp on.
It was created in May.
You can open it to see the values.
The tool keeps it open.
He installs it on all portal servers.
Its port is closed.
""".strip().splitlines()


def judged(nlp: Language, text: str) -> bool:
    doc = nlp(text)
    pronouns = [doc[i] for i in third_person_pronouns(doc)]
    return next(is_anaphoric(p) for p in pronouns if p.lower_ in ("it", "its"))


@pytest.mark.parametrize("text", NOTHING)
def test_it_stands_for_nothing(nlp: Language, text: str) -> None:
    assert not judged(nlp, text)


@pytest.mark.parametrize("text", SOMETHING)
def test_it_stands_for_something(nlp: Language, text: str) -> None:
    assert judged(nlp, text)


def test_other_pronouns_always_do(nlp: Language) -> None:
    doc = nlp("You and I know that she gave them her book. It is clear.")
    found = [doc[i] for i in third_person_pronouns(doc)]
    assert [token.text for token in found] == ["she", "them", "her", "It"]
    assert all(is_anaphoric(token) for token in found[:3])
