"""Which texts are in another language: sure ones only, since a chunk less is facts less."""

from __future__ import annotations

import pytest

from graphwright.language.language_detection import other_language

GERMAN = (
    "Der Benutzer öffnet die Anwendung und speichert das Dokument im Archiv. Die Lieferung wird "
    "danach von der Firma Müller an den Kunden geschickt, der die Rechnung bezahlt."
)
KOREAN = "보험사의 보험금 지급실무상 혼선 초래"
TABLE = "Name | Type | Default\n" + "timeout_ms | int32 | 3000\nretries | int32 | 5\n" * 6
PAYLOAD = '{"d": {"results": [{"JobName": "string", "JobRunCount": "string", "Step": 4}]}}' * 3


@pytest.mark.parametrize(("text", "language"), [(GERMAN, "de"), (KOREAN, "ko")])
def test_another_language_is_named(text: str, language: str) -> None:
    assert other_language(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 | 2 | 3",
        "Gesundheit",
        "The gateway routes every request to the tenant that the token names, and logs it twice.",
        "Choose Speichern, then open the Kundenauftrag: the Auftragsverwaltung creates a delivery.",
        TABLE,
        PAYLOAD,
    ],
)
def test_english_names_tables_and_code_are_read(text: str) -> None:
    assert other_language(text) is None
