"""The bytes of a parse are those of spaCy's own ``DocBin``, and are read as it reads them."""

from __future__ import annotations

import pytest
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from graphwright.language.docbin import pack, unpack

KEPT = ("TAG", "POS", "MORPH", "LEMMA", "NORM", "DEP", "HEAD", "SENT_START", "ENT_IOB", "ENT_TYPE")
TEXTS = (
    "SAP's gateway doesn't route them. Users in Berlin call /oauth/token daily.",
    "_ zzyzx\n\n  DROP _TABLE_ nsubj ; 你好 😀",
    " ",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_bytes_are_those_of_a_docbin(nlp: Language, text: str) -> None:
    for doc in (nlp(text), nlp.make_doc(text)):
        assert pack(doc) == DocBin(attrs=KEPT, docs=[doc]).to_bytes()


@pytest.mark.parametrize("text", TEXTS)
def test_a_parse_is_read_as_a_docbin_reads_it(nlp: Language, text: str) -> None:
    data = pack(nlp(text))
    (expected,) = DocBin().from_bytes(data).get_docs(Vocab())
    assert unpack(data, Vocab()).to_json() == expected.to_json()
    assert unpack(data, nlp.vocab).to_bytes() == expected.to_bytes()


def test_two_parses_are_not_taken_for_one(nlp: Language) -> None:
    docs = [Doc(nlp.vocab, words=["One"]), Doc(nlp.vocab, words=["Two"])]
    with pytest.raises(ValueError, match="2 documents"):
        unpack(DocBin(attrs=KEPT, docs=docs).to_bytes(), nlp.vocab)
