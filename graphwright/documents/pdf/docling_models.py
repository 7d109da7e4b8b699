"""A PDF read with Docling's layout and table models (extra ``layout``), for who has their weights.

Nothing is downloaded: the weights lie in a folder that ``docling-tools models download`` filled.
Docling's document becomes the same raw blocks as that of any other format. Pages without a text
layer are for ``page.ocr``; Docling's own recognition stays off.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from graphwright.documents.blocks.raw import RawDocument
from graphwright.documents.docling.converter import read_with_docling
from graphwright.errors import ModelError

if TYPE_CHECKING:
    from docling.document_converter import DocumentConverter

Engine = Literal["auto", "models", "heuristic"]

_PACKAGES = ("torch", "docling_ibm_models")
_REMEDY = (
    "Install graphwright[layout], fill the folder with 'docling-tools models download -o FOLDER', "
    "and name it as parse.pdf.artifacts_path; or set parse.pdf.engine to heuristic."
)


def models_version(engine: Engine, artifacts_path: str | None) -> str | None:
    """Return packages and hash of the weights that this setting uses; None where it uses none.

    ``auto`` uses the models where packages and weights are there. Raises ``ModelError`` where
    the setting requires them and one is absent.
    """
    if engine == "heuristic":
        return None
    problem = _problem(artifacts_path)
    if problem is None:
        version = importlib.metadata.version("docling-ibm-models")
        return f"docling-ibm-models-{version}+weights-{_hash_of(Path(artifacts_path or ''))}"
    if engine == "models":
        raise ModelError(f"parse.pdf.engine is 'models', but {problem}.", remedy=_REMEDY)
    return None


def models_note(engine: Engine, artifacts_path: str | None) -> str | None:
    """Return why weights that are named are not used where the engine is left to what is there."""
    if engine != "auto" or artifacts_path is None:
        return None
    problem = _problem(artifacts_path)
    if problem is None:
        return None
    return (
        f"PDF files are read without the models of parse.pdf.artifacts_path: {problem}. {_REMEDY}"
    )


def _problem(artifacts_path: str | None) -> str | None:
    """Return what is missing for the models."""
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} cannot be imported"
    if artifacts_path is None:
        return "parse.pdf.artifacts_path names no folder of weights"
    if not Path(artifacts_path).is_dir():
        return f"there is no folder of weights at {artifacts_path}"
    if not any(Path(artifacts_path).rglob("*.safetensors")):
        return f"there are no weights (*.safetensors) in {artifacts_path}"
    return None


@functools.cache
def _hash_of(folder: Path) -> str:
    """Return a hash of the weights and their configuration, by names and bytes."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".safetensors", ".json") and path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode())
            with path.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:16]


def read_with_models(
    data: bytes, artifacts_path: str, *, keep_headers_footers: bool = False
) -> RawDocument:
    """Return the blocks of a PDF, each with page and box.

    Raises ``ParseError`` where Docling cannot read the file.
    """
    converter = load_models(artifacts_path)
    return read_with_docling(
        converter, "pdf", data, box_unit="pt", headers_footers=keep_headers_footers
    )


@functools.cache
def load_models(artifacts_path: str) -> DocumentConverter:
    """Return this process's converter with the models loaded, which takes seconds.

    Raises ``ModelError`` where they cannot be loaded from the folder.
    """
    from docling.datamodel.base_models import InputFormat  # noqa: PLC0415  # heavy
    from docling.document_converter import DocumentConverter, PdfFormatOption  # noqa: PLC0415

    option = PdfFormatOption(pipeline_options=pipeline_options(artifacts_path))
    converter = DocumentConverter(
        allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option}
    )
    try:
        converter.initialize_pipeline(InputFormat.PDF)
    except Exception as error:  # whatever a model's library raises while it loads
        raise ModelError(
            f"Docling's models cannot be loaded from {artifacts_path}: "
            f"{type(error).__name__}: {error}.",
            remedy=_REMEDY,
        ) from error
    return converter


def pipeline_options(artifacts_path: str) -> Any:
    """Return Docling's options: on one thread of the processor, headings with levels, no OCR."""
    from docling.datamodel.accelerator_options import (  # noqa: PLC0415  # heavy
        AcceleratorDevice,
        AcceleratorOptions,
    )
    from docling.datamodel.pipeline_options import (  # noqa: PLC0415  # heavy
        HeadingHierarchyOptions,
        PdfPipelineOptions,
    )

    return PdfPipelineOptions(
        artifacts_path=artifacts_path,
        accelerator_options=AcceleratorOptions(num_threads=1, device=AcceleratorDevice.CPU),
        do_ocr=False,
        do_table_structure=True,
        heading_hierarchy_options=HeadingHierarchyOptions(enabled=True),
        generate_parsed_pages=True,  # from which the levels of headings are read
        enable_remote_services=False,
        allow_external_plugins=False,
    )
