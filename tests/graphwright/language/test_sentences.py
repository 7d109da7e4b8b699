from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from language_builders import Spec, chunk_of, parsed_document
from spacy.language import Language

from graphwright.language.annotate import annotate, chunk_inputs
from graphwright.tables.documents import ParsedDocument
from graphwright.tables.text import Chunk, Sentence


def sentences(nlp: Language, parsed: ParsedDocument, *chunks: Chunk) -> list[list[Sentence]]:
    inputs = chunk_inputs(parsed, chunks or [chunk_of(parsed)])
    return [rows for _, rows in annotate(nlp, inputs)]


def read(nlp: Language, *specs: Spec) -> list[tuple[str, str, str | None]]:
    (rows,) = sentences(nlp, parsed_document(*specs))
    return [(row.kind, row.text, row.filter) for row in rows]


def test_every_block_starts_a_sentence(nlp: Language) -> None:
    assert read(
        nlp,
        ("heading", "Setting Up. The Cloud Connector"),
        ("paragraph", "The connector joins two networks. It needs no VPN"),
        ("list_item", "Open the cockpit"),
        ("list_item", "Choose Connect"),
        ("table_row", ["Name", "Meaning"]),
        ("table_row", ["Port", "The port is open. It listens."]),
        ("code", "kubectl get pods\nls -l"),
    ) == [
        ("heading", "Setting Up. The Cloud Connector", "heading"),
        ("paragraph", "The connector joins two networks.", None),
        ("paragraph", "It needs no VPN", None),
        ("list_item", "Open the cockpit", None),
        ("list_item", "Choose Connect", None),
        ("table_row", "Name | Meaning", None),
        ("table_row", "Port | The port is open. It listens.", None),
        ("code", "kubectl get pods\nls -l", "code"),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The service encrypts every password.", None),
        ("Choose Save to post the invoice.", None),
        ("Restart the server and delete the cache.", None),
        ("You can use it.", None),
        ("Related Information", "no_verb_phrase"),
        ("For example:", "no_verb_phrase"),
        ("Regions for trial accounts in Europe", "no_verb_phrase"),
        ("To manage users:", "no_verb_phrase"),
        ("The list shows " + "one entry, " * 80 + "and ends.", "too_long"),
    ],
)
def test_prose_needs_a_finite_verb_or_an_imperative(
    nlp: Language, text: str, reason: str | None
) -> None:
    assert [row[2] for row in read(nlp, ("paragraph", text))] == [reason]


@pytest.mark.parametrize(
    "text", ["Open the cockpit", "Click Users Roles Save", "Choose Connect to SAP (see the guide)"]
)
def test_no_sentence_starts_without_an_end_before_it(nlp: Language, text: str) -> None:
    assert [row[1] for row in read(nlp, ("list_item", text))] == [text]


def test_sentences_end_at_punctuation_and_line_breaks(nlp: Language) -> None:
    text = 'He said "It is late." Then he left (at last). This\nis a line.\nThat is another one.'
    assert [row[1] for row in read(nlp, ("paragraph", text))] == [
        'He said "It is late."',
        "Then he left (at last).",
        "This\nis a line.",
        "That is another one.",
    ]


def test_list_items_and_table_rows_need_no_verb(nlp: Language) -> None:
    rows = read(nlp, ("list_item", "Role collections"), ("table_row", ["Port", "443"]))
    assert [row[2] for row in rows] == [None, None]


def test_another_language_is_filtered_but_for_rows_of_tables(nlp: Language) -> None:
    german = (
        "Der Benutzer öffnet die Anwendung und speichert das Dokument im Archiv. Die Lieferung "
        "wird danach von der Firma an den Kunden geschickt, der die Rechnung bezahlt."
    )
    found = read(nlp, ("paragraph", german), ("table_row", ["Größe", "20 Meter"]))
    assert {reason for kind, _, reason in found if kind == "paragraph"} == {"other_language"}
    assert {reason for kind, _, reason in found if kind == "table_row"} == {None}


BORDER = "The agent reads the first file. The second file is read by the other agent later today."


@pytest.mark.parametrize("cut", range(33, len(BORDER)))
def test_one_chunk_keeps_a_sentence_at_the_border(nlp: Language, cut: int) -> None:
    parsed = parsed_document(("paragraph", BORDER))
    second_start = BORDER.index("The second")
    chunks = [chunk_of(parsed, 0, cut), chunk_of(parsed, second_start, index=1)]
    first, second = sentences(nlp, parsed, *chunks)
    kept = [row.text for row in [*first, *second] if row.filter is None]
    assert kept[0] == "The agent reads the first file."
    assert kept[-1] == BORDER[second_start:]
    assert len([row for row in second if row.filter is None]) == 1


def test_the_overlap_is_read_once(nlp: Language) -> None:
    text = "The agent reads files. The server sends mail. The client shows both."
    parsed = parsed_document(("paragraph", text))
    end = text.index(" The client")
    chunks = [chunk_of(parsed, 0, end), chunk_of(parsed, text.index("The server"), index=1)]
    first, second = sentences(nlp, parsed, *chunks)
    assert [row.filter for row in first] == [None, None]
    assert [row.filter for row in second] == ["overlap", None]


def test_a_chunk_without_words_has_no_sentences(nlp: Language) -> None:
    parsed = parsed_document(("paragraph", "x" * 3))
    assert sentences(nlp, parsed, chunk_of(parsed, 0, 0)) == [[]]


WORDS = st.sampled_from(
    [
        "The service",
        "stores",
        "roles",
        "it",
        "SAP_COM_0465",
        "/a/b.",
        "e.g.",
        "Save.",
        "\n",
        " ",
        "—",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join).map(str.strip).filter(bool)
KINDS = st.sampled_from(["heading", "paragraph", "list_item", "code", "caption"])


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    specs=st.lists(st.tuples(KINDS, TEXTS), min_size=1, max_size=6),
    data=st.data(),
)
def test_sentences_are_exact_slices_that_cover_all_words(
    nlp: Language, specs: list[tuple[str, str]], data: st.DataObject
) -> None:
    parsed = parsed_document(*specs)
    start = data.draw(st.integers(0, len(parsed.text) - 1))
    end = data.draw(st.integers(start + 1, len(parsed.text)))
    (rows,) = sentences(nlp, parsed, chunk_of(parsed, start, end))
    covered = start
    for index, row in enumerate(rows):
        assert row.index == index
        assert parsed.text[row.start : row.end] == row.text == row.text.strip() != ""
        assert not parsed.text[covered : row.start].strip()
        covered = row.end
    assert not parsed.text[covered:end].strip()
