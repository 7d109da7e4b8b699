"""From text to vectors, and vectors into Milvus by difference."""
