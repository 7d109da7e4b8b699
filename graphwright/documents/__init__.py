"""From bytes at a source to canonical text, blocks and chunks."""
