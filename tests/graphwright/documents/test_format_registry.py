"""The formats as they are declared: each suffix and media type once, and named in the docs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from document_builders import SETTINGS

from graphwright.documents.readers import READERS, read_document
from graphwright.documents.sources.formats import (
    FORMATS,
    PDF,
    Format,
    find_format,
    find_format_by_media_type,
    format_of,
)
from graphwright.errors import ParseError

DOCS = Path(__file__).parents[3] / "docs" / "documents.md"


def test_names_suffixes_and_media_types_stand_once() -> None:
    names = Counter(form.name for form in FORMATS)
    suffixes = Counter(suffix for form in FORMATS for suffix in form.suffixes)
    media_types = Counter(name for form in FORMATS for name in form.media_types)
    assert set((names | suffixes).values()) | set(media_types.values()) == {1}
    assert all(form.suffixes for form in FORMATS)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_format_is_found_by_each_of_its_names(form: Format) -> None:
    assert all(find_format(suffix) is format_of(suffix) is form for suffix in form.suffixes)
    assert all(find_format_by_media_type(name) is form for name in form.media_types)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_the_docs_name_its_suffixes(form: Format) -> None:
    first = " ".join(DOCS.read_text("utf-8").split("\n## ")[0].split())
    assert f"`{' '.join(form.suffixes)}`" in first


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_an_empty_file_and_one_of_another_kind_are_refused(form: Format) -> None:
    for data, status in ((b" \n", "empty"), (b"\x89PNG 1 2 3", "unsupported")):
        with pytest.raises(ParseError) as error:
            read_document(form, data, SETTINGS)
        assert error.value.status == status


def test_each_format_has_its_reader() -> None:
    assert READERS.keys() == {form.name for form in FORMATS}


def test_other_suffixes_and_media_types_belong_to_no_format() -> None:
    assert find_format("exe") is find_format_by_media_type("image/png") is None
    assert find_format("pdf") is PDF
