"""The steps of the pipeline: what each reads and makes, when it is current, and how it is run.

``base`` says what a step is, and ``pipeline`` lists them in order. Most are split by document
bucket (``bucketed``), some of these ask an LLM (``llm``); a table of one SELECT is a ``sql_table``,
a table of vectors an ``embedding``; ``document_versions`` compares all documents; ``listed`` and
``publishing`` are the ends.
"""
