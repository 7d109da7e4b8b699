"""The steps that ask an LLM: about whole documents (``outlines``), then about chunks (``triples``).

What such a step is stands in ``step``; which prompts a collection is asked with is in
``prompt_sets``, and what a unit's answers cost in ``usage``.
"""
