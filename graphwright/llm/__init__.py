"""Triples that an LLM reads from a chunk (SAP, section 3.1.3), held to the text they came from.

In the order in which they may import one another:

- ``prompts``: what is asked, and the schema of its answer;
- ``answers``: what an answer is and costs, where it is kept, what may be spent;
- ``provider``: the endpoint that answers;
- ``calls``: patience, limits and batches of asking it;
- ``reading``: from answers to rows (it knows nothing of calls);
- ``versions``: all that shapes the rows, by name;
- ``extractor``: chunks and documents in, rows out.

``extractor.LlmExtractor`` is what the pipeline calls, ``versions.llm_versions`` what it compares,
``answers.cache.AnswerCache`` the answers already paid for. Nothing here knows where tables are kept
or who asks for the LLM. The package imports none of them: an import loads what it names.
"""
