"""From chunk text to spaCy parses, sentences and coreference chains."""
