from __future__ import annotations

import pytest
import spacy
from spacy.language import Language


@pytest.mark.parametrize(
    "name",
    [
        "SAP_COM_0465", "S/4HANA", "R/3", "I/O", "CI/CD", "TCP/IP", "kubectl", "v1.2", "3.8.0",
        "3.8.0-rc1", "2.0.0-SNAPSHOT", "eu10-004", "2024-01-02", "2024-01-02T10:00:00Z",
        "/sap/opu/odata", "/sap/opu/odata/sap/API_PO", "~/.ssh/id_rsa", "./mvnw", "src/main/app.py",
        "config/app.yaml", "C:\\Users\\me\\file.txt", "https://example.com/docs/a?b=1#c",
        "admin@example.com", "com.example.it.MyClass", "--no-start", "--namespace=dev", "getName()",
        "role(s)", "my_app-dev", "C++", "node.js",
        "0b9ced3e-f3a2-41aa-a080-3e112233aabb", "id", "Wed",
    ],
)  # fmt: skip
@pytest.mark.parametrize("frame", ["{}", "Use {} here.", "({})", '"{}",', "See {}."])
def test_technical_names_are_one_token(nlp: Language, name: str, frame: str) -> None:
    text = frame.format(name)
    assert name in [token.text for token in nlp.make_doc(text)]
    assert nlp.make_doc(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "The cloud-based, well-known service isn't read/write; it's create/update/delete.",
        "A 3-tier, OAuth2-based system costs $5, i.e. 10% of v1.2/v1.3.",
        "He/she (the user's manager) paid 10-20 EUR in mid-2020, e.g. for and/or.",
        "This is the end.Next comes [another] one: \"quoted\" - and it's over...",
        "SAP/Oracle and HTTP/HTTPS and application/json",
        "5GB of RAM; 24/7; Q1/2024; #12; a > b; key:value; don't, can't.",
    ],
)  # fmt: skip
def test_other_text_is_tokenised_as_the_model_was_trained(nlp: Language, text: str) -> None:
    untouched = spacy.blank("en")
    assert [t.text for t in nlp.make_doc(text)] == [t.text for t in untouched.make_doc(text)]
