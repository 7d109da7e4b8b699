"""What all steps rest on: what a step is (``step``), and what it is given.

That is the language models of a process (``language_models``), and an LLM (``llm_session``) with
the list of what was paid for it (``llm_bill``).
"""
