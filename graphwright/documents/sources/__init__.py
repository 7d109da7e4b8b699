"""Where documents come from: folders, URLs and fsspec paths, listed and read; and what changed there."""
