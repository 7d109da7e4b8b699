"""Everything slow that a build loads, loaded once: imported by the server that forks warm builds.

Nothing here may start a thread: a process that forks must have one only. So what starts threads
(the embedder, Milvus) is opened after the fork, and only its modules are imported here.
"""

from __future__ import annotations

import importlib
import os
import tempfile
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

from graphwright.documents.parse import load_parser
from graphwright.settings import LanguageSettings, parse_settings
from graphwright.steps.base.language_models import load_resolver
from graphwright.steps.base.step import Given
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake

_SLOW = (
    "bm25s",
    "duckdb",
    "faiss",
    "graphwright.extraction.extract",
    "graphwright.llm.provider.openai_provider",
    "graphwright.vectors.local_embedder",
    "milvus_lite.adapter.grpc.server",
    "onnxruntime",
    "plain_build",
    "pymilvus",
    "spacy.lang.en",
    "tokenizers",
)

load_parser()
load_resolver(LanguageSettings())
for _name in _SLOW:
    importlib.import_module(_name)
with tempfile.TemporaryDirectory() as _folder:
    _settings = parse_settings(
        {"collections": [{"name": "none", "folder": _folder}]}, origin=Path(_folder, "sources.yaml")
    )
    list(Pipeline(Given(Lake(Path(_folder, "lake")), _settings, documents=())))  # reads the code
