"""From the lake's tables to an immutable snapshot that one pointer names, and the history of it."""
