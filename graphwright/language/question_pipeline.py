"""The spaCy pipeline for questions: the parse of ``pipeline``, in two thirds of its time.

A build parses chunks in batches and keeps what it found, so it stays with spaCy's own layers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright.language.pipeline import load_pipeline
from graphwright.language.token_encoder import Thinc, as_one_graph

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.settings import LanguageSettings


def load_question_pipeline(settings: LanguageSettings) -> Language:
    """Return the pipeline of ``load_pipeline`` with its encoders of tokens as one graph each.

    An encoder of another form stays as it is. Raises as ``load_pipeline``.
    """
    nlp = load_pipeline(settings)
    components: list[Any] = [component for _, component in nlp.pipeline]
    for component in components:
        if getattr(component, "model", None) is not None:  # of some it is not learnt
            component.model = _quick(component.model)
    return nlp


def _quick(model: Thinc) -> Thinc:
    """Return a model whose encoders are replaced."""
    for encoder in [node for node in model.walk() if node.has_ref("encode") is True]:
        quick = as_one_graph(encoder)
        if quick is None:
            continue
        if encoder is model:
            return quick
        model.replace_node(encoder, quick)
    return model
