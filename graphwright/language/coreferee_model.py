"""Find, check and load coreferee and its English model.

coreferee imports its model as the package ``coreferee_model_en``. An installed one is used; where
there is none, ours in ``graphwright/models`` is put at the end of ``sys.path`` after its hashes
were checked, because coreferee unpickles a part of it. Reading chains from what it annotates is in
``graphwright.language.coreference``.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphwright.errors import ModelError
from graphwright.ids import sha256_bytes

if TYPE_CHECKING:
    from spacy.language import Language

PACKAGE = "coreferee_model_en"
MODELS_FOLDER = Path(__file__).resolve().parent.parent / "models"

OUR_HASHES = {
    "__init__.py": "91c2b3bd0391d1906c9743ad8ecf4936d99e90afa18686954b7804bbf31921e0",
    "sm_3_8_0/__init__.py": "89a2a689e4ba442d216005e5e900fa0c9ba78d6f663989f005cf1362e552e946",
    "sm_3_8_0/feature_table.bin": (
        "32596fcb775782601bd65ec5c96e24f1abb3e42f1038b0707077a02986b2bec5"
    ),
    "sm_3_8_0/model": "8b7b6309bfa0936f5cbeb6c23539d2970cdf461a2258cc71e7cb3e7a36320eac",
}
"""SHA-256 of each file of the model in ``graphwright/models``."""

_OFFICIAL_NAME = re.compile(r"core_web_(?:sm|md|lg|trf)")


def load_annotator(nlp: Language) -> Any:
    """Return coreferee's annotator for the spaCy model that ``nlp`` was loaded from.

    ``nlp`` itself stays as it is: coreferee is given a bare pipeline that shares the vocabulary and
    bears the model's official name, since it compares names and ours may be re-published under
    another. Raises ``ModelError`` where coreferee has no model for it, or ours was changed.
    """
    from coreferee.errors import CorefereeError  # noqa: PLC0415  # heavy, and only needed here
    from coreferee.manager import CorefereeManager  # noqa: PLC0415  # heavy, and only needed here

    folder = model_folder()
    if folder == MODELS_FOLDER / PACKAGE:
        check_hashes(folder)
        _make_importable()
    try:
        return CorefereeManager.get_annotator(_named_officially(nlp))
    except CorefereeError as error:
        raise _unsupported(nlp, folder, str(error)) from error


def model_folder() -> Path:
    """Return the folder of the model that would be loaded: an installed one, else ours.

    Imports nothing. Raises ``ModelError`` where an installed package has no folder.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        return MODELS_FOLDER / PACKAGE
    locations = list(spec.submodule_search_locations or ())
    if not locations:
        raise ModelError(
            f"{PACKAGE} is {spec.origin}, but a package with a folder was expected.",
            remedy=f"Remove it, or install coreferee's English model as {PACKAGE}.",
        )
    return Path(locations[0]).resolve()


def model_hashes() -> dict[str, str]:
    """Return the SHA-256 of each file of the model that would be loaded, by its path in it."""
    folder = model_folder()
    if folder == MODELS_FOLDER / PACKAGE:
        return dict(OUR_HASHES)
    files = sorted(path for path in folder.rglob("*") if _is_content(path))
    return {path.relative_to(folder).as_posix(): _hash(path) for path in files}


def check_hashes(folder: Path) -> None:
    """Raise ``ModelError`` where a file of our model in ``folder`` is absent or was changed."""
    for name, expected in OUR_HASHES.items():
        path = folder / name
        found = _hash(path) if path.is_file() else "no such file"
        if found != expected:
            raise ModelError(
                f"{path} has SHA-256 {found}, but {expected} was expected.",
                remedy="Install Graphwright again, or train the model again (see its README).",
            )


def _make_importable() -> None:
    entry = str(MODELS_FOLDER)
    if entry not in sys.path:
        # At the end, so that a model that is installed always comes before ours.
        sys.path.append(entry)


def _named_officially(nlp: Language) -> Language:
    match = _OFFICIAL_NAME.match(nlp.meta["name"])
    name = match.group() if match else nlp.meta["name"]
    return type(nlp)(vocab=nlp.vocab, meta={"name": name, "version": nlp.meta["version"]})


def _is_content(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _hash(path: Path) -> str:
    return sha256_bytes(path.read_bytes())


def _unsupported(nlp: Language, folder: Path, found: str) -> ModelError:
    name = f"{nlp.lang}_{nlp.meta['name']} {nlp.meta['version']}"
    return ModelError(
        f"coreferee has no model for {name} in {folder}: {found.rstrip('.')}.",
        remedy="Use en_core_web_sm 3.8, install coreferee's own models, or set "
        "language.coreference to false.",
    )
