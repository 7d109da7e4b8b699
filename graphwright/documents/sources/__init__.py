"""Where documents come from: folders, URLs and fsspec paths; and what changed there."""
