"""The rules: each reads a sentence and proposes candidate triples."""
