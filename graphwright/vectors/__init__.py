"""From text to vectors by an embedder, and vectors into a vector store by difference."""
