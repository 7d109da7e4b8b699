"""History of what was published: what a snapshot was made from, what changed, and a log of it."""
