"""Triples that an LLM reads from a chunk (SAP, section 3.1.3), held to the text they came from.

In the order in which they may import one another:

- ``prompts``: what is asked, and the schema of its answer;
- ``answers``: what an answer is and costs, where it is kept, what may be spent;
- ``provider``: the endpoint that answers;
- ``calls``: patience, limits and batches of asking it;
- ``reading``: from answers to rows (it knows nothing of calls);
- ``versions``: all that shapes the rows, by name;
- ``extractor``: chunks and documents in, rows out.

``LlmExtractor`` is what the pipeline calls, ``llm_versions`` what it compares, ``AnswerCache``
the answers already paid for. Nothing here knows where tables are kept or who asks for the LLM.
"""

from __future__ import annotations

from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.cache import AnswerCache
from graphwright.llm.extractor import LlmExtractor
from graphwright.llm.reading.triple_rows import ExtractionOutcome
from graphwright.llm.versions import llm_versions

__all__ = ["AnswerCache", "ExtractionOutcome", "LlmExtractor", "Usage", "llm_versions"]
