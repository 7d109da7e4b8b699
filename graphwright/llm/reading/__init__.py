"""From answers to rows: entries read, held to the text they came from, and named."""
