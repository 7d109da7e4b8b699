"""The steps that ask an LLM: about whole documents (``outlines``), then about chunks (``triples``).

Both deal with the endpoint through ``session``; which prompts a collection is asked with is in
``prompt_sets``, and what the answers cost in ``usage``.
"""
