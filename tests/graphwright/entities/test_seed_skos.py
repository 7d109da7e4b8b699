"""SKOS vocabularies as seed concepts, read by rdflib."""

from __future__ import annotations

import pytest

from graphwright.entities.seed_concepts import read_seeds
from graphwright.errors import SettingsError

PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.test/> .
"""
TURTLE = """
ex:scheme a skos:ConceptScheme ; skos:prefLabel "Purchasing"@en .
ex:order a skos:Concept , ex:Document ;
    skos:prefLabel "Purchase Order"@en , "Bestellung"@de ;
    skos:altLabel "PO" , "order form"@en-GB , "Auftrag"@de ; skos:hiddenLabel "Purch. Order" ;
    skos:definition "A buyer's commitment to pay."@en ;
    skos:broader ex:document .
ex:document skos:prefLabel "Document" ; skos:narrower ex:invoice .
ex:invoice a skos:Concept ; skos:prefLabel "Rechnung"@de .
"""
RDF_XML = """<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY ex "http://example.test/"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="&ex;order">
    <skos:prefLabel xml:lang="en">Purchase Order</skos:prefLabel>
    <skos:altLabel>PO</skos:altLabel>
    <skos:broader rdf:resource="&ex;document"/>
  </skos:Concept>
  <skos:Concept rdf:about="&ex;document"><skos:prefLabel>Document</skos:prefLabel></skos:Concept>
</rdf:RDF>
"""


def write(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_turtle(tmp_path):
    seeds = read_seeds(write(tmp_path, "terms.ttl", PREFIXES + TURTLE))
    assert [(row.name, row.alias, row.type, row.definition) for row in seeds.aliases] == [
        ("Document", "Document", "Concept", None),
        ("Purchase Order", "order form", "Document", "A buyer's commitment to pay."),
        ("Purchase Order", "PO", "Document", "A buyer's commitment to pay."),
        ("Purchase Order", "Purch. Order", "Document", "A buyer's commitment to pay."),
        ("Purchase Order", "Purchase Order", "Document", "A buyer's commitment to pay."),
        ("Rechnung", "Rechnung", "Concept", None),
    ]
    assert [(row.name, row.broader, row.source, row.place) for row in seeds.broader] == [
        ("Purchase Order", "Document", "terms.ttl", "<http://example.test/order>"),
        ("Rechnung", "Document", "terms.ttl", "<http://example.test/invoice>"),
    ]


def test_rdf_xml_with_an_entity_of_its_own(tmp_path):
    seeds = read_seeds(write(tmp_path, "terms.rdf", RDF_XML))
    assert [row.alias for row in seeds.aliases] == ["Document", "PO", "Purchase Order"]
    assert [row.broader for row in seeds.broader] == ["Document"]


def test_a_relative_address_names_no_folder_of_this_machine(tmp_path):
    text = PREFIXES + '<#a> skos:prefLabel "A" ; skos:broader <#b> . <#b> skos:prefLabel "B" .'
    (row,) = read_seeds(write(tmp_path, "terms.ttl", text)).broader
    assert row.place == "<#a>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('ex:a skos:prefLabel "A"@en , "B"@en .', "test/a>: one skos:prefLabel .* 'A' and 'B'"),
        ("ex:a a skos:Concept .", "test/a>: one skos:prefLabel was expected, found none"),
        ('ex:a skos:prefLabel "A" ; skos:broader ex:b .', "a>: its broader concept <.*b> is not"),
        (
            'ex:a skos:prefLabel "A" ; skos:altLabel "b" . ex:b skos:prefLabel "B" .',
            r"'B' is a name of 'A' \(<.*/a>\) and of 'B' \(<.*/b>\)",
        ),
        (
            'ex:a skos:prefLabel "A" ; skos:broader ex:b . ex:b skos:prefLabel "B" ;'
            " skos:broader ex:a .",
            "test/a>: what is broader leads back: A > B > A",
        ),
        ("ex:a ex:b ex:c .", "holds no skos:Concept"),
        ("\nex:a ex:b\n", "line "),
        ("foo:a ex:b ex:c .", "line 3: .*foo"),
    ],
)
def test_what_is_wrong_in_a_vocabulary_is_told_with_its_subject_or_line(tmp_path, text, message):
    with pytest.raises(SettingsError, match=message):
        read_seeds(write(tmp_path, "terms.ttl", PREFIXES + text))


@pytest.mark.parametrize(
    ("doctype", "message"),
    [
        ('[ <!ENTITY a SYSTEM "{secret}"> ]', "line 1: it names the external entity 'a'"),
        ('[ <!ENTITY % a SYSTEM "{secret}"> %a; ]', "line 1: it names the external entity 'a'"),
        ('SYSTEM "http://127.0.0.1:9/a.dtd"', "line 1: it names the document type http"),
    ],
)
def test_nothing_outside_the_file_is_read(tmp_path, doctype, message):
    secret = write(tmp_path, "secret.txt", "a secret")
    text = f"<!DOCTYPE a {doctype.format(secret=secret.as_uri())}><a>&a;</a>"
    with pytest.raises(SettingsError, match=message):
        read_seeds(write(tmp_path, "terms.rdf", text))


def test_an_entity_that_grows_without_end_is_refused(tmp_path):
    grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    text = f'<!DOCTYPE a [ <!ENTITY e0 "{"x" * 100}">{grown} ]><a>&e11;</a>'
    with pytest.raises(SettingsError, match=r"line 1: .*amplification"):
        read_seeds(write(tmp_path, "terms.rdf", text))


@pytest.mark.parametrize("text", ["<a>", "<a/>", "", "\ufffe"])
def test_a_file_that_is_no_rdf_is_one_message(tmp_path, text):
    with pytest.raises(SettingsError, match=r"terms.rdf"):
        read_seeds(write(tmp_path, "terms.rdf", text))
