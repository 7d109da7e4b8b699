"""From parses and layout to triples, and from triples to resolved triples."""
