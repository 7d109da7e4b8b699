"""Answers in words: a language model is given what a search found, and held to it.

    sources      what a search found, numbered, as the model is shown it
    templates    the two prompts: SAP's context (section 3.2.4) and Adobe's tuples (section 3.2)
    statements   the model's answer sentence by sentence, each citation checked
    answerer     asking the model, whole or as it comes

Without a model in the settings nothing here is used.
"""
